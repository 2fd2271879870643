package dev.belljar.agent.gateway.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.gateway.flow.FlowLog;
import dev.belljar.contract.event.NetOp;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Generator;
import dev.belljar.testing.property.Generators;
import dev.belljar.testing.property.Property;
import dev.belljar.testing.property.Size;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests that no frame of a guest makes its network throw, grow, or answer with more than it received.
@Tag("slow")
class GuestNetworkFuzzTest {
    private static final List<byte[]> SEEDS = List.of(
            Frames.REAL_ARP_ELSEWHERE,
            Frames.REAL_SYN,
            Frames.REAL_QUESTION,
            Frames.REAL_DATAGRAM,
            Frames.REAL_ECHO,
            Frames.REAL_DISCOVER,
            Frames.REAL_ROUTER_SOLICITATION,
            Frames.REAL_MULTICAST_REPORT,
            Frames.dhcp("10.213.0.2", "10.213.0.1", 3, "3204" + "0ad50002"),
            Frames.udp("8.8.8.8", 53, Frames.question("a.b.c.example")),
            Frames.tcp("10.213.0.1", 53, 0x18, 1, 1, Frames.join(new byte[] {0, 29}, Frames.question("a.example.b"))));

    @Property(tries = 2_000)
    void randomBytesAreOnlyCounted(@ForAll @Size(max = 2_000) byte[] frame) {
        Bench bench = new Bench();
        bench.send(frame);
        assertBounded(bench, 1);
    }

    @Property(tries = 5_000)
    void spoiledFramesAreOnlyCountedOrAnswered(@ForAll("spoiled") byte[] frame) {
        Bench bench = new Bench();
        bench.send(frame);
        assertBounded(bench, 1);
    }

    /// Most spoiled frames fail at their checksums; here the checksums are corrected, so that the inner parsers
    /// get them.
    @Property(tries = 5_000)
    void spoiledPayloadsWithRightChecksumsAreOnlyCountedOrAnswered(
            @ForAll @Size(max = 600) byte[] payload,
            @ForAll("protocols") int protocol,
            @ForAll("targets") String target) {
        Bench bench = new Bench();
        bench.send(Frames.ipv4("10.213.0.2", target, protocol, payload));
        bench.send(Frames.udp(target, 53, payload));
        bench.send(Frames.udp("0.0.0.0", 68, "255.255.255.255", 67, payload));
        bench.send(Frames.tcp(target, 53, protocol, payload.length, payload.length, payload));
        bench.send(Frames.icmp(target, protocol, 0, payload));
        assertBounded(bench, 5);
    }

    @Property(tries = 1_000)
    void anyBytesOnADnsConnectionAreAnsweredOrReset(@ForAll @Size(max = 300) byte[] said, @ForAll boolean framed) {
        Bench bench = new Bench();
        String hello = bench.answer(Frames.tcp("10.213.0.1", 53, 2, 100, 0, new byte[0]));
        int first = Integer.parseUnsignedInt(hello.substring(2 * 38, 2 * 42), 16);
        byte[] prefix = {(byte) (said.length >>> 8), (byte) said.length};
        bench.send(Frames.tcp("10.213.0.1", 53, 0x18, 101, first + 1, framed ? Frames.join(prefix, said) : said));
        assertBounded(bench, 2);
    }

    @Test
    void halfAMillionSpoiledFramesKeepStateBounded() {
        Random random = new Random(20_261_121);
        Bench bench = new Bench();
        for (int i = 0; i < 500_000; i++) {
            byte[] frame = SEEDS.get(random.nextInt(SEEDS.size())).clone();
            for (int flips = random.nextInt(4); flips >= 0; flips--) {
                // Only behind the Ethernet header; otherwise most frames would fail there.
                frame[14 + random.nextInt(frame.length - 14)] = (byte) random.nextInt();
            }
            bench.send(random.nextInt(8) == 0 ? Arrays.copyOf(frame, random.nextInt(frame.length)) : frame);
            bench.answers.clear();
        }
        bench.network.sweep();
        assertThat(bench.totals().framesUp()).isEqualTo(500_000);
        assertThat(bench.totals().malformed()).isPositive().isLessThan(500_000);
        assertThat(bench.network.size()).isLessThan(5 * FlowLog.OPENS_AT_ONCE);
        assertThat(bench.seen.all().size()).isLessThan(10 * FlowLog.OPENS_AT_ONCE);
    }

