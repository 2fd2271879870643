package dev.belljar.agent.provenance.version;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.BitSet;

/// The paths of which versions were deleted, as a Bloom filter: its size does not depend on what a guest writes. It
/// never misses a path, and contains others by mistake only after versions of very many paths were deleted.
final class PrunedPaths {
    private static final int BITS = 1 << 20;
    private static final int HASHES = 4;

    private final Path file;
    private final BitSet bits;

    private PrunedPaths(Path file, BitSet bits) {
        this.file = file;
        this.bits = bits;
    }

    /// Reads the file; if it does not exist, no version was deleted.
    static PrunedPaths read(Path file) throws IOException {
        try {
            return new PrunedPaths(file, BitSet.valueOf(Files.readAllBytes(file)));
        } catch (NoSuchFileException e) {
            return new PrunedPaths(file, new BitSet());
        }
    }

    void add(String path) {
        for (int bit : bits(path)) {
            bits.set(bit);
        }
    }

    boolean contains(String path) {
        for (int bit : bits(path)) {
            if (!bits.get(bit)) {
                return false;
            }
        }
        return true;
    }

    void write() throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        Files.deleteIfExists(part);
        Files.createFile(part, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(part, bits.toByteArray());
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static int[] bits(String path) {
        byte[] hash;
        try {
            hash = MessageDigest.getInstance("SHA-256").digest(path.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
        int[] bits = new int[HASHES];
        for (int i = 0; i < HASHES; i++) {
            int at = 3 * i;
            bits[i] = ((hash[at] & 0xFF) << 16 | (hash[at + 1] & 0xFF) << 8 | (hash[at + 2] & 0xFF)) % BITS;
        }
        return bits;
    }
}
