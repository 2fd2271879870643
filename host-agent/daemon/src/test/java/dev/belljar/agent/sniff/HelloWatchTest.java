package dev.belljar.agent.sniff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.IntRange;
import dev.belljar.testing.property.Property;
import dev.belljar.testing.property.Size;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelloWatchTest {
    private static final ProtocolSniffer GOOD = new ProtocolSniffer.Tls("good.example");

    @Property(tries = 300)
    void aHelloIsFoundAtAnyOffsetAndInAnyPieces(
            @ForAll @Size(max = 300) byte[] before,
            @ForAll @IntRange(min = 1, max = 300) int record,
            @ForAll @IntRange(min = 1, max = 90) int segment) {
        byte[] hello = Hello.records(Hello.handshake(Hello.extension(0, Hello.serverName("Good.Example"))), record);
        Passed passed = passed(joined(before, hello, "after".getBytes(StandardCharsets.US_ASCII)), segment);
        assertThat(passed.found).containsExactly(GOOD);
        assertThat(passed.before).containsExactly(before.length + hello.length - 1);
    }

    @Test
    void everyHelloOfSeveralIsFound() {
        byte[] first = Hello.tls("good.example");
        byte[] second = Hello.encrypted("evil.example");
        byte[] third = Hello.tls("");
        assertThat(passed(joined("STARTTLS\r\n".getBytes(StandardCharsets.US_ASCII), first, second, third), 7).found)
                .containsExactly(GOOD, new ProtocolSniffer.Tls("evil.example", true), new ProtocolSniffer.Tls(null));
    }

    @Test
    void aHelloInsideAFalseHelloIsFound() {
        byte[] hello = Hello.tls("evil.example");
        byte[] around = ByteBuffer.allocate(43)
                .put(new byte[] {22, 3, 1, 0x3f, 0, 1, 0, 0x3e, (byte) 0xfc, 3, 3})
                .array();
        assertThat(passed(joined(around, hello), 11).found).contains(new ProtocolSniffer.Tls("evil.example"));
        byte[] many = joined(around, around, around, around, around, hello);
        assertThat(passed(many, 11).found).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 40, 100})
    void recordsBetweenItsPartsDoNotHideAHello(int most) {
        byte[] records = Hello.records(Hello.handshake(Hello.extension(0, Hello.serverName("evil.example"))), most);
        byte[] alert = {21, 3, 1, 0, 2, 1, 90};
        byte[] empty = {22, 3, 1, 0, 0};
        int cut = 5 + most;
        byte[] head = Arrays.copyOf(records, cut);
        byte[] rest = Arrays.copyOfRange(records, cut, records.length);
        assertThat(passed(joined(head, alert, rest), 9).found)
                .hasOnlyElementsOfType(ProtocolSniffer.Broken.class)
                .hasSize(1);
        assertThat(passed(joined(head, empty, rest), 9).found).containsExactly(new ProtocolSniffer.Tls("evil.example"));
        assertThat(passed(joined(empty, head, rest), 9).found).contains(new ProtocolSniffer.Tls("evil.example"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4, 0x0f})
    void aHelloInRecordsOfUnknownVersionIsFound(int major) {
        byte[] records = Hello.records(Hello.handshake(Hello.extension(0, Hello.serverName("evil.example"))), 50);
        for (int at = 0; at < records.length; at += 5 + records[at + 4]) {
            records[at + 1] = (byte) major;
        }
        byte[] before = "STARTTLS\r\n".getBytes(StandardCharsets.US_ASCII);
        assertThat(passed(joined(before, records), 7).found).containsExactly(new ProtocolSniffer.Tls("evil.example"));
    }

    @Test
    void tablesOfSmallNumbersAreNoHellos() {
        for (int width : List.of(1, 2, 4, 8)) {
            for (int number : List.of(22, 0x1600, 0x0316, 0x1603)) {
                ByteBuffer table = ByteBuffer.allocate(4_096).order(java.nio.ByteOrder.LITTLE_ENDIAN);
                while (table.remaining() >= 8) {
                    switch (width) {
                        case 1 -> table.put((byte) number);
                        case 2 -> table.putShort((short) number);
                        case 4 -> table.putInt(number);
                        default -> table.putLong(number);
                    }
                }
                assertThat(passed(table.array(), 100).found)
                        .as("%d bytes of %d", width, number)
                        .isEmpty();
            }
        }
    }

    @Test
    void aHelloWithAnInvalidLengthIsBroken() {
        byte[] hello = Hello.tls("good.example");
        // The length of the extensions.
        hello[5 + 4 + 2 + 32 + 1 + 32 + 2 + 4 + 1 + 1] = 0x7f;
        assertThat(passed(hello, 50).found)
                .hasOnlyElementsOfType(ProtocolSniffer.Broken.class)
                .hasSize(1);
        byte[] large = Hello.records(Hello.handshake(Hello.extension(21, new byte[20_000])), 1 << 14);
        assertThat(passed(large, 1_000).found)
                .hasOnlyElementsOfType(ProtocolSniffer.Broken.class)
                .hasSize(1);
    }

    @Test
    void noHelloIsFoundInRandomBytes() {
        byte[] noise = new byte[64 << 20];
        new Random(7).nextBytes(noise);
        assertThat(passed(noise, 64 << 10).found).isEmpty();
    }

    @Test
    void theBeginningOfAHelloIsPassedAtOnce() {
        for (String hex : List.of("16", "1603", "1603010200", "16030102000100", "1603010200010001fc0303")) {
            byte[] bytes = java.util.HexFormat.of().parseHex(hex);
            assertThat(new HelloWatch().clear(ByteBuffer.wrap(bytes))).isEqualTo(bytes.length);
        }
    }

    @Property(tries = 2_000)
    void anyBytesPassCompletely(@ForAll @Size(max = 400) byte[] bytes, @ForAll @IntRange(min = 1) int cut) {
        assertThat(passed(bytes, 1 + cut % 50).total).isEqualTo(bytes.length);
    }

    private record Passed(List<ProtocolSniffer> found, List<Integer> before, int total) {}

    /// Passes bytes in segments, each of which is accepted in parts as by a slow server.
    private static Passed passed(byte[] bytes, int segment) {
        HelloWatch watch = new HelloWatch();
        List<ProtocolSniffer> found = new ArrayList<>();
        List<Integer> before = new ArrayList<>();
        int at = 0;
        for (int edge = Math.min(segment, bytes.length); at < bytes.length; ) {
            ByteBuffer part = ByteBuffer.wrap(bytes, at, edge - at);
            int clear = watch.clear(part);
            int takes = Math.min(clear, Math.max(1, segment - 2));
            watch.passed(takes);
            at += takes;
            if (takes == clear && watch.found() != null) {
                found.add(watch.found());
                before.add(at);
                watch.goOn();
            }
            edge = at == edge ? Math.min(edge + segment, bytes.length) : edge;
        }
        return new Passed(found, before, at);
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
