package dev.belljar.contract.view.work;

import org.jspecify.annotations.Nullable;

/// A file in the workspace, as the guest reports it: its size in bytes, when it was changed in milliseconds since the
/// epoch, and whether it is marked as executable. `risk` says why the host could execute the file, null if it could
/// not.
public record GuestFile(
        String path,
        long size,
        long modified,
        boolean executable,
        @Nullable String risk) {}
