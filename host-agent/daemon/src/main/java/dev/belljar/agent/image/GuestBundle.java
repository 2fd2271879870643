package dev.belljar.agent.image;

import static java.util.Objects.requireNonNull;

import dev.belljar.agent.vm.BootImage;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A whole guest as files in one folder: kernel, initrd, the probe's initrd and the read-only base, made from the
/// inputs `digest` stands for.
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

    /// The bundle in this folder, after a look at its manifest and at the size of each file.
    ///
    /// @throws ImageException when the manifest is not one, or a file is missing or of another size
    public static GuestBundle open(Path folder) throws ImageException {
        ImageManifest manifest = read(folder.resolve(MANIFEST));
        if (!manifest.complete()) {
            throw ImageException.broken(
                    folder.resolve(MANIFEST), "expected a guest bundle of schema 1 with nothing left out", null);
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

    /// Reads every file to its end and compares digests: a second or two, for when something is suspected.
    ///
    /// @throws ImageException naming the first file that is not as it was built
    public void verify() throws ImageException {
        for (BundleFile file : files()) {
            file.verify(folder);
        }
    }

    /// What a machine boots from.
    public BootImage bootImage() {
        return new BootImage(
                folder.resolve(kernel.name()),
                folder.resolve(initrd.name()),
                folder.resolve(probeInitrd.name()),
                folder.resolve(base.name()),
                kernelParams);
    }

    /// What it takes on disk, in bytes.
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
            throw ImageException.broken(file, "expected the guest image's manifest", e);
        } catch (JsonFault e) {
            throw ImageException.broken(file, "expected the guest image's manifest: " + e.getMessage(), e);
        }
    }
}
