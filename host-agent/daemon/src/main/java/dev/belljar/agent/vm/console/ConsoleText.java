package dev.belljar.agent.vm.console;

import dev.belljar.contract.text.VisibleText;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Converts a guest's untrusted output into clean lines of at most 512 characters.
///
/// Escape sequences, control characters and formatting characters are dropped; a lone carriage return starts the
/// line again, as on a terminal. A longer line is cut and skipped to its end, so that memory stays bounded.
public final class ConsoleText {
    static final int LONGEST_LINE = 512;
    private static final int LONGEST_BYTES = LONGEST_LINE * 4;
    private static final String CUT = "…";

    private final Consumer<String> lines;
    private final byte[] bytes = new byte[LONGEST_BYTES];
    private int length;
    private boolean cut;
    private boolean returned;
    private Escape escape = Escape.NONE;

    private enum Escape {
        NONE,
        BEGUN,
        CONTROL,
        TEXT,
        TEXT_ENDING
    }

    public ConsoleText(Consumer<String> lines) {
        this.lines = lines;
    }

    /// Cleans a single line.
    public static String clean(String line) {
        StringBuilder all = new StringBuilder();
        ConsoleText text = new ConsoleText(all::append);
        byte[] whole = line.replace('\n', ' ').getBytes(StandardCharsets.UTF_8);
        text.feed(whole, whole.length);
        text.end();
        return all.toString();
    }

    /// Processes the first `count` bytes.
    public void feed(byte[] chunk, int count) {
        for (int i = 0; i < count; i++) {
            if (escape == Escape.NONE) {
                plain(chunk[i]);
            } else {
                escaped(chunk[i]);
            }
        }
    }

    /// Emits the last line if it was not ended.
    public void end() {
        if (length > 0) {
            emit();
        }
    }

    private void plain(byte b) {
        if (b == '\n') {
            emit();
        } else if (b == '\r') {
            returned = true;
        } else if (b == 0x1b) {
            escape = Escape.BEGUN;
        } else if (b < 0 || b >= ' ' || b == '\t') {
            keep(b == '\t' ? (byte) ' ' : b);
        }
    }

    private void escaped(byte b) {
        if (b == '\n') {
            // A sequence ends with its line: otherwise two bytes of a guest could suppress all of its later
            // output.
            escape = Escape.NONE;
            emit();
            return;
        }
        escape = switch (escape) {
            case BEGUN -> begun(b);
            case CONTROL -> b >= 0x40 && b <= 0x7e ? Escape.NONE : Escape.CONTROL;
            case TEXT -> b == 0x07 ? Escape.NONE : b == 0x1b ? Escape.TEXT_ENDING : Escape.TEXT;
            case TEXT_ENDING -> b == '\\' ? Escape.NONE : Escape.TEXT;
            case NONE -> Escape.NONE;
        };
    }

    private static Escape begun(byte b) {
        return switch (b) {
            case '[' -> Escape.CONTROL;
            case ']', 'P', '^', '_', 'X' -> Escape.TEXT;
            case ' ', '#', '%', '(', ')', '*', '+' -> Escape.BEGUN;
            default -> Escape.NONE;
        };
    }

    private void keep(byte b) {
        if (returned) {
            length = 0;
            cut = false;
            returned = false;
        }
        if (length < LONGEST_BYTES) {
            bytes[length++] = b;
        } else {
            cut = true;
        }
    }

    private void emit() {
        String line = visible(new String(bytes, 0, length, StandardCharsets.UTF_8));
        boolean shorten = cut || line.length() > LONGEST_LINE;
        length = 0;
        cut = false;
        returned = false;
        lines.accept(shorten ? shortened(line) : line);
    }

    private static String shortened(String line) {
        int end = Math.min(line.length(), LONGEST_LINE - CUT.length());
        boolean splitsPair = end > 0 && end < line.length() && Character.isHighSurrogate(line.charAt(end - 1));
        return line.substring(0, splitsPair ? end - 1 : end) + CUT;
    }

    private static String visible(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        text.codePoints().filter(VisibleText::is).forEach(kept::appendCodePoint);
        return kept.toString();
    }
}
