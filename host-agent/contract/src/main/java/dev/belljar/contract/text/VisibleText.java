package dev.belljar.contract.text;

/// The one rule for which characters of foreign text may reach a screen: those that are what they look like.
///
/// Control characters (C0 and C1) drive a terminal; formatting characters turn the direction of a line or hide in
/// it; what is private, unassigned or half a character looks different everywhere.
public final class VisibleText {
    private VisibleText() {}

    /// True when this character can neither act nor deceive.
    public static boolean is(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    /// The text on one line, with a question mark for each character that is not visible.
    public static String line(String text) {
        return text(text, "");
    }

    /// The same, but these characters may stay: a tab, or line ends.
    public static String text(String text, String kept) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> shown.appendCodePoint(is(c) || kept.indexOf(c) >= 0 ? c : '?'));
        return shown.toString();
    }
}
