package dev.belljar.agent.gateway.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.gateway.ProcessFinder;
import dev.belljar.agent.host.AnotherJvm;
import dev.belljar.agent.host.HostBudget;
import dev.belljar.agent.packet.TcpSegment;
import dev.belljar.agent.tcp.ChunkStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Sixteen machines whose connections buffer as much as they can, and then one more, in a process with the heap
/// of the host agent.
@Tag("slow")
@Timeout(300)
class SaturationTest {
    private static final int MACHINES = 16;
    private static final int CONNECTIONS = 2_100;
    private static final int CHUNK = 32 * 1024;
    private static final String TARGET = "93.184.216.34";

    @TempDir
    Path folder = Path.of("");

    @Test
    void theSeventeenthMachineWorks() throws Exception {
        List<String> options =
                List.of("-Xmx768m", "-XX:MaxDirectMemorySize=384m", "-XX:+ExitOnOutOfMemoryError", "-XX:+UseSerialGC");
        try (AnotherJvm jvm = AnotherJvm.of(Saturated.class, folder, options)) {
            int exit = jvm.awaitEnd(Duration.ofMinutes(4));
            assertThat(jvm.rest()).contains("the seventeenth was carried");
            assertThat(exit).isZero();
        }
    }

    /// The program, in which the far sides never take any bytes.
    static final class Saturated {
        private Saturated() {}

        public static void main(String[] args) {
            HostBudget budget = new HostBudget(256 << 20, 4 << 20);
            ChunkStore chunks = new ChunkStore(budget);
            List<Bench> hogs = new ArrayList<>();
            for (int i = 0; i < MACHINES; i++) {
                hogs.add(saturated(chunks));
                System.out.println(i + ": " + (budget.used() >> 20) + " MiB on their way");
            }
            Bench last = new Bench(new ScriptedPolicy().allow(destination -> true), ProcessFinder.NONE, chunks);
            FakeNetworkGuest guest = new FakeNetworkGuest(last, TARGET, 9_000);
            FakeStream stream = guest.open();
            String said = "x".repeat(1_400);
            for (int i = 0; i < 3_000; i++) {
                guest.say(said);
            }
            long taken = stream.taken().length();
            stream.give("an answer");
            last.turn();
            boolean answered = new String(last.answers.getLast(), java.nio.charset.StandardCharsets.ISO_8859_1)
                    .contains("an answer");
            boolean whole = taken == 3_000L * said.length();
            System.out.println(hogs.size() + " machines hold " + (budget.used() >> 20) + " MiB");
            System.out.println(
                    whole && answered && budget.used() > budget.total() / 3
                            ? "the seventeenth was carried"
                            : "carried " + taken + ", answered " + answered);
            System.exit(0);
        }

        private static Bench saturated(ChunkStore chunks) {
            Bench bench = new Bench(new ScriptedPolicy().allow(destination -> true), ProcessFinder.NONE, chunks);
            byte[] data = new byte[CHUNK];
            Arrays.fill(data, (byte) 'x');
            for (int i = 0; i < CONNECTIONS; i++) {
                int from = 20_000 + i;
                bench.send(Frames.tcp(from, TARGET, 9_000, TcpSegment.SYN, 1_000, 0, new byte[0]));
                FakeStream stream = new FakeStream();
                stream.takes = 0;
                bench.outside.calls.removeFirst().dialed().connected(stream);
                bench.turn();
                long theirs = answered(bench);
                bench.answers.clear();
                bench.send(Frames.tcp(from, TARGET, 9_000, TcpSegment.ACK, 1_001, theirs, new byte[0]));
                bench.send(Frames.tcp(from, TARGET, 9_000, TcpSegment.ACK | TcpSegment.PSH, 1_001, theirs, data));
                bench.answers.clear();
            }
            return bench;
        }

        /// The sequence number after that of the SYN-ACK.
        private static long answered(Bench bench) {
            byte[] frame = bench.answers.getLast();
            return (java.nio.ByteBuffer.wrap(frame).getInt(14 + 20 + 4) & 0xffff_ffffL) + 1;
        }
    }
}
