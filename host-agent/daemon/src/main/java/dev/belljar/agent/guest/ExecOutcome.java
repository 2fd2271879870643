package dev.belljar.agent.guest;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// The result of a command in the guest: how it ended, and its outputs, each cut at a limit.
public record ExecOutcome(GuestExit exit, byte[] out, byte[] err, boolean truncated) {
    private static final int BUFFER = 16_384;

    /// Gives a command all of `input`, reads both its outputs to the end, of which at most `limit` bytes each
    /// are kept, and waits for its end. The command is closed in every case.
    ///
    /// @throws GuestException when it never started or the link broke before it ended
    public static ExecOutcome of(GuestExec exec, byte[] input, int limit) throws GuestException, InterruptedException {
        try (exec) {
            Collector out = new Collector(exec.stdout(), limit, "guest-exec-out");
            Collector err = new Collector(exec.stderr(), limit, "guest-exec-err");
            Thread feeder = Thread.ofVirtual().name("guest-exec-in").start(() -> feed(exec.stdin(), input));
            GuestExit exit = exec.await();
            feeder.join();
            return new ExecOutcome(exit, out.bytes(), err.bytes(), out.truncated() || err.truncated());
        }
    }

    private static void feed(OutputStream stdin, byte[] input) {
        try (stdin) {
            stdin.write(input);
        } catch (IOException e) {
            // The command ended without reading its input; its exit tells how.
        }
    }

    private static final class Collector {
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private final int limit;
        private final Thread reader;
        private boolean truncated;

        Collector(InputStream stream, int limit, String name) {
            this.limit = limit;
            this.reader = Thread.ofVirtual().name(name).start(() -> drain(stream));
        }

        private void drain(InputStream stream) {
            byte[] buffer = new byte[BUFFER];
            try (stream) {
                for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
                    int keep = Math.min(n, limit - kept.size());
                    kept.write(buffer, 0, keep);
                    truncated |= keep < n;
                }
            } catch (IOException e) {
                // The wait for the command's end throws the reason.
            }
        }

        byte[] bytes() throws InterruptedException {
            reader.join();
            return kept.toByteArray();
        }

        boolean truncated() {
            return truncated;
        }
    }
}
