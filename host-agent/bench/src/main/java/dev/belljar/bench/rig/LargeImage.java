package dev.belljar.bench.rig;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/// A generated container image with eight layers of 128 MiB, in an archive as `podman save --format
/// oci-archive` writes it.
///
/// Each layer has 2,048 files of 64 KiB, of which half can be compressed: about what layers of programs are
/// like.
public record LargeImage(Path folder, Path archive) implements AutoCloseable {
    private static final int LAYERS = 8;
    private static final int FILES = 2_048;
    private static final int FILE_BYTES = 64 << 10;
    private static final int BLOCK = 512;
    private static final HexFormat HEX = HexFormat.of();

    /// A file of the layout with its digest and, for a layer, the digest of its unpacked content.
    private record ImageBlob(Path file, String digest, String unpacked) {
        String descriptor(String type) throws IOException {
            return "{\"mediaType\":\"application/vnd.oci.image.%s\",\"digest\":\"sha256:%s\",\"size\":%d}"
                    .formatted(type, digest, Files.size(file));
        }
    }

    /// Generates the image, which takes some seconds.
    public static LargeImage create() throws IOException {
        Path folder = Files.createTempDirectory("belljar-bench-image");
        List<ImageBlob> all = new ArrayList<>();
        List<String> layers = new ArrayList<>();
        List<String> unpacked = new ArrayList<>();
        for (int i = 0; i < LAYERS; i++) {
            ImageBlob layer = layer(folder, i);
            all.add(layer);
            layers.add(layer.descriptor("layer.v1.tar+gzip"));
            unpacked.add("\"sha256:" + layer.unpacked() + "\"");
        }
        ImageBlob config = text(
                folder,
                "{\"architecture\":\"amd64\",\"os\":\"linux\",\"config\":{},"
                        + "\"rootfs\":{\"type\":\"layers\",\"diff_ids\":" + unpacked + "}}");
        ImageBlob manifest = text(
                folder,
                "{\"schemaVersion\":2,"
                        + "\"mediaType\":\"application/vnd.oci.image.manifest.v1+json\",\"config\":"
                        + config.descriptor("config.v1+json") + ",\"layers\":" + layers + "}");
        all.add(config);
        all.add(manifest);
        return new LargeImage(folder, write(folder.resolve("image.tar"), manifest, all));
    }

    private static Path write(Path archive, ImageBlob manifest, List<ImageBlob> all) throws IOException {
        String described = manifest.descriptor("manifest.v1+json");
        String index = "{\"schemaVersion\":2,\"manifests\":["
                + described.substring(0, described.length() - 1)
                + ",\"annotations\":{\"org.opencontainers.image.ref.name\":\"localhost/belljar-bench-large:1\"}}]}";
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(archive))) {
            file(out, "oci-layout", "{\"imageLayoutVersion\":\"1.0.0\"}".getBytes(StandardCharsets.UTF_8));
            file(out, "index.json", index.getBytes(StandardCharsets.UTF_8));
            for (ImageBlob each : all) {
                header(out, "blobs/sha256/" + each.digest(), Files.size(each.file()));
                Files.copy(each.file(), out);
                pad(out, Files.size(each.file()));
                Files.delete(each.file());
            }
            out.write(new byte[2 * BLOCK]);
        }
        return archive;
    }

    private static ImageBlob text(Path folder, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        String digest = HEX.formatHex(sha256().digest(bytes));
        return new ImageBlob(Files.write(folder.resolve(digest), bytes), digest, digest);
    }

    private static ImageBlob layer(Path folder, int number) throws IOException {
        Path file = folder.resolve("layer-" + number);
        MessageDigest packed = sha256();
        MessageDigest unpacked = sha256();
        Random random = new Random(number);
        byte[] content = new byte[FILE_BYTES];
        byte[] half = new byte[FILE_BYTES / 2];
        try (OutputStream raw = new BufferedOutputStream(Files.newOutputStream(file));
                OutputStream out =
                        new DigestOutputStream(new GZIPOutputStream(new DigestOutputStream(raw, packed)), unpacked)) {
            if (number == 0) {
                file(out, "bin/sh", new byte[] {'#', '!'});
            }
            for (int i = 0; i < FILES; i++) {
                random.nextBytes(half);
                System.arraycopy(half, 0, content, 0, half.length);
                file(out, "opt/%d/file-%d".formatted(number, i), content);
            }
            out.write(new byte[2 * BLOCK]);
        }
        return new ImageBlob(file, HEX.formatHex(packed.digest()), HEX.formatHex(unpacked.digest()));
    }

    private static void file(OutputStream out, String path, byte[] content) throws IOException {
        header(out, path, content.length);
        out.write(content);
        pad(out, content.length);
    }

    private static void pad(OutputStream out, long size) throws IOException {
        out.write(new byte[(int) (-size & (BLOCK - 1))]);
    }

    private static void header(OutputStream out, String path, long size) throws IOException {
        byte[] block = new byte[BLOCK];
        put(block, 0, path);
        put(block, 100, "0000755");
        put(block, 108, "0000000");
        put(block, 116, "0000000");
        put(block, 124, "%011o".formatted(size));
        put(block, 136, "00000000000");
        Arrays.fill(block, 148, 156, (byte) ' ');
        block[156] = '0';
        put(block, 257, "ustar\00000");
        int sum = 0;
        for (byte each : block) {
            sum += each & 0xff;
        }
        put(block, 148, "%06o\0 ".formatted(sum));
        out.write(block);
    }

    private static void put(byte[] block, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(bytes, 0, block, at, bytes.length);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    @Override
    public void close() throws IOException {
        BenchMachine.removeAll(folder);
    }
}
