package dev.belljar.contract.request.jail;

import dev.belljar.contract.jail.JailMode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A jail for one command.
///
/// `project` and `folder` (in which the command starts) are absolute paths; `mode` is `dynamic` if it is missing.
/// `writable`, `overlays` and `blacklist` are absolute paths: what the jail may change, what it may change without
/// changing the original, and what it never sees.
public record PrepareJail(
        String project,
        String folder,
        List<String> command,
        Map<String, String> environment,
        boolean terminal,
        @Nullable JailMode mode,
        boolean noDebugging,
        List<String> writable,
        List<String> overlays,
        List<String> blacklist) {
    public PrepareJail {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        writable = List.copyOf(writable);
        overlays = List.copyOf(overlays);
        blacklist = List.copyOf(blacklist);
    }
}
