package dev.belljar.app.text;

import dev.belljar.contract.text.VisibleText;

/// Makes text from a guest safe to show: on one line, bounded, with characters that could act or deceive
/// replaced by their code points.
public final class VisibleGuestText {
    private static final int ASCII = 0x7f;

    private VisibleGuestText() {}

    /// Returns at most `most` characters; control, formatting and direction characters are shown
    /// as `\x{202E}`.
    public static String shown(String text, int most) {
        StringBuilder clean = new StringBuilder();
        text.codePoints().limit(most + 1L).forEach(c -> put(clean, c, VisibleText.is(c)));
        return bounded(clean, most);
    }

    /// Returns a host name or an address; every character outside ASCII is shown by its code point, since
    /// letters of different alphabets look alike.
    public static String name(String text, int most) {
        StringBuilder clean = new StringBuilder();
        text.codePoints().limit(most + 1L).forEach(c -> put(clean, c, c > ' ' && c < ASCII));
        return bounded(clean, most);
    }

    private static void put(StringBuilder clean, int character, boolean plain) {
        if (plain) {
            clean.appendCodePoint(character);
        } else {
            clean.append("\\x{")
                    .append(Integer.toHexString(character).toUpperCase(java.util.Locale.ROOT))
                    .append('}');
        }
    }

    private static String bounded(StringBuilder clean, int most) {
        return clean.length() <= most ? clean.toString() : clean.substring(0, Math.max(0, most - 1)) + "…";
    }
}
