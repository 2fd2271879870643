package dev.belljar.agent.tool;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// A program that can run in machines: the file, its version, and the SHA-256 of its content, in hex.
public record ToolFile(Path file, String version, String digest) {
    private static final int KEY = 16;

    /// A key of the content, 16 hex digits.
    public String key() {
        return digest.substring(0, KEY);
    }

    static ToolFile of(Path file, String version) throws IOException {
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), sha256())) {
            in.transferTo(java.io.OutputStream.nullOutputStream());
            MessageDigest digest = ((DigestInputStream) in).getMessageDigest();
            return new ToolFile(file, version, HexFormat.of().formatHex(digest.digest()));
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java runtime has no SHA-256", e);
        }
    }
}
