package dev.belljar.agent.secret;

import dev.belljar.contract.policy.SecretBinding;
import dev.belljar.contract.policy.SecretInfo.SecretKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A secret as it is stored. `value` is null if the keyring has it, or if `command` prints it; with `login`
/// it is the tokens as JSON. `bindings` is the format of earlier versions.
record StoredSecret(
        String name,
        @Nullable String value,
        long created,
        @Nullable List<String> bindings,
        @Nullable List<SecretBinding> places,
        @Nullable String command,
        @Nullable LoginServer login) {
    List<SecretBinding> all() {
        // A list that is missing is read as an empty one.
        if (places != null && !places.isEmpty()) {
            return places;
        }
        return bindings == null
                ? List.of()
                : bindings.stream()
                        .map(host -> new SecretBinding(host, false, null))
                        .toList();
    }

    SecretKind kind() {
        if (command != null) {
            return SecretKind.COMMAND;
        }
        return login == null ? SecretKind.VALUE : SecretKind.LOGIN;
    }

    /// Where the value is stored, as in `SecretInfo`.
    String where() {
        if (command != null) {
            return "command";
        }
        return value == null ? "keyring" : "file";
    }

    StoredSecret bound(List<SecretBinding> bound) {
        return new StoredSecret(name, value, created, null, List.copyOf(bound), command, login);
    }

    StoredSecret with(@Nullable String other) {
        return new StoredSecret(name, other, created, bindings, places, command, login);
    }

    // A record says what it has; this one must not.
    @Override
    public String toString() {
        return "secret " + name;
    }
}
