package dev.belljar.agent.inspect;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// A secret a machine has a placeholder of. `value` is null where it must not be put in place; with `anywhere` it
/// may also stand in a request's query and body.
record KnownSecret(
        String name, String placeholder, @Nullable String value, boolean anywhere) {
    /// The value as header fields hold it, a byte a character.
    static String bytes(String value) {
        return new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    // A record says what it has; this one must not.
    @Override
    public String toString() {
        return "secret " + name;
    }
}
