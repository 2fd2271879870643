package dev.belljar.agent.oci;

import com.github.luben.zstd.ZstdIOException;
import dev.belljar.agent.erofs.ErofsWriter;
import dev.belljar.agent.erofs.ImageTree;
import dev.belljar.agent.erofs.TreeException;
import dev.belljar.agent.oci.ImageFiles.ImageFile;
import dev.belljar.agent.oci.OciImage.OciLayer;
import dev.belljar.contract.text.FileErrors;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/// Makes one read-only file system of an image. It streams: no file of the image is ever a file of the
/// host, and nothing is unpacked.
///
/// The image can be used only after `convert` has returned: until then no digest of a layer is known to be
/// right. Can be interrupted.
public final class ImageConverter implements AutoCloseable {
    private static final int ID_DIGITS = 32;
    private static final int LAST_PERCENT = 99;

    private final ImageFiles files;
    private final OciImage image;
    private final OciLimits limits;

    private ImageConverter(ImageFiles files, OciImage image, OciLimits limits) {
        this.files = files;
        this.image = image;
        this.limits = limits;
    }

    /// Opens a layout or an archive, and finds the image with this name in it; null for the only one.
    ///
    /// @throws OciException when that is not possible
    public static ImageConverter open(Path place, @Nullable String ref, OciLimits limits)
            throws OciException, InterruptedException {
        ImageFiles opened = null;
        try {
            if (!Files.isDirectory(place) && !Files.isRegularFile(place)) {
                throw OciException.unreadable(
                        place + " does not exist, or is neither a folder nor a file",
                        "Expected the folder of an OCI layout, or an archive.",
                        null);
            }
            opened = Files.isDirectory(place) ? new FolderFiles(place.toRealPath()) : ArchiveFiles.open(place, limits);
            return new ImageConverter(opened, new ImageSelection(opened, ref, limits).image(), limits);
        } catch (OciException e) {
            closeQuietly(opened);
            throw e;
        } catch (ClosedByInterruptException e) {
            closeQuietly(opened);
            throw cancelled();
        } catch (IOException e) {
            closeQuietly(opened);
            throw unreadable(place.toString(), e);
        }
    }

    private static void closeQuietly(@Nullable ImageFiles opened) {
        if (opened != null) {
            try {
                opened.close();
            } catch (IOException e) {
                // only read
            }
        }
    }

    /// The digest that identifies the image, in hex digits.
    public String id() {
        return image.id().hex();
    }

    /// The names it was saved under.
    public List<String> names() {
        return image.names();
    }

    /// Writes the file system to a file that must not exist yet.
    ///
    /// @throws OciException when the image is wrong or beyond its limits
    /// @throws IOException when the result cannot be written, or the listener refused to go on
    public ConvertedImage convert(Path target, ConvertListener listener)
            throws OciException, IOException, InterruptedException {
        try (ErofsWriter out = new ErofsWriter(target)) {
            ImageTree tree = new ImageTree(limits.tree());
            LayerFiles layers = new LayerFiles(tree, out, limits);
            ConvertProgress progress = new ConvertProgress(packedBytes(), limits, out, listener);
            for (int i = 0; i < image.layers().size(); i++) {
                add(image.layers().get(i), i, layers, progress);
            }
            out.finish(tree, image.id().hex().substring(0, ID_DIGITS), bytes -> listener.at(LAST_PERCENT, bytes));
            return new ConvertedImage(
                    id(),
                    image.names(),
                    image.config(),
                    image.layers().size(),
                    tree.summary(),
                    layers.special(),
                    layers.attributes(),
                    tree.hasFile("bin/sh"));
        } catch (TreeException e) {
            throw OciException.invalid(String.valueOf(e.getMessage()));
        } catch (ClosedByInterruptException e) {
            throw cancelled();
        }
    }

    private static InterruptedException cancelled() {
        boolean _ = Thread.interrupted();
        return new InterruptedException("the import was cancelled");
    }

    private long packedBytes() throws IOException, OciException {
        long bytes = 0;
        for (OciLayer layer : image.layers()) {
            try (ImageFile file = files.open(layer.path())) {
                bytes += file.size();
            }
        }
        return bytes;
    }

    private void add(OciLayer layer, int number, LayerFiles target, ConvertProgress progress)
            throws OciException, IOException, InterruptedException {
        String what = "layer %d".formatted(number + 1);
        OciDigest packedDigest = layer.packed() == null ? layer.unpacked() : layer.packed();
        try (ImageFile file = files.open(layer.path())) {
            if (layer.size() >= 0 && layer.size() != file.size()) {
                throw OciException.invalid("%s has %,d bytes: expected %,d".formatted(what, file.size(), layer.size()));
            }
            progress.begin(what);
            try (LayerStream packed = new LayerStream(file.content(), packedDigest.start(), progress::packed);
                    InputStream plain = Compression.unpacked(packed);
                    LayerStream unpacked =
                            new LayerStream(plain, layer.unpacked().start(), progress::unpacked)) {
                target.add(unpacked, number);
                unpacked.drain();
                packed.drain();
                layer.unpacked().require(unpacked.computed(), what + ", unpacked,");
                if (layer.packed() != null) {
                    packedDigest.require(packed.computed(), what);
                }
            }
        } catch (OciException e) {
            throw e.of(what);
        } catch (ConvertProgress.LimitException e) {
            throw OciException.tooLarge(what + " of the image " + e.getMessage());
        } catch (EOFException | ZipException | ZstdIOException e) {
            throw damaged(what, e);
        }
    }

    private static OciException damaged(String what, IOException e) {
        return OciException.invalid("%s of the image is damaged: %s".formatted(what, e.getMessage()));
    }

    private static OciException unreadable(String what, IOException e) {
        return e instanceof EOFException
                ? OciException.invalid("the archive is damaged: " + e.getMessage())
                : OciException.unreadable(
                        "the image %s cannot be read: %s".formatted(what, FileErrors.reason(e)), null, e);
    }

    @Override
    public void close() throws IOException {
        files.close();
    }
}
