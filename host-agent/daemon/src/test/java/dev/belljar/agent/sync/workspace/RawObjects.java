package dev.belljar.agent.sync.workspace;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/// Writes objects into a repository byte by byte, without git's checks.
record RawObjects(GitFixture repository) {
    String blob(String text) throws Exception {
        return object("blob", text.getBytes(StandardCharsets.UTF_8));
    }

    /// A tree of entries as `entry` makes them, in git's order.
    String tree(byte[]... entries) throws Exception {
        ByteArrayOutputStream tree = new ByteArrayOutputStream();
        for (byte[] entry : entries) {
            tree.writeBytes(entry);
        }
        return object("tree", tree.toByteArray());
    }

    /// A commit on top of the newest, which becomes the newest.
    String commit(String tree) throws Exception {
        String text = "tree " + tree + "\nparent " + repository.head() + "\nauthor A <a@b> 1700000000 +0000\n"
                + "committer A <a@b> 1700000000 +0000\n\nEvil\n";
        String commit = object("commit", text.getBytes(StandardCharsets.UTF_8));
        repository.git("update-ref", "refs/heads/main", commit);
        return commit;
    }

    static byte[] entry(String mode, String name, String id) {
        ByteArrayOutputStream entry = new ByteArrayOutputStream();
        entry.writeBytes((mode + " " + name + "\0").getBytes(StandardCharsets.UTF_8));
        entry.writeBytes(HexFormat.of().parseHex(id));
        return entry.toByteArray();
    }

    private String object(String kind, byte[] content) throws Exception {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes((kind + " " + content.length + "\0").getBytes(StandardCharsets.US_ASCII));
        whole.writeBytes(content);
        byte[] raw = whole.toByteArray();
        String id = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(raw));
        Path file = repository.folder().resolve(".git/objects/" + id.substring(0, 2) + "/" + id.substring(2));
        Files.createDirectories(file.getParent());
        if (!Files.exists(file)) {
            Deflater fast = new Deflater(Deflater.BEST_SPEED);
            try (DeflaterOutputStream out = new DeflaterOutputStream(Files.newOutputStream(file), fast)) {
                out.write(raw);
            } finally {
                fast.end();
            }
        }
        return id;
    }
}
