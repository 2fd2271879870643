package dev.belljar.agent.secret;

import org.jspecify.annotations.Nullable;

/// A place of the desktop's own for the text of secrets.
public interface SecretKeyring {
    /// There is none.
    SecretKeyring NONE = new SecretKeyring() {
        @Override
        public boolean put(String name, String value) {
            return false;
        }

        @Override
        public @Nullable String get(String name) {
            return null;
        }

        @Override
        public void remove(String name) {}

        @Override
        public String sentence() {
            return "secrets are kept in a file that only you can read: no desktop keyring answers here";
        }
    };

    /// Keeps a text; false when it could not.
    boolean put(String name, String value) throws InterruptedException;

    /// The text kept under a name; null when there is none or it cannot be had now.
    @Nullable
    String get(String name) throws InterruptedException;

    /// Forgets a text, if it is there.
    void remove(String name) throws InterruptedException;

    /// Where secrets are kept, in words.
    String sentence();
}
