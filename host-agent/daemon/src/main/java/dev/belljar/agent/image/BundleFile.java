package dev.belljar.agent.image;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// One file of a guest bundle according to its manifest: its name in the bundle's folder, its size in bytes, its
/// SHA-256 in hex.
public record BundleFile(String name, long size, String sha256) {
    /// Checks that the file is a regular file of this size, and returns its path.
    ///
    /// @throws ImageException when it is missing or has another size
    Path sized(Path folder) throws ImageException {
        Path file = folder.resolve(name);
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]*") || !Files.isRegularFile(file)) {
            throw ImageException.broken(file, "missing or not a regular file", null);
        }
        long found = file.toFile().length();
        if (found != size) {
            throw ImageException.broken(file, "expected %d bytes, found %d".formatted(size, found), null);
        }
        return file;
    }

    /// Reads the whole file and checks its digest.
    ///
    /// @throws ImageException when it cannot be read or has another digest
    void verify(Path folder) throws ImageException {
        Path file = sized(folder);
        String found = digest(file);
        if (!found.equals(sha256)) {
            throw ImageException.broken(file, "expected SHA-256 " + sha256 + ", found " + found, null);
        }
    }

    private static String digest(Path file) throws ImageException {
        try (InputStream in = Files.newInputStream(file);
                DigestInputStream digesting = new DigestInputStream(in, MessageDigest.getInstance("SHA-256"))) {
            digesting.transferTo(java.io.OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digesting.getMessageDigest().digest());
        } catch (IOException e) {
            throw ImageException.broken(file, "cannot be read: " + e.getMessage(), e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
