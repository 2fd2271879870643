package dev.belljar.contract.request.jail;

import dev.belljar.contract.jail.JailMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A jail for one command.
///
/// `project` and `folder` (in which the command starts) are absolute paths; `environment` has words
/// `NAME=VALUE`; `mode` is `dynamic` if it is missing. `writable`, `overlays` and `blacklist` are absolute
/// paths: what the jail may change, what it may change without changing the original, and what it never sees.
public record PrepareJail(
        String project,
        String folder,
        List<String> command,
        List<String> environment,
        boolean terminal,
        @Nullable JailMode mode,
        boolean noDebugging,
        List<String> writable,
        List<String> overlays,
        List<String> blacklist) {
    public PrepareJail {
        command = List.copyOf(command);
        environment = List.copyOf(environment);
        writable = List.copyOf(writable);
        overlays = List.copyOf(overlays);
        blacklist = List.copyOf(blacklist);
    }
}
