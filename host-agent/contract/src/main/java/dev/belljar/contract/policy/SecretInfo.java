package dev.belljar.contract.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A secret that is stored on the host; its value is never shown. `bindings` are the host names it may be
/// used for, `places` gives for each the sandboxes and the parts of a request; `where` is the storage of its
/// value, `file` or `keyring`, or `command` if it is not stored. `command` is the command that prints it, for
/// a secret of that kind. `used` is its last use, null if there was none since the host agent started;
/// `problem` says why it has no value now.
public record SecretInfo(
        String name,
        SecretKind kind,
        long created,
        List<String> bindings,
        List<SecretBinding> places,
        String where,
        @Nullable String command,
        @Nullable SecretUse used,
        @Nullable String problem) {
    public SecretInfo {
        bindings = List.copyOf(bindings);
        places = List.copyOf(places);
    }

    /// Where the value of a secret comes from.
    public enum SecretKind {
        /// The user entered it.
        VALUE,
        /// A command on the host prints it whenever it is needed.
        COMMAND,
        /// A login server issues it, and a new one before it expires.
        LOGIN
    }

    /// The last use of a secret: when, in milliseconds since the epoch, by the sandbox with this name, and in a
    /// request to which host.
    public record SecretUse(long time, String sandbox, String host) {}
}
