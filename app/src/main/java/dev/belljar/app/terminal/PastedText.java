package dev.belljar.app.terminal;

/// Cleans text between the clipboard and a terminal, in both directions.
///
/// A page or a program can put more on the clipboard than the user sees: an escape sequence in it could end a
/// bracketed paste early, and the text after it would be run as if it had been typed.
final class PastedText {
    private static final int LONGEST = 1 << 20;

    private PastedText() {}

    /// Returns the text without control characters except tabs and line ends, cut at 2²⁰ characters.
    static String clean(String words) {
        StringBuilder clean = new StringBuilder(Math.min(words.length(), LONGEST));
        words.chars()
                .limit(LONGEST)
                .filter(c -> c == '\t' || c == '\n' || c == '\r' || !Character.isISOControl(c))
                .forEach(c -> clean.append((char) c));
        return clean.toString();
    }
}
