package dev.belljar.contract.request.sandbox;

import dev.belljar.contract.policy.NetworkMode;
import org.jspecify.annotations.Nullable;

/// Asks to create a sandbox for the project folder `path` (absolute) and to start it unless `start` is false.
///
/// Null fields take the default: the folder's name, 8,192 MiB and 4 CPUs bounded by the host, 16,384 MiB of
/// disk, and the network mode of the broader layers. The mode is in effect before the machine starts. `plainFolder`
/// must be true for a folder that is not a git repository: the user confirms that it is
/// captured as one commit. A sandbox that is `oneShot` is for one command: it is deleted, with everything in it, when
/// its client says so or is gone.
public record CreateSandbox(
        String path,
        @Nullable String name,
        @Nullable Integer memoryMiB,
        @Nullable Integer cpus,
        @Nullable Integer diskMiB,
        @Nullable NetworkMode networkMode,
        boolean plainFolder,
        boolean start,
        boolean oneShot) {
    /// Asks for a sandbox that stays.
    public CreateSandbox(
            String path,
            @Nullable String name,
            @Nullable Integer memoryMiB,
            @Nullable Integer cpus,
            @Nullable Integer diskMiB,
            @Nullable NetworkMode networkMode,
            boolean plainFolder,
            boolean start) {
        this(path, name, memoryMiB, cpus, diskMiB, networkMode, plainFolder, start, false);
    }
}
