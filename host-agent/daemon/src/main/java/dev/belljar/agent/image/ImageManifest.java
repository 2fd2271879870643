package dev.belljar.agent.image;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A bundle's `manifest.json`: the inputs of the guest image, and the size and digest of each of its files.
record ImageManifest(
        int schema,
        @Nullable String format,
        @Nullable String distribution,
        @Nullable String suite,
        @Nullable String digest,
        @Nullable String kernelRelease,
        @Nullable List<String> kernelParams,
        @Nullable BundleFile kernel,
        @Nullable BundleFile initrd,
        @Nullable BundleFile probeInitrd,
        @Nullable BundleFile base) {
    private static final String FORMAT = "belljar-guest-bundle";

    /// Whether this host agent understands the manifest, and no required field is missing.
    boolean complete() {
        return schema == 1 && Objects.equals(format, FORMAT) && described() && listed();
    }

    private boolean described() {
        return digest != null && kernelRelease != null && kernelParams != null;
    }

    private boolean listed() {
        return kernel != null && initrd != null && probeInitrd != null && base != null;
    }
}
