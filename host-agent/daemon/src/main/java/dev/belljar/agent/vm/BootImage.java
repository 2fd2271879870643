package dev.belljar.agent.vm;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The files and kernel parameters a machine boots from. `root` is a read-only file system that the guest
/// uses instead of the base's; null for none.
public record BootImage(
        Path kernel,
        Path initrd,
        Path probeInitrd,
        Path base,
        List<String> parameters,
        @Nullable Path root) {
    /// An image whose base is also the root.
    public BootImage(Path kernel, Path initrd, Path probeInitrd, Path base, List<String> parameters) {
        this(kernel, initrd, probeInitrd, base, parameters, null);
    }

    /// The same image with this root.
    public BootImage withRoot(Path other) {
        return new BootImage(kernel, initrd, probeInitrd, base, parameters, other);
    }

    public BootImage {
        parameters = List.copyOf(parameters);
    }
}