    /// Random segments, many of which nearly fit an open connection, datagram flow or name.
    @Property(tries = 300)
    void randomSegmentsOnOpenFlowsKeepStateBounded(@ForAll long seed) {
        Random random = new Random(seed);
        Bench bench = new Bench(new ScriptedPolicy()
                .hold(to -> to.port() == 81 || "held.example".equals(to.name()))
                .allow(to -> true));
        List<String> targets = List.of("93.184.216.34", "93.184.216.35", "10.213.0.1");
        for (int i = 0; i < 300; i++) {
            byte[] data = new byte[random.nextInt(4) == 0 ? random.nextInt(3_000) : random.nextInt(30)];
            random.nextBytes(data);
            String target = targets.get(random.nextInt(targets.size()));
            int port = 80 + random.nextInt(3);
            int from = 40_000 + random.nextInt(3);
            int flags = List.of(2, 2, 16, 24, 17, 4, random.nextInt(64)).get(random.nextInt(7));
            int ack = 1 + random.nextInt(2) + (bench.answers.isEmpty() ? 0 : lastNumber(bench));
            bench.send(Frames.tcp(from, target, port, flags, 1 + random.nextInt(50), ack, data));
            bench.send(Frames.udp("10.213.0.2", from, target, random.nextBoolean() ? 53 : port, data));
            FakeNetworkGuest.resolve(bench, random.nextBoolean() ? "held.example" : "a.example", "93.184.216.34");
            if (!bench.outside.calls.isEmpty() && random.nextBoolean()) {
                bench.outside.calls.removeFirst().dialed().connected(new FakeStream());
            }
            if (!bench.outside.sent.isEmpty()) {
                FakeOutside.Sent sent = bench.outside.sent.get(random.nextInt(bench.outside.sent.size()));
                bench.arrive(sent, ByteBuffer.wrap(data));
            }
            if (random.nextInt(20) == 0) {
                bench.pass(1);
            }
        }
        bench.network.close();
        assertThat(bench.outside.sockets).isZero();
        assertThat(bench.seen.of(NetOp.OPEN)).hasSameSizeAs(bench.seen.of(NetOp.CLOSE));
    }

    private static int lastNumber(Bench bench) {
        byte[] frame = bench.answers.getLast();
        return frame[23] == 6 ? ByteBuffer.wrap(frame).getInt(38) : 0;
    }

    Generator<byte[]> spoiled() {
        Generator<byte[]> frames = choices -> SEEDS.get((int) choices.upTo(SEEDS.size() - 1L));
        return choices -> {
            byte[] frame = frames.next(choices);
            int place = (int) choices.upTo(400);
            byte value = (byte) choices.upTo(255);
            byte[] copy = Arrays.copyOf(frame, frame.length - (int) choices.upTo(20));
            copy[place % copy.length] = value;
            return copy;
        };
    }

    Generator<Integer> protocols() {
        return Generators.oneOf(Generators.of(1, 6, 17), Generators.integers(0, 255));
    }

    Generator<String> targets() {
        return Generators.of("10.213.0.1", "10.213.0.2", "10.213.0.255", "8.8.8.8", "255.255.255.255", "224.0.0.1");
    }

    private static void assertBounded(Bench bench, int sent) {
        assertThat(bench.answers.size()).isLessThanOrEqualTo(sent);
        assertThat(bench.seen.all().size()).isLessThanOrEqualTo(2 * sent);
        for (byte[] answer : bench.answers) {
            assertThat(answer.length).isBetween(14 + 28, 14 + 65_535);
            assertThat(answer[12] == 8 && answer[13] == 0 ? Frames.checksum(answer, 14, 34, 0) : 0)
                    .isZero();
        }
    }
}
