package dev.belljar.agent.inspect.relay;

import org.jspecify.annotations.Nullable;

/// A secret for which the guest has a placeholder. `value` is null if it must not be inserted on this
/// connection; with `anywhere` it may also be inserted in a request's query and body. `renewals` is the path
/// on this host at which the guest would ask for a new value itself; null if that is elsewhere or nowhere.
public record KnownSecret(
        String name,
        String placeholder,
        @Nullable SecretValue value,
        boolean anywhere,
        @Nullable String renewals) {
    // Without the value, which a record would print.
    @Override
    public String toString() {
        return "secret " + name;
    }
}
