package dev.belljar.contract.view.codingagent;

import org.jspecify.annotations.Nullable;

/// A login of the user, so that an agent gets a credential. `url` is the page to open in a browser. `secret`
/// is the name under which the tokens are stored, and `problem` says why the login failed.
public record LoginAttempt(
        String id,
        LoginState state,
        String url,
        String secret,
        @Nullable String problem) {
    /// How far a login is.
    public enum LoginState {
        /// The user has not logged in yet.
        WAITING,
        /// The tokens are stored.
        DONE,
        /// Nothing was stored.
        FAILED
    }
}
