package dev.belljar.agent.secret;

import org.jspecify.annotations.Nullable;

/// A desktop keyring that stores the values of secrets.
public interface SecretKeyring {
    /// No keyring.
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
            return "secrets are stored in a file that only you can read, because no desktop keyring is " + "available";
        }
    };

    /// Stores a value; false if that failed.
    boolean put(String name, String value) throws InterruptedException;

    /// The value stored under a name; null if there is none or it is not available now.
    @Nullable
    String get(String name) throws InterruptedException;

    /// Deletes a value, if it exists.
    void remove(String name) throws InterruptedException;

    /// Where values are stored, in words.
    String sentence();
}
