package dev.belljar.contract.text;

/// Replaces characters of untrusted text that could mislead a reader or control a terminal.
///
/// Control characters (C0 and C1) control a terminal; formatting characters change the direction of a line or
/// are invisible, like some fillers and variation selectors; private-use and unassigned characters and lone
/// surrogates look different on each system.
public final class VisibleText {
    // Fillers and joiners that Unicode classifies as letters or marks.
    private static final String BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0";

    private VisibleText() {}

    /// True if this character can neither control a terminal nor mislead a reader.
    public static boolean is(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> BLANK.indexOf(codePoint) < 0 && !selects(codePoint);
        };
    }

    // Those without a use in ordinary text; the last two, which follow emojis, have one.
    private static boolean selects(int codePoint) {
        return (codePoint >= 0xFE00 && codePoint <= 0xFE0D) || (codePoint >= 0xE0100 && codePoint <= 0xE01EF);
    }

    /// The text on one line, with a question mark for each character that is not visible.
    public static String line(String text) {
        return text(text, "");
    }

    /// The text with a question mark for each character that is neither visible nor in `kept`, such as a tab or
    /// line ends.
    public static String text(String text, String kept) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> shown.appendCodePoint(is(c) || kept.indexOf(c) >= 0 ? c : '?'));
        return shown.toString();
    }

    /// The same, but each character that is not visible is written as its code, `\\u202E` or `\\x1B`, so that a reader
    /// of a change sees that it is there, and which one.
    public static String escaped(String text, String kept) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (is(c) || kept.indexOf(c) >= 0) {
                shown.appendCodePoint(c);
            } else {
                shown.append(
                        c < 0x100
                                ? "\\x%02X".formatted(c)
                                : c > 0xFFFF ? "\\U%08X".formatted(c) : "\\u%04X".formatted(c));
            }
        });
        return shown.toString();
    }
}
