package dev.belljar.agent.sync.workspace;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;

/// Builds a pack byte by byte: one large file, and any number of others that are small deltas to it.
final class DeltaPack {
    private static final int TREE = 2;
    private static final int BLOB = 3;
    private static final int DIFFERENCE = 7;

    private final ByteArrayOutputStream pack = new ByteArrayOutputStream();
    private final List<byte[]> entries = new ArrayList<>();
    private int objects;

    /// The pack of a folder with `count` files that each repeat `bytes` bytes of noise; with the noise itself among
    /// them or not.
    static DeltaPack of(int bytes, int count, boolean withBase) throws Exception {
        DeltaPack made = new DeltaPack();
        byte[] base = new byte[bytes];
        new Random(bytes).nextBytes(base);
        made.object(BLOB, new byte[0], base);
        if (withBase) {
            made.entries.add(RawObjects.entry("100644", "base", hex("blob", base)));
        }
        for (int i = 0; i < count; i++) {
            made.repeated(base, i);
        }
        return made;
    }

    /// A pack of a few kilobytes whose last object has 16 GiB: a megabyte of zeros, that content 256 times, and the
    /// first
    /// 16 MiB of the result 1,024 times.
    static byte[] bomb() throws Exception {
        DeltaPack made = new DeltaPack();
        byte[] base = new byte[1 << 20];
        made.object(BLOB, new byte[0], base);
        made.object(DIFFERENCE, id(base, 1), copies(base.length, 256, 1 << 20));
        made.object(DIFFERENCE, id(base, 256), copies(256 << 20, 1_024, (1 << 24) - 1));
        return made.whole();
    }

    // A delta that copies the first `length` bytes of its base `count` times.
    private static byte[] copies(int base, int count, int length) {
        ByteArrayOutputStream difference = new ByteArrayOutputStream();
        long whole = (long) count * length;
        size(difference, base);
        while (whole > 0x7F) {
            difference.write((int) (0x80 | (whole & 0x7F)));
            whole >>= 7;
        }
        difference.write((int) whole);
        for (int i = 0; i < count; i++) {
            difference.writeBytes(new byte[] {(byte) 0xF0, (byte) length, (byte) (length >> 8), (byte) (length >> 16)});
        }
        return difference.toByteArray();
    }

    // The id of a file that consists of this part so many times.
    private static byte[] id(byte[] part, int times) throws Exception {
        MessageDigest sum = MessageDigest.getInstance("SHA-1");
        sum.update(("blob " + (long) part.length * times + "\0").getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < times; i++) {
            sum.update(part);
        }
        return sum.digest();
    }

    /// The id of the folder's tree.
    String tree() throws Exception {
        return hex("tree", content());
    }

    /// The whole pack, with the tree.
    byte[] bytes() throws Exception {
        object(TREE, new byte[0], content());
        return whole();
    }

    /// A pack of the tree alone.
    byte[] treeAlone() throws Exception {
        DeltaPack alone = new DeltaPack();
        alone.object(TREE, new byte[0], content());
        return alone.whole();
    }

    private void repeated(byte[] base, int number) throws Exception {
        byte[] tail = "%08d".formatted(number).getBytes(StandardCharsets.US_ASCII);
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.writeBytes(base);
        content.writeBytes(tail);
        ByteArrayOutputStream difference = new ByteArrayOutputStream();
        size(difference, base.length);
        size(difference, base.length + tail.length);
        difference.writeBytes(new byte[] {
            (byte) 0xF0, (byte) base.length, (byte) (base.length >> 8), (byte) (base.length >> 16), (byte) tail.length
        });
        difference.writeBytes(tail);
        object(DIFFERENCE, HexFormat.of().parseHex(hex("blob", base)), difference.toByteArray());
        entries.add(RawObjects.entry("100644", "f%08d".formatted(number), hex("blob", content.toByteArray())));
    }

    private void object(int kind, byte[] base, byte[] content) throws Exception {
        int left = content.length >> 4;
        pack.write((left > 0 ? 0x80 : 0) | (kind << 4) | (content.length & 0xF));
        if (left > 0) {
            size(pack, left);
        }
        pack.writeBytes(base);
        try (DeflaterOutputStream out = new DeflaterOutputStream(pack)) {
            out.write(content);
        }
        objects++;
    }

    private static void size(ByteArrayOutputStream out, int size) {
        int left = size;
        while (left > 0x7F) {
            out.write(0x80 | (left & 0x7F));
            left >>= 7;
        }
        out.write(left);
    }

    private byte[] content() {
        ByteArrayOutputStream tree = new ByteArrayOutputStream();
        entries.forEach(tree::writeBytes);
        return tree.toByteArray();
    }

    private byte[] whole() throws Exception {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes("PACK".getBytes(StandardCharsets.US_ASCII));
        whole.writeBytes(ByteBuffer.allocate(8).putInt(2).putInt(objects).array());
        whole.writeBytes(pack.toByteArray());
        whole.writeBytes(MessageDigest.getInstance("SHA-1").digest(whole.toByteArray()));
        return whole.toByteArray();
    }

    private static String hex(String kind, byte[] content) throws Exception {
        MessageDigest sum = MessageDigest.getInstance("SHA-1");
        sum.update((kind + " " + content.length + "\0").getBytes(StandardCharsets.US_ASCII));
        return HexFormat.of().formatHex(sum.digest(content));
    }
}
