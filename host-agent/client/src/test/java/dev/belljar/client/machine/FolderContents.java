package dev.belljar.client.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Every file of a folder with its kind, permissions and content.
record FolderContents(Map<String, String> files) {
    /// Reads a folder; paths that begin with one of the `but` are left out.
    static FolderContents of(Path folder, String... but) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.toList()) {
                String name = folder.relativize(file).toString();
                if (Stream.of(but).noneMatch(name::startsWith)) {
                    files.put(name, words(file));
                }
            }
        }
        return new FolderContents(files);
    }

    private static String words(Path file) throws IOException {
        if (Files.isSymbolicLink(file)) {
            return "link " + Files.readSymbolicLink(file);
        }
        String mode =
                Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS).toString();
        return Files.isDirectory(file) ? "folder " + mode : "file " + mode + " " + sum(Files.readAllBytes(file));
    }

    private static String sum(byte[] content) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IOException(e);
        }
    }
}
