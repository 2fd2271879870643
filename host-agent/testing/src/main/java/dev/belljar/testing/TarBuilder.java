package dev.belljar.testing;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Builds tar archives byte by byte, right and wrong ones.
public final class TarBuilder {
    private static final int BLOCK = 512;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    public TarBuilder file(String path, String content) {
        return file(path, content.getBytes(StandardCharsets.UTF_8), 0644);
    }

    public TarBuilder file(String path, byte[] content, int mode) {
        header(path, '0', content.length, "", mode, 0);
        return body(content);
    }

    public TarBuilder folder(String path) {
        return entry(path + "/", '5', "", 0755);
    }

    public TarBuilder link(String path, String target) {
        return entry(path, '2', target, 0777);
    }

    public TarBuilder hardLink(String path, String target) {
        return entry(path, '1', target, 0644);
    }

    /// An entry without content.
    public TarBuilder entry(String path, char type, String target, int mode) {
        header(path, type, 0, target, mode, 0);
        return this;
    }

    /// A file of this owner.
    public TarBuilder owned(String path, int owner) {
        header(path, '0', 0, "", 0600, owner);
        return this;
    }

    /// A header of POSIX for the next file.
    public TarBuilder pax(String... pairs) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (int i = 0; i < pairs.length; i += 2) {
            lines.writeBytes(line(pairs[i], pairs[i + 1].getBytes(StandardCharsets.UTF_8)));
        }
        return special('x', lines.toByteArray());
    }

    public static byte[] line(String key, byte[] value) {
        int rest = key.length() + value.length + 3;
        int length = rest + Integer.toString(rest).length();
        length = rest + Integer.toString(length).length();
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        line.writeBytes((length + " " + key + "=").getBytes(StandardCharsets.UTF_8));
        line.writeBytes(value);
        line.write('\n');
        return line.toByteArray();
    }

    /// An entry of this type with content.
    public TarBuilder special(char type, byte[] content) {
        header("././@Special", type, content.length, "", 0644, 0);
        return body(content);
    }

    /// A header that states another size than the content has.
    public TarBuilder stated(String path, long size) {
        header(path, '0', size, "", 0644, 0);
        return this;
    }

    public TarBuilder raw(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    private TarBuilder body(byte[] content) {
        out.writeBytes(content);
        out.writeBytes(new byte[-content.length & (BLOCK - 1)]);
        return this;
    }

    private void header(String path, char type, long size, String target, int mode, int owner) {
        byte[] name = path.getBytes(StandardCharsets.UTF_8);
        byte[] to = target.getBytes(StandardCharsets.UTF_8);
        if (name.length > 100) {
            special('L', Arrays.copyOf(name, name.length + 1));
        }
        if (to.length > 100) {
            special('K', Arrays.copyOf(to, to.length + 1));
        }
        byte[] block = new byte[BLOCK];
        System.arraycopy(name, 0, block, 0, Math.min(100, name.length));
        put(block, 100, "%07o".formatted(mode));
        put(block, 108, "%07o".formatted(owner));
        put(block, 116, "%07o".formatted(owner));
        put(block, 124, "%011o".formatted(size));
        put(block, 136, "%011o".formatted(1_700_000_000L));
        put(block, 148, "        ");
        block[156] = (byte) type;
        System.arraycopy(to, 0, block, 157, Math.min(100, to.length));
        put(block, 257, "ustar\00000");
        int sum = 0;
        for (byte each : block) {
            sum += each & 0xff;
        }
        put(block, 148, "%06o\0 ".formatted(sum));
        out.writeBytes(block);
    }

    private static void put(byte[] block, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(bytes, 0, block, at, bytes.length);
    }

    /// The archive, with its end.
    public byte[] bytes() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(out.toByteArray());
        all.writeBytes(new byte[2 * BLOCK]);
        return all.toByteArray();
    }

    /// The archive as it is, without its end.
    public byte[] cut() {
        return out.toByteArray();
    }
}
