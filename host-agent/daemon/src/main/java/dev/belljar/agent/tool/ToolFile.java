package dev.belljar.agent.tool;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// A program that fits machines: the file, its version, and a key that names what is in it (16 hex digits).
public record ToolFile(Path file, String version, String key) {
    private static final int OCTETS = 8;

    static ToolFile of(Path file, String version) throws IOException {
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), sha256())) {
            in.transferTo(java.io.OutputStream.nullOutputStream());
            MessageDigest digest = ((DigestInputStream) in).getMessageDigest();
            return new ToolFile(file, version, HexFormat.of().formatHex(digest.digest(), 0, OCTETS));
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
