package dev.belljar.mcp.tool;

import dev.belljar.client.TerminalListener;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// The beginnings of both outputs of a command, each up to a limit; what follows is counted.
///
/// The command is not slowed down or ended by the limit: it could otherwise not finish its work.
final class BoundedOutput implements TerminalListener {
    private final KeptBytes output;
    private final KeptBytes error;

    BoundedOutput(int most) {
        output = new KeptBytes(most);
        error = new KeptBytes(most);
    }

    @Override
    public void output(byte[] bytes) {
        output.add(bytes);
    }

    @Override
    public void error(byte[] bytes) {
        error.add(bytes);
    }

    KeptBytes output() {
        return output;
    }

    KeptBytes error() {
        return error;
    }

    /// The number of bytes that the command has written.
    long bytes() {
        return output.all() + error.all();
    }

    /// The first bytes of a stream.
    static final class KeptBytes {
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private final int most;
        private long all;

        private KeptBytes(int most) {
            this.most = most;
        }

        private synchronized void add(byte[] bytes) {
            kept.write(bytes, 0, Math.min(bytes.length, most - kept.size()));
            all += bytes.length;
        }

        private synchronized long all() {
            return all;
        }

        /// The number of bytes that were not kept.
        synchronized long leftOut() {
            return all - kept.size();
        }

        /// What was kept as text; bytes that are not UTF-8 become replacement characters.
        synchronized String text() {
            return kept.toString(StandardCharsets.UTF_8);
        }
    }
}
