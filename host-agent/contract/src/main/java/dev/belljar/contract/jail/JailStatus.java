package dev.belljar.contract.jail;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A jail and what runs in it. `started` is in milliseconds since the epoch; `pid` is that of its first
/// process on the host, null while it starts; `held` counts the accesses that wait for an answer.
public record JailStatus(
        String id,
        String project,
        List<String> command,
        JailMode mode,
        long started,
        @Nullable Integer pid,
        int held) {
    public JailStatus {
        command = List.copyOf(command);
    }
}
