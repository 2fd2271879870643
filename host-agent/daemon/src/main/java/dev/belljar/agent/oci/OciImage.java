package dev.belljar.agent.oci;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One image of a layout or an archive: its configuration, whose digest identifies the image, and its
/// layers from the lowest to the highest.
///
/// `names` are those that it was saved under.
record OciImage(OciDigest id, OciConfig config, List<OciLayer> layers, List<String> names) {
    OciImage {
        layers = List.copyOf(layers);
        names = List.copyOf(names);
    }

    /// A layer: the path of its file, the digest and size of that file (null and -1 where Docker does not
    /// state them), and the digest of the layer without its compression.
    record OciLayer(String path, @Nullable OciDigest packed, long size, OciDigest unpacked) {}
}
