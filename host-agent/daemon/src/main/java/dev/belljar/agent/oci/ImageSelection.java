package dev.belljar.agent.oci;

import dev.belljar.agent.erofs.ImagePath;
import dev.belljar.agent.oci.OciImage.OciLayer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Finds the image that is meant in a layout or an archive: the one with the name `ref` or, without one,
/// the only one; of an image for several platforms the one for linux/amd64. Everything it reads has the
/// digest that is stated for it.
final class ImageSelection {
    private static final String OS = "linux";
    private static final String ARCHITECTURE = "amd64";
    private static final String REF = "org.opencontainers.image.ref.name";
    private static final String CONTAINERD = "io.containerd.image.name";
    private static final Pattern HEX = Pattern.compile("[0-9a-f]{64}");
    private static final int MOST_NAMES = 20;

    private final ImageFiles files;
    private final @Nullable String ref;
    private final OciLimits limits;

    ImageSelection(ImageFiles files, @Nullable String ref, OciLimits limits) {
        this.files = files;
        this.ref = ref;
        this.limits = limits;
    }

    /// The image.
    ///
    /// @throws OciException when there is none, it is not clear which one is meant, or a file is not as
    ///     stated
    OciImage image() throws IOException, OciException {
        if (files.has("index.json")) {
            requireLayout();
            return ofLayout();
        }
        if (files.has("manifest.json")) {
            return ofDocker();
        }
        throw OciException.unreadable(
                "there is neither an index.json nor a manifest.json: expected an OCI layout, or an archive that"
                        + " Podman or Docker saved",
                "Save the image with `podman save --format oci-archive -o FILE IMAGE` or `docker save -o FILE IMAGE`.",
                null);
    }

    private OciJson document(String path, OciLimits bounds) throws IOException, OciException {
        return OciJson.read(OciJson.bytes(files, path, bounds), path, bounds);
    }

    private void requireLayout() throws IOException, OciException {
        String version =
                files.has("oci-layout") ? document("oci-layout", limits).text("imageLayoutVersion") : null;
        if (version == null || !version.startsWith("1.")) {
            throw OciException.invalid(
                    "the file oci-layout is missing or has an unknown version: expected imageLayoutVersion 1.0.0");
        }
    }

    private OciImage ofLayout() throws IOException, OciException {
        Map<String, OciJson> digests = new LinkedHashMap<>();
        Set<String> all = new LinkedHashSet<>();
        Set<String> names = new LinkedHashSet<>();
        for (OciJson each : document("index.json", limits).objects("manifests")) {
            Set<String> own = names(each);
            String digest = String.valueOf(each.text("digest"));
            all.addAll(own.isEmpty() ? Set.of(digest) : own);
            boolean meant = ref == null || own.contains(ref) || digest.equals(ref);
            if (meant && (ref != null || usable(each))) {
                digests.put(digest, each);
                names.addAll(own);
            }
        }
        OciJson chosen = only(digests, all);
        return ofDescriptor(chosen, List.copyOf(names), 0);
    }

    private static Set<String> names(OciJson descriptor) {
        OciJson annotations = descriptor.object("annotations");
        Set<String> names = new LinkedHashSet<>();
        for (String key : List.of(CONTAINERD, REF)) {
            String name = annotations.text(key);
            if (name != null && !name.isBlank()) {
                names.add(ImagePath.shown(name));
            }
        }
        return names;
    }

    /// The only one of several images.
    private <T> T only(Map<String, T> images, Set<String> names) throws OciException {
        if (images.size() == 1) {
            return images.values().iterator().next();
        }
        String list = String.join(", ", names.stream().limit(MOST_NAMES).toList());
        if (images.isEmpty()) {
            throw OciException.which(
                    ref == null
                            ? "there is no image for linux/amd64"
                            : "there is no image \"%s\"; there are: %s".formatted(ImagePath.shown(ref), list),
                    "Belljar runs images for linux/amd64.");
        }
        throw OciException.which(
                "there are %d images: %s".formatted(images.size(), list), "Choose one of them with --ref.");
    }

    /// False for an image of another platform, and for what builds attach to an image.
    private static boolean usable(OciJson descriptor) {
        OciJson platform = descriptor.object("platform");
        String architecture = platform.text("architecture");
        return architecture == null || (architecture.equals(ARCHITECTURE) && OS.equals(platform.text("os")));
    }

    private OciImage ofDescriptor(OciJson descriptor, List<String> names, int depth) throws IOException, OciException {
        OciDigest digest = OciDigest.parse(String.valueOf(descriptor.text("digest")), "a manifest");
        OciJson manifest = OciJson.read(verified(digest, descriptor.number("size", -1)), "the manifest", limits);
        if (manifest.has("manifests")) {
            if (depth == limits.nestedIndexes()) {
                throw OciException.invalid("more than %d indexes refer to each other".formatted(depth));
            }
            Map<String, OciJson> usable = new LinkedHashMap<>();
            for (OciJson each : manifest.objects("manifests")) {
                if (usable(each)) {
                    usable.put(String.valueOf(each.text("digest")), each);
                }
            }
            return ofDescriptor(only(usable, usable.keySet()), names, depth + 1);
        }
        return ofManifest(manifest, names);
    }

