package dev.belljar.agent.erofs;

import dev.belljar.contract.text.VisibleText;
import java.nio.charset.StandardCharsets;

/// Paths in an image. They are strings with one character for each byte, because a path need not be valid
/// UTF-8.
public final class ImagePath {
    private static final int MOST_SHOWN = 120;

    private ImagePath() {}

    /// The path as an error message shows it: short, and without characters that a terminal would obey.
    public static String shown(String path) {
        String text = new String(path.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        StringBuilder words = new StringBuilder();
        text.codePoints()
                .limit(MOST_SHOWN)
                .map(c -> VisibleText.is(c) ? c : '?')
                .forEach(words::appendCodePoint);
        return text.length() > MOST_SHOWN ? words + "…" : words.toString();
    }
}
