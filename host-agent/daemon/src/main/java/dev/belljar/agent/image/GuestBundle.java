package dev.belljar.agent.image;

import static java.util.Objects.requireNonNull;

import dev.belljar.agent.vm.BootImage;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A guest image as files in one folder: kernel, initrd, the probe's initrd and the read-only root file system.
/// `digest` is the digest of the inputs it was made from.
public record GuestBundle(
        Path folder,
        String digest,
        String kernelRelease,
        List<String> kernelParams,
        BundleFile kernel,
        BundleFile initrd,
        BundleFile probeInitrd,
        BundleFile base) {
    private static final String MANIFEST = "manifest.json";

    public GuestBundle {
        kernelParams = List.copyOf(kernelParams);
    }

    /// Opens the bundle in this folder; checks its manifest and the size of each file.
    ///
    /// @throws ImageException when the manifest is not valid, or a file is missing or has another size
    public static GuestBundle open(Path folder) throws ImageException {
        ImageManifest manifest = read(folder.resolve(MANIFEST));
        if (!manifest.complete()) {
            throw ImageException.broken(
                    folder.resolve(MANIFEST),
                    "incomplete or in an unsupported format: expected a guest image manifest with schema 1",
                    null);
        }
        GuestBundle bundle = new GuestBundle(
                folder,
                requireNonNull(manifest.digest()),
                requireNonNull(manifest.kernelRelease()),
                requireNonNull(manifest.kernelParams()),
                requireNonNull(manifest.kernel()),
                requireNonNull(manifest.initrd()),
                requireNonNull(manifest.probeInitrd()),
                requireNonNull(manifest.base()));
        for (BundleFile file : bundle.files()) {
            file.sized(folder);
        }
        return bundle;
    }

    /// Reads every file to its end and compares digests. It takes a second or two, and is for a suspected
    /// damage.
    ///
    /// @throws ImageException with the name of the first file that was changed
    public void verify() throws ImageException {
        for (BundleFile file : files()) {
            file.verify(folder);
        }
    }

    /// The files that a machine boots from.
    public BootImage bootImage() {
        return new BootImage(
                folder.resolve(kernel.name()),
                folder.resolve(initrd.name()),
                folder.resolve(probeInitrd.name()),
                folder.resolve(base.name()),
                kernelParams);
    }

    /// The size on disk, in bytes.
    public long bytes() {
        return files().stream().mapToLong(BundleFile::size).sum();
    }

    private List<BundleFile> files() {
        return List.of(kernel, initrd, probeInitrd, base);
    }

    private static ImageManifest read(Path file) throws ImageException {
        try {
            return ContractJson.read(Files.readString(file), ImageManifest.class);
        } catch (IOException e) {
            throw ImageException.broken(file, "the guest image's manifest cannot be read", e);
        } catch (JsonFault e) {
            throw ImageException.broken(file, "not a valid guest image manifest: " + e.getMessage(), e);
        }
    }
}
