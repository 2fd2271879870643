package dev.belljar.agent.inspect.relay;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// A secret for which the guest has a placeholder. `value` is null if it must not be inserted; with `anywhere`
/// it may also be inserted in a request's query and body.
public record KnownSecret(
        String name, String placeholder, @Nullable String value, boolean anywhere) {
    /// The value as in header fields, with each byte as one character.
    public static String bytes(String value) {
        return new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    // Without the value, which a record would print.
    @Override
    public String toString() {
        return "secret " + name;
    }
}
