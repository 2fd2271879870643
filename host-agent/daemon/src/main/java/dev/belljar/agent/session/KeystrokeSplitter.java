package dev.belljar.agent.session;

/// Splits typed bytes into messages that Zellij interprets as one key each, or as plain letters.
///
/// Zellij (0.45) passes the whole message to the program for each key in it that is not a plain letter: a line
/// with its Enter in one message arrives twice. A bracketed paste is one key of any length; `ZellijKeyboard`
/// handles those.
final class KeystrokeSplitter {
    private static final byte ESCAPE = 0x1b;

    private KeystrokeSplitter() {}

    /// The number of bytes from `at` that form one message; `at` is before `end`.
    static int length(byte[] bytes, int at, int end) {
        byte first = bytes[at];
        if (first == ESCAPE) {
            return escape(bytes, at, end);
        }
        if (isControl(first)) {
            return 1;
        }
        int next = at;
        while (next < end && !isControl(bytes[next])) {
            next++;
        }
        return next - at;
    }

    private static int escape(byte[] bytes, int at, int end) {
        if (at + 1 >= end) {
            return 1;
        }
        return switch (bytes[at + 1]) {
            case '[' -> sequence(bytes, at + 2, end) - at;
            case 'O' -> Math.min(end, at + 3) - at;
            case ESCAPE -> 1;
            default -> 1 + letter(bytes, at + 1, end);
        };
    }

    /// The index after a control sequence that begins at `from`.
    private static int sequence(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && bytes[at] >= 0x20 && bytes[at] < 0x40) {
            at++;
        }
        return Math.min(end, at + 1);
    }

    /// The length of one UTF-8 letter in bytes.
    private static int letter(byte[] bytes, int at, int end) {
        int next = at + 1;
        while (next < end && (bytes[next] & 0xc0) == 0x80) {
            next++;
        }
        return next - at;
    }

    // Bytes of non-ASCII letters are negative.
    private static boolean isControl(byte value) {
        return (value >= 0 && value < 0x20) || value == 0x7f;
    }
}
