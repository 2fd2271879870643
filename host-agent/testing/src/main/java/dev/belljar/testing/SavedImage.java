package dev.belljar.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/// Saves images as Podman and Docker do, from layers that a test made.
public final class SavedImage {
    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final List<String> manifests = new ArrayList<>();
    private final List<String> docker = new ArrayList<>();

    /// What compresses a layer.
    public interface LayerPacker {
        LayerPacker NONE = packer("tar", layer -> layer);
        LayerPacker GZIP = packer("tar+gzip", SavedImage::gzip);

        /// The end of the media type.
        String type();

        byte[] pack(byte[] layer) throws IOException;
    }

    /// Compresses bytes.
    public interface ByteCompressor {
        byte[] compress(byte[] bytes) throws IOException;
    }

    /// A packer with this end of the media type.
    public static LayerPacker packer(String type, ByteCompressor compressor) {
        return new LayerPacker() {
            @Override
            public String type() {
                return type;
            }

            @Override
            public byte[] pack(byte[] layer) throws IOException {
                return compressor.compress(layer);
            }
        };
    }

    public static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    /// Adds an image with these layers.
    public SavedImage image(String name, LayerPacker packing, byte[]... layers) throws IOException {
        return image(
                name,
                "amd64",
                "{\"Env\":[\"PATH=/opt/bin:/bin\",\"COLOR=blue\"],\"WorkingDir\":\"/srv\","
                        + "\"User\":\"app\",\"ExposedPorts\":{\"8080/tcp\":{}},\"Entrypoint\":[\"/serve\"],\"Cmd\":[\"--all\"]}",
                packing,
                layers);
    }

    public SavedImage image(String name, String architecture, String config, LayerPacker packing, byte[]... layers)
            throws IOException {
        List<String> descriptors = new ArrayList<>();
        List<String> digests = new ArrayList<>();
        List<String> paths = new ArrayList<>();
        for (byte[] layer : layers) {
            byte[] packed = packing.pack(layer);
            descriptors.add(descriptor("application/vnd.oci.image.layer.v1." + packing.type(), packed));
            digests.add("\"sha256:" + sha256(layer) + "\"");
            paths.add("\"blobs/sha256/" + sha256(packed) + "\"");
        }
        byte[] configuration = ("{\"architecture\":\"%s\",\"os\":\"linux\",\"config\":%s,"
                        + "\"rootfs\":{\"type\":\"layers\",\"diff_ids\":%s}}")
                .formatted(architecture, config, digests)
                .getBytes(StandardCharsets.UTF_8);
        byte[] manifest = "{\"schemaVersion\":2,\"config\":%s,\"layers\":%s}"
                .formatted(descriptor("application/vnd.oci.image.config.v1+json", configuration), descriptors)
                .getBytes(StandardCharsets.UTF_8);
        String described = descriptor("application/vnd.oci.image.manifest.v1+json", manifest);
        manifests.add(described.substring(0, described.length() - 1)
                + ",\"annotations\":{\"org.opencontainers.image.ref.name\":\"" + name + "\"}}");
        docker.add("{\"Config\":\"blobs/sha256/%s\",\"RepoTags\":[\"%s\"],\"Layers\":%s}"
                .formatted(sha256(configuration), name, paths));
        return this;
    }

    /// Keeps a file under its digest, and returns its descriptor.
    public String descriptor(String type, byte[] content) {
        files.put("blobs/sha256/" + sha256(content), content);
        return "{\"mediaType\":\"%s\",\"digest\":\"sha256:%s\",\"size\":%d}"
                .formatted(type, sha256(content), content.length);
    }

    public SavedImage manifest(String descriptor) {
        manifests.add(descriptor);
        return this;
    }

    public Map<String, byte[]> files() {
        Map<String, byte[]> all = new LinkedHashMap<>(files);
        all.put("oci-layout", "{\"imageLayoutVersion\":\"1.0.0\"}".getBytes(StandardCharsets.UTF_8));
        all.put(
                "index.json",
                "{\"schemaVersion\":2,\"manifests\":%s}".formatted(manifests).getBytes(StandardCharsets.UTF_8));
        return all;
    }

    /// An OCI layout in this folder.
    public Path layout(Path folder) throws IOException {
        for (Map.Entry<String, byte[]> each : files().entrySet()) {
            Path file = folder.resolve(each.getKey());
            Files.createDirectories(file.getParent());
            Files.write(file, each.getValue());
        }
        return folder;
    }

    /// What `podman save --format oci-archive` writes.
    public Path archive(Path file) throws IOException {
        TarBuilder tar = new TarBuilder();
        files().forEach((path, content) -> tar.file(path, content, 0644));
        return Files.write(file, tar.bytes());
    }

    /// What `docker save` wrote before it wrote layouts.
    public Path dockerArchive(Path file) throws IOException {
        TarBuilder tar = new TarBuilder();
        files.forEach((path, content) -> tar.file(path, content, 0644));
        tar.file("manifest.json", docker.toString());
        return Files.write(file, tar.bytes());
    }

    public static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
