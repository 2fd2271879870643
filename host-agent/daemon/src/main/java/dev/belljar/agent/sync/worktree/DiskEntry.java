package dev.belljar.agent.sync.worktree;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// A file or symbolic link on disk, with the mode and the object id that git would give it without any filter.
record DiskEntry(String mode, String id) {
    static final String FILE = "100644";
    static final String PROGRAM = "100755";
    static final String LINK = "120000";

    private static final int SHA1_LENGTH = 40;
    private static final int BUFFER = 1 << 16;

    /// True for a file, false for a symbolic link.
    boolean regular() {
        return mode.equals(FILE) || mode.equals(PROGRAM);
    }

    DiskEntry withMode(String other) {
        return new DiskEntry(other, id);
    }

    /// The object id of a content of this many bytes, in ids of this length.
    static String id(InputStream content, long size, int length) throws IOException {
        MessageDigest digest = digest(length);
        digest.update(("blob " + size + "\0").getBytes(StandardCharsets.US_ASCII));
        byte[] buffer = new byte[BUFFER];
        for (int n = content.read(buffer); n >= 0; n = content.read(buffer)) {
            digest.update(buffer, 0, n);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    static String id(byte[] content, int length) {
        try (InputStream in = new ByteArrayInputStream(content)) {
            return id(in, content.length, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MessageDigest digest(int length) {
        try {
            return MessageDigest.getInstance(length == SHA1_LENGTH ? "SHA-1" : "SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java runtime has no SHA", e);
        }
    }
}
