package dev.belljar.app.keys;

import dev.belljar.app.text.Texts;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a person pastes or a file has where a public key is expected. The host agent decides what a key is; here is
/// only told early what must not be sent anywhere, and what is plainly something else.
final class KeyText {
    private static final Texts TEXTS = Texts.of(KeyText.class);

    /// What the host agent takes at most, characters.
    private static final int LONGEST = 4_096;

    private static final Pattern FIRST_LINE =
            Pattern.compile("(-----BEGIN )?((OPENSSH|RSA|EC|DSA|ENCRYPTED) )?PRIVATE KEY(-----)?|PuTTY-User-Key-File");

    private KeyText() {}

    /// Whether it is a private key, whole or in part: such a text is not kept or sent, and no more than [#harmless] of
    /// it is shown.
    static boolean isPrivate(String text) {
        return text.contains("PRIVATE KEY") || text.contains("PuTTY-User-Key-File");
    }

    /// What may stay on the screen of a private key: the words by which it was known, and nothing of what follows.
    static String harmless(String text) {
        Matcher first = FIRST_LINE.matcher(text);
        return first.find() ? first.group() : "";
    }

    /// Why it is no public key, in words for the person; null when it may be one.
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
