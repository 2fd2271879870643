package dev.belljar.agent.tool;

import dev.belljar.contract.text.VisibleText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/// Reads cargo's output during a build: reports progress, and keeps the last lines for an error message.
///
/// The output is untrusted: lines are cut, no more is kept, and only visible characters are passed on.
final class CargoOutput {
    private static final int LAST_LINES = 12;
    private static final int LONGEST_LINE = 300;
    private static final int BUFFER = 16_384;

    private final Crate crate;
    private final ToolProgress progress;
    private final Deque<String> last = new ArrayDeque<>();
    private final byte[] line = new byte[LONGEST_LINE];
    private int length;
    private int compiled;

    CargoOutput(Crate crate, ToolProgress progress) {
        this.crate = crate;
        this.progress = progress;
    }

    /// Reads to the end.
    void read(InputStream stream) {
        byte[] buffer = new byte[BUFFER];
        try (stream) {
            for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
                for (int i = 0; i < n; i++) {
                    take(buffer[i]);
                }
            }
        } catch (IOException e) {
            // The build was ended; its exit code says the rest.
        }
        end();
    }

    /// The last lines, on one.
    String last() {
        return String.join(" / ", last);
    }

    private void take(byte next) {
        if (next == '\n') {
            end();
        } else if (length < LONGEST_LINE) {
            line[length++] = next;
        }
    }

    private void end() {
        String words = VisibleText.line(new String(line, 0, length, StandardCharsets.UTF_8).strip());
        length = 0;
        if (words.isEmpty()) {
            return;
        }
        last.addLast(words);
        if (last.size() > LAST_LINES) {
            last.removeFirst();
        }
        compiled += words.startsWith("Compiling ") ? 1 : 0;
        progress.at(Math.min(99, compiled * 100 / crate.crates()), words);
    }
}
