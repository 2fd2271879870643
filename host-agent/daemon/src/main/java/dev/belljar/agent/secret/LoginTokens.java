package dev.belljar.agent.secret;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import org.jspecify.annotations.Nullable;

/// The tokens of a login. `refresh` gets new ones, null if the server issued none; `expires` is when `access`
/// ends, in milliseconds since the epoch.
record LoginTokens(String access, @Nullable String refresh, long expires) {
    /// These tokens, with the refresh token of the earlier ones if the server issued no new one.
    LoginTokens after(LoginTokens earlier) {
        return refresh == null ? new LoginTokens(access, earlier.refresh, expires) : this;
    }

    String json() {
        return ContractJson.line(this);
    }

    /// @throws SecretException when the text is not the tokens of a login
    static LoginTokens read(String json) throws SecretException {
        try {
            return ContractJson.read(json, LoginTokens.class);
        } catch (JsonFault e) {
            // The parser's message may contain a part of a token.
            throw new SecretException(SecretException.STORE, "the stored tokens of this login cannot be read", null);
        }
    }

    // A record says what it has; this one must not.
    @Override
    public String toString() {
        return "tokens until " + expires;
    }
}
