package dev.belljar.agent.gateway.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that no real TLS server answers for another name, whatever records a guest sends to an allowed name.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class TlsServersTest {
    private static final String FAR = "93.184.216.34";
    private static final String ALERT = "1503010002015a";
    /// How many sequences are tried at least, and at most within `NANOS`.
    private static final int LEAST = 300;
    private static final int MOST = 4_000;
    private static final long NANOS = 8_000_000_000L;
    private static final int[] PORTS = {443, 22, 8443};

    private byte[] hello = new byte[0];
    private byte[] nameless = new byte[0];
    private TlsServers servers;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        servers = new TlsServers(folder, "evil.example");
        hello = real("evil.example");
        nameless = real(null);
    }

    @AfterAll
    void end() throws Exception {
        servers.close();
    }

    /// The answer of each server without a gateway; if it changes, the attacks have changed.
    static Stream<Map.Entry<String, List<String>>> corpus() {
        return Stream.of(
                Map.entry("", List.of("boringssl", "openssl", "go")),
                Map.entry(ALERT, List.of("boringssl", "go")),
                Map.entry(ALERT.repeat(4), List.of("boringssl", "go")),
                Map.entry(ALERT.repeat(5), List.of("go")),
                Map.entry("15030300020100", List.of()),
                Map.entry("150f000002015a", List.of("go")),
                Map.entry("140303000101", List.of()));
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void recordsThatAServerReadsPastDoNotPass(Map.Entry<String, List<String>> first) throws Exception {
        byte[] bytes = joined(HexFormat.of().parseHex(first.getKey()), hello);
        assertThat(answering(bytes)).isEqualTo(first.getValue());
        for (int port : PORTS) {
            assertThat(passed(port, bytes, bytes.length)).isEmpty();
            assertThat(passed(port, bytes, 1)).isEmpty();
        }
    }

    /// Mail and database servers begin TLS in the middle of their own protocol.
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4, 0x0f})
    void aHelloOfUnknownVersionAfterAnotherProtocolDoesNotPass(int major) throws Exception {
        byte[] strange = hello.clone();
        strange[1] = (byte) major;
        assertThat(answering(strange))
                .as("what a server reads on once it has begun TLS")
                .contains("go");
        byte[] bytes = joined("EHLO me\r\nSTARTTLS\r\n".getBytes(StandardCharsets.US_ASCII), strange);
        for (int segment : new int[] {1, 100, bytes.length}) {
            assertThat(passed(25, bytes, segment).length).isLessThan(bytes.length);
        }
        byte[] before = joined("EHLO me\r\nSTARTTLS\r\n".getBytes(StandardCharsets.US_ASCII), real("good.example"));
        assertThat(passed(25, before, 100)).isEqualTo(before);
    }

    @Test
    void aHelloInTheFormatOfSslv2DoesNotPass() throws Exception {
        byte[] old = ByteBuffer.allocate(2 + 9 + 6 + 16)
                .putShort((short) (0x8000 | 9 + 6 + 16))
                .put((byte) 1)
                .putShort((short) 0x0303)
                .putShort((short) 6)
                .putShort((short) 0)
                .putShort((short) 16)
                .put(HexFormat.of().parseHex("00009c00002f"))
                .put(HexFormat.of().parseHex("000102030405060708090a0b0c0d0e0f"))
                .array();
        assertThat(answering(old)).contains("openssl");
        for (int port : PORTS) {
            assertThat(passed(port, old, 1)).isEmpty();
            assertThat(passed(port, old, old.length)).isEmpty();
        }
    }

    @Test
    void theAllowedNameIsAnswered() throws Exception {
        byte[] good = real("good.example");
        byte[] passed = passed(443, good, 100);
        assertThat(passed).isEqualTo(good);
        assertThat(answering(passed)).contains("boringssl", "openssl");
    }

    @Test
    void noSequenceOfRecordsThatPassesIsAnsweredForAnotherName() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        long end = seed + NANOS;
        int tried = 0;
        int answered = 0;
        for (; tried < LEAST || (tried < MOST && System.nanoTime() < end); tried++) {
            byte[] bytes = sequence(random);
            int port = PORTS[random.nextInt(PORTS.length)];
            byte[] passed = passed(port, bytes, 1 + random.nextInt(bytes.length));
            // Without the gateway many of them are answered; otherwise this would test nothing.
            answered += tried < LEAST
                            && Objects.requireNonNull(servers.all().get("boringssl"))
                                    .answers(bytes)
                    ? 1
                    : 0;
            if (passed.length > 0) {
                assertThat(answering(passed))
                        .as("seed %d, port %d, %s", seed, port, HexFormat.of().formatHex(bytes))
                        .isEmpty();
            }
        }
        assertThat(answered).isGreaterThan(10);
    }

    private byte[] sequence(Random random) {
        List<byte[]> parts = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            parts.add(noise(random));
        }
        byte[] wanted = random.nextInt(8) == 0 ? nameless : hello;
        byte[] cut = random.nextBoolean() ? wanted.clone() : cut(wanted, random);
        if (random.nextInt(6) == 0) {
            cut[random.nextInt(Math.min(12, cut.length))] = (byte) random.nextInt(256);
        }
        parts.add(cut);
        return joined(parts.toArray(byte[][]::new));
    }

    private byte[] noise(Random random) {
        return switch (random.nextInt(9)) {
            case 0, 1 -> HexFormat.of().parseHex(ALERT);
            case 2 ->
                new byte[] {21, (byte) random.nextInt(20), (byte) random.nextInt(5), 0, 2, 1, (byte) random.nextInt(120)
                };
            case 3 -> new byte[] {20, 3, (byte) random.nextInt(5), 0, 1, 1};
            case 4 -> new byte[] {22, 3, 1, 0, 0};
            case 5 -> new byte[] {(byte) (20 + random.nextInt(5)), 3, 3, 0, 3, 1, 2, 3};
            case 6 -> "STARTTLS\r\n".getBytes(StandardCharsets.US_ASCII);
            case 7 -> new byte[] {(byte) 0x80, (byte) random.nextInt(60), 1, (byte) random.nextInt(4), 0};
            default -> {
                byte[] some = new byte[1 + random.nextInt(20)];
                random.nextBytes(some);
                yield some;
            }
        };
    }

    /// The hello in records of a few bytes, possibly with other records between them.
    private byte[] cut(byte[] record, Random random) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int most = 1 + random.nextInt(random.nextBoolean() ? 8 : 200);
        boolean mixed = random.nextInt(3) == 0;
        int minor = random.nextInt(5);
        int major = random.nextInt(4) == 0 ? random.nextInt(18) : 3;
        for (int at = 5; at < record.length; at += most) {
            int length = Math.min(most, record.length - at);
            out.writeBytes(new byte[] {22, (byte) major, (byte) minor, (byte) (length >>> 8), (byte) length});
            out.write(record, at, length);
            if (mixed && random.nextInt(4) == 0) {
                out.writeBytes(noise(random));
            }
        }
        return out.toByteArray();
    }

    private List<String> answering(byte[] bytes) throws IOException {
        List<String> names = new ArrayList<>();
        for (Map.Entry<String, TlsServers.Server> server : servers.all().entrySet()) {
            if (server.getValue().answers(bytes)) {
                names.add(server.getKey());
            }
        }
        return names;
    }

    /// The bytes that reach the server from a guest whose rule is for good.example; none if they are refused.
    private static byte[] passed(int port, byte[] bytes, int segment) {
        ScriptedPolicy policy = new ScriptedPolicy().allow(to -> "good.example".equals(to.name()));
        Bench bench = new Bench(policy);
        FakeNetworkGuest.resolve(bench, "good.example", FAR);
        FakeNetworkGuest guest = new FakeNetworkGuest(bench, FAR, port);
        FakeStream stream = guest.open();
        int most = Math.clamp(segment, 1, 1_400);
        for (int at = 0; at < bytes.length && !stream.closed; at += most) {
            guest.say(java.util.Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + most)));
        }
        bench.pass(7);
        assertThat(bench.seen.last().verdict()).isIn(Verdict.ALLOWED, Verdict.REFUSED);
        return stream.taken().getBytes(StandardCharsets.ISO_8859_1);
    }

    /// A hello as the JDK sends it.
    private static byte[] real(@org.jspecify.annotations.Nullable String name) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, null, null);
        SSLEngine engine = name == null ? context.createSSLEngine() : context.createSSLEngine(name, 443);
        engine.setUseClientMode(true);
        ByteBuffer out = ByteBuffer.allocate(1 << 15);
        engine.wrap(ByteBuffer.allocate(0), out);
        return java.util.Arrays.copyOf(out.array(), out.position());
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
