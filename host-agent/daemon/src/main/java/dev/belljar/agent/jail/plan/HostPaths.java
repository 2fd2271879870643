package dev.belljar.agent.jail.plan;

import java.util.Optional;

/// What a plan needs to know about files of the host.
public interface HostPaths {
    /// The path without symbolic links; empty if nothing is there or it cannot be read.
    Optional<String> real(String path);

    /// True if the path is a folder.
    boolean folder(String path);
}
