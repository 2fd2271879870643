package dev.belljar.app.keys;

import org.jspecify.annotations.Nullable;

/// What a person pastes or a file has where a public key is expected. The host agent decides what a key is; here is
/// only told early what must not be sent anywhere, and what is plainly something else.
final class KeyText {
    /// What is said of a private key.
    static final String PRIVATE = "That is a private key. It stays with its owner: nothing of it was sent or kept. Give"
            + " the public one, in the file beside it that ends in .pub.";

    /// What the host agent takes at most, characters.
    private static final int LONGEST = 4_096;

    private KeyText() {}

    /// Whether it is a private key, whole or in part: such a text is not shown, kept or sent.
    static boolean isPrivate(String text) {
        return text.contains("PRIVATE KEY") || text.contains("PuTTY-User-Key-File");
    }

    /// Why it is no public key, in words for the person; null when it may be one.
    static @Nullable String refusal(String text) {
        String line = text.strip();
        if (line.isEmpty()) {
            return "There is no key in this. A public key is one line, as “ssh-ed25519 AAAA… you@laptop”.";
        }
        if (isPrivate(line)) {
            return PRIVATE;
        }
        if (line.lines().count() > 1) {
            return "These are several lines. Add one public key at a time.";
        }
        if (line.length() > LONGEST || line.indexOf('\0') >= 0) {
            return "That is no public key. A public key is one line, as “ssh-ed25519 AAAA… you@laptop”.";
        }
        return null;
    }
}
