package dev.belljar.agent.vm.qmp;

import dev.belljar.contract.codec.JsonFault;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Splits the monitor's bytes into lines, however they arrive, and refuses a line longer than 1 MiB.
final class QmpLines {
    static final int LONGEST = 1 << 20;

    private final LineHandler handler;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    /// Receives complete lines.
    interface LineHandler {
        void take(String line) throws JsonFault;
    }

    QmpLines(LineHandler handler) {
        this.handler = handler;
    }

    /// Processes the first `count` bytes.
    ///
    /// @throws IOException when a line is too long
    /// @throws JsonFault when a line is not what the taker expects
    void feed(byte[] chunk, int count) throws IOException, JsonFault {
        int from = 0;
        for (int i = 0; i < count; i++) {
            if (chunk[i] == '\n') {
                line.write(chunk, from, i - from);
                finish();
                from = i + 1;
            }
        }
        line.write(chunk, from, count - from);
        if (line.size() > LONGEST) {
            throw new IOException("a line is longer than " + LONGEST + " bytes");
        }
    }

    private void finish() throws JsonFault {
        String text = line.toString(StandardCharsets.UTF_8).strip();
        line.reset();
        if (!text.isEmpty()) {
            handler.take(text);
        }
    }
}
