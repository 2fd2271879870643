package dev.belljar.contract.jail;

import org.jspecify.annotations.Nullable;

/// An access to a hidden path that was decided. `ts` is in milliseconds since the epoch, `mask` the hidden
/// file or folder that `path` is in, `program` the program that accessed it.
public record RecordedAccess(
        long ts,
        String jail,
        String project,
        String path,
        String mask,
        @Nullable String program,
        boolean allowed) {}
