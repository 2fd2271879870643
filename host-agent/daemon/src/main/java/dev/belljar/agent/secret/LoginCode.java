package dev.belljar.agent.secret;

/// An authorization code, with what a server wants to see to issue tokens for it: the PKCE code verifier, and
/// the address to which it sent the browser.
public record LoginCode(String code, String verifier, String redirect) {
    // A record says what it has; this one must not.
    @Override
    public String toString() {
        return "login code";
    }
}
