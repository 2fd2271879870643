package dev.belljar.agent.mirror;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A password or token that the host has for a mirror, and how it is sent.
record MirrorCredential(CredentialShape shape, String value) {
    private static final Pattern PLAIN = Pattern.compile("[\\x21-\\x7e]*");
    /// With this password, the user name is a token.
    private static final String NO_PASSWORD = "x-oauth-basic";

    /// How a credential is sent, without its value. For a token, both `user` and `password` are null; of a user
    /// name and a password, the one that is secret is null. `place` is npm's name for what it is valid for.
    record CredentialShape(
            @Nullable String place,
            @Nullable String user,
            @Nullable String password) {
        boolean token() {
            return user == null && password == null;
        }

        /// The user name in a guest.
        String user(String placeholder) {
            return user == null ? placeholder : user;
        }

        /// The password in a guest.
        String password(String placeholder) {
            return password == null ? placeholder : password;
        }
    }

    /// A token.
    static MirrorCredential token(@Nullable String place, String value) {
        return new MirrorCredential(new CredentialShape(place, null, null), value);
    }

    /// A user name with a password. Without a password, the user name is what is secret.
    static MirrorCredential login(@Nullable String place, String user, String password) {
        return password.isEmpty() || password.equals(NO_PASSWORD)
                ? new MirrorCredential(new CredentialShape(place, null, password), user)
                : new MirrorCredential(new CredentialShape(place, user, null), password);
    }

    /// Why it cannot be passed on to guests as a placeholder; null if it can. `tls` and `named` say whether the
    /// mirror uses TLS, and whether its host has a name.
    @Nullable
    String problem(boolean tls, boolean named) {
        if (value.contains("${") || value.startsWith("$")) {
            return "its password or token is an environment variable, which Belljar does not read";
        }
        String user = shape.user() == null ? "" : shape.user();
        if (value.isEmpty() || !PLAIN.matcher(user).matches() || value.chars().anyMatch(Character::isISOControl)) {
            return "its password or token has characters that cannot be passed on";
        }
        if (!tls) {
            return "its password or token is left out: it would be sent without TLS";
        }
        return named ? null : "its password or token is left out: the mirror has no name, only an address";
    }

    // Without the value, which a record would print.
    @Override
    public String toString() {
        return "credential";
    }
}
