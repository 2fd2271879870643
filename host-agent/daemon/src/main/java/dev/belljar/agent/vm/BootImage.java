package dev.belljar.agent.vm;

import java.nio.file.Path;
import java.util.List;

/// The files and kernel parameters a machine boots from.
public record BootImage(Path kernel, Path initrd, Path probeInitrd, Path base, List<String> parameters) {
    public BootImage {
        parameters = List.copyOf(parameters);
    }
}