    private OciImage ofManifest(OciJson manifest, List<String> names) throws IOException, OciException {
        OciJson config = manifest.object("config");
        OciDigest id = OciDigest.parse(String.valueOf(config.text("digest")), "the configuration");
        if (!HEX.matcher(id.hex()).matches()) {
            throw OciException.invalid("the digest of the configuration is not a SHA-256 digest");
        }
        OciJson configuration = OciJson.read(verified(id, config.number("size", -1)), "the configuration", limits);
        List<OciDigest> unpacked = unpacked(configuration);
        List<OciLayer> layers = new ArrayList<>();
        for (OciJson each : manifest.objects("layers")) {
            OciDigest packed = OciDigest.parse(String.valueOf(each.text("digest")), "a layer");
            String type = String.valueOf(each.text("mediaType"));
            if (type.contains("encrypted")) {
                throw OciException.invalid("layer %d is encrypted".formatted(layers.size() + 1));
            }
            if (layers.size() >= unpacked.size()) {
                break; // counted below
            }
            layers.add(new OciLayer(packed.path(), packed, each.number("size", -1), unpacked.get(layers.size())));
        }
        requireSame(manifest.objects("layers").size(), unpacked.size());
        return new OciImage(id, OciConfig.of(configuration), layers, names);
    }

    private byte[] verified(OciDigest digest, long size) throws IOException, OciException {
        byte[] bytes = OciJson.bytes(files, digest.path(), limits);
        if (bytes.length != size) {
            throw OciException.invalid("%s has %,d bytes: expected %,d".formatted(digest, bytes.length, size));
        }
        digest.require(digest.start().digest(bytes), digest.path());
        return bytes;
    }

    /// The digests of the layers without their compression, of an image for this platform.
    private List<OciDigest> unpacked(OciJson configuration) throws OciException {
        String platform = configuration.text("os") + "/" + configuration.text("architecture");
        if (!platform.equals(OS + "/" + ARCHITECTURE)) {
            throw OciException.which(
                    "the image is for %s".formatted(ImagePath.shown(platform)), "Belljar runs images for linux/amd64.");
        }
        List<OciDigest> digests = new ArrayList<>();
        for (String each : configuration.object("rootfs").texts("diff_ids")) {
            digests.add(OciDigest.parse(each, "a layer"));
        }
        if (digests.size() > limits.layers()) {
            throw OciException.tooLarge(
                    "the image has %d layers, more than %d".formatted(digests.size(), limits.layers()));
        }
        return digests;
    }

    private static void requireSame(int layers, int digests) throws OciException {
        if (layers == 0 || layers != digests) {
            throw OciException.invalid("the image has %d layers, and digests of %d: expected as many, and at least one"
                    .formatted(layers, digests));
        }
    }

    private OciImage ofDocker() throws IOException, OciException {
        Map<String, OciJson> found = new LinkedHashMap<>();
        Set<String> all = new LinkedHashSet<>();
        Set<String> names = new LinkedHashSet<>();
        for (OciJson each : OciJson.readList(OciJson.bytes(files, "manifest.json", limits), "manifest.json", limits)) {
            String config = String.valueOf(each.text("Config"));
            List<String> tags =
                    each.texts("RepoTags").stream().map(ImagePath::shown).toList();
            all.addAll(tags.isEmpty() ? List.of(ImagePath.shown(config)) : tags);
            if (ref == null || tags.contains(ref) || config.contains(ref)) {
                found.put(config, each);
                names.addAll(tags);
            }
        }
        OciJson chosen = only(found, all);
        String path = String.valueOf(chosen.text("Config"));
        byte[] bytes = OciJson.bytes(files, path, limits);
        OciDigest id = dockerId(path, bytes);
        OciJson configuration = OciJson.read(bytes, "the configuration", limits);
        List<OciDigest> unpacked = unpacked(configuration);
        List<String> paths = chosen.texts("Layers");
        requireSame(paths.size(), unpacked.size());
        List<OciLayer> layers = new ArrayList<>();
        for (String each : paths) {
            layers.add(new OciLayer(each, null, -1, unpacked.get(layers.size())));
        }
        return new OciImage(id, OciConfig.of(configuration), layers, List.copyOf(names));
    }

    /// The configuration's digest, which is its name in the archive as well.
    private static OciDigest dockerId(String path, byte[] bytes) throws OciException {
        String name = path.substring(path.lastIndexOf('/') + 1);
        String hex = name.endsWith(".json") ? name.substring(0, name.length() - ".json".length()) : name;
        OciDigest any = new OciDigest("sha256", "");
        String computed = HexFormat.of().formatHex(any.start().digest(bytes));
        OciDigest id = new OciDigest("sha256", HEX.matcher(hex).matches() ? hex : computed);
        id.require(id.start().digest(bytes), path);
        return id;
    }
}
