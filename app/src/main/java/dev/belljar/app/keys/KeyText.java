package dev.belljar.app.keys;

import dev.belljar.app.text.Texts;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Text that the user pastes, or that a file contains, where a public key is expected. The host agent
/// validates keys; this class only rejects early what must not be sent anywhere and what is clearly no key.
final class KeyText {
    private static final Texts TEXTS = Texts.of(KeyText.class);

    /// The maximum that the host agent accepts, characters.
    private static final int LONGEST = 4_096;

    private static final Pattern FIRST_LINE =
            Pattern.compile("(-----BEGIN )?((OPENSSH|RSA|EC|DSA|ENCRYPTED) )?PRIVATE KEY(-----)?|PuTTY-User-Key-File");

    private KeyText() {}

    /// True if it is a private key or a part of one: such a text is not stored or sent, and no more than
    /// [#harmless] of it is shown.
    static boolean isPrivate(String text) {
        return text.contains("PRIVATE KEY") || text.contains("PuTTY-User-Key-File");
    }

    /// The part of a private key that may stay on the screen: the words by which it was recognized, and
    /// nothing after them.
    static String harmless(String text) {
        Matcher first = FIRST_LINE.matcher(text);
        return first.find() ? first.group() : "";
    }

    /// The reason why the text is not a public key, as text for the user; null if it may be one.
    static @Nullable String refusal(String text) {
        String line = text.strip();
        if (line.isEmpty()) {
            return TEXTS.get("keys.refused.empty");
        }
        if (isPrivate(line)) {
            return TEXTS.get("keys.refused.private");
        }
        if (line.lines().count() > 1) {
            return TEXTS.get("keys.refused.lines");
        }
        if (line.length() > LONGEST || line.indexOf('\0') >= 0) {
            return TEXTS.get("keys.refused.other");
        }
        return null;
    }
}
