package dev.belljar.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a real program that writes as fast as it can never uses more disk space than the limit, whether
/// or not the process that started it still runs, and that its last output is kept.
@Timeout(120)
class BoundedLogTest {
    private static final long FLOOD_NANOS = TimeUnit.SECONDS.toNanos(2);

    @TempDir
    Path folder = Path.of("");

    private BoundedLog log() {
        return new BoundedLog(folder.resolve("a log"));
    }

    @Test
    void aFloodStaysWithinTheLimitAndItsLastOutputIsKept() throws Exception {
        Process flood = Command.of("sh", "-c", "timeout 2 yes 'a line like any other' >&2; echo the last word")
                .startDetached(log());
        long largest = watch(flood.toHandle());
        flood.waitFor();
        assertThat(log().tail())
                .endsWith("the last word\n")
                .contains("a line like any other\n")
                .hasSize(BoundedLog.TAIL);
        assertThat(largest).isBetween(1L, (long) BoundedLog.LIMIT);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log().file())))
                .isEqualTo("rw-------");
    }

    @Test
    void aSilentProgramLeavesAnEmptyLog() throws Exception {
        Process quiet = Command.of("true").startDetached(log());
        quiet.waitFor();
        assertThat(log().tail()).isEmpty();
        Process again = Command.of("echo", "one word").startDetached(log());
        again.waitFor();
        assertThat(log().tail()).isEqualTo("one word\n");
    }

    @Test
    void theLimitAppliesAfterTheStarterWasKilled() throws Exception {
        try (AnotherJvm jvm = AnotherJvm.of(Starts.class, folder, log().file().toString())) {
            jvm.awaitWord("started");
            ProcessHandle flood = ProcessHandle.of(
                            Long.parseLong(Files.readString(folder.resolve("pid"), StandardCharsets.US_ASCII)))
                    .orElseThrow();
            try {
                jvm.kill();
                assertThat(watch(flood)).isBetween(1L, (long) BoundedLog.LIMIT);
                assertThat(flood.isAlive()).isTrue();
            } finally {
                flood.destroyForcibly();
            }
            flood.onExit().join();
            assertThat(log().tail()).hasSize(BoundedLog.TAIL).contains("after all\n");
        }
    }

    /// The largest total size of the log's files at any time.
    private long watch(ProcessHandle program) throws IOException, InterruptedException {
        long end = System.nanoTime() + FLOOD_NANOS;
        long largest = 0;
        while (program.isAlive() && System.nanoTime() < end) {
            largest = Math.max(largest, size("a log") + size("a log.1"));
            Thread.sleep(1);
        }
        return largest;
    }

    private long size(String name) throws IOException {
        try {
            return Files.size(folder.resolve(name));
        } catch (NoSuchFileException e) {
            return 0; // the file was just renamed
        }
    }

    /// Starts a program that floods its log and outlives this one.
    static final class Starts {
        private Starts() {}

        public static void main(String[] args) throws Exception {
            Path log = Path.of(args[0]);
            Process flood = Command.of("yes", "after all").startDetached(new BoundedLog(log));
            long yes = flood.pid();
            Files.writeString(log.resolveSibling("pid"), Long.toString(yes));
            System.out.println("started");
            Thread.sleep(60_000);
        }
    }
}
