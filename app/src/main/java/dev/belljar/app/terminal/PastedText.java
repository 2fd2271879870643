package dev.belljar.app.terminal;

/// What of the person's clipboard may be typed into a terminal, and what of a machine's words may go to it.
///
/// A page or a program can put more on a clipboard than is seen of it: an escape sequence in it could end a bracketed
/// paste early, and what follows would be run as typed.
final class PastedText {
    private static final int LONGEST = 1 << 20;

    private PastedText() {}

    /// The words without control characters but tabs and line ends, cut at a million.
    static String clean(String words) {
        StringBuilder clean = new StringBuilder(Math.min(words.length(), LONGEST));
        words.chars()
                .limit(LONGEST)
                .filter(c -> c == '\t' || c == '\n' || c == '\r' || !Character.isISOControl(c))
                .forEach(c -> clean.append((char) c));
        return clean.toString();
    }
}
