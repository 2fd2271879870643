package dev.belljar.client.transfer;

import dev.belljar.contract.text.VisibleText;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Reads a tar archive from a guest, which may contain anything.
///
/// Only what GNU tar writes for regular files is read: `ustar` headers with a correct checksum, long names (`L`),
/// and entries for further hard links (`1`). Every other kind of entry ends the transfer: a symbolic link, a
/// device, a pipe, a sparse file (which can claim any size), a pax header (which can change every field of the
/// following one). So do absolute paths, `..`, control characters, and an archive that ends before its end marker.
final class TarReader {
    private static final int BLOCK = 512;
    private static final int LONGEST_PATH = 4_096;
    private static final int CHECKSUM = 148;
    private static final int CHECKSUM_LENGTH = 8;
    private static final int TYPE = 156;
    private static final int SIZE = 124;
    private static final int SIZE_LENGTH = 12;
    private static final int MAGIC = 257;
    private static final int PREFIX = 345;
    private static final int PREFIX_LENGTH = 155;
    private static final int NAME_LENGTH = 100;

    private final InputStream in;
    private final byte[] block = new byte[BLOCK];
    private long left;
    private int padding;

    TarReader(InputStream in) {
        this.in = in;
    }

    /// The next file, or null at the end marker. What was not read of the file before is skipped.
    ///
    /// @throws TarFault when the archive contains anything else
    @Nullable
    TarEntry next() throws IOException {
        in.skipNBytes(left + padding);
        left = 0;
        padding = 0;
        String longName = null;
        while (true) {
            readBlock();
            if (zero()) {
                readBlock();
                if (!zero()) {
                    throw new TarFault("the archive continues after its end");
                }
                return null;
            }
            verify();
            long size = number(SIZE, SIZE_LENGTH);
            char type = (char) (block[TYPE] & 0xFF);
            if (type == 'L' && longName == null) {
                longName = longName(size);
                continue;
            }
            return entry(longName == null ? name() : longName, type, size);
        }
    }

    private TarEntry entry(String name, char type, long size) throws TarFault {
        String path = path(name);
        String refused = refused(type);
        if (refused != null) {
            throw new TarFault("\"" + VisibleText.line(path) + "\" is " + refused + ": expected a regular file");
        }
        boolean link = type == '1';
        if (link && size != 0) {
            throw new TarFault("\"" + path + "\" is a hard link with a size");
        }
        left = size;
        padding = (int) (-size & (BLOCK - 1));
        return new TarEntry(path, size, link);
    }

    private static @Nullable String refused(char type) {
        return switch (type) {
            case '0', '\0', '1' -> null;
            case '2' -> "a symbolic link";
            case '3', '4' -> "a device";
            case '5' -> "a folder";
            case '6' -> "a pipe";
            case 'S' -> "a sparse file";
            default -> "an entry of another kind";
        };
    }

    /// Reads the content of the present file; returns -1 at its end.
    int read(byte[] into) throws IOException {
        if (left == 0) {
            return -1;
        }
        int read = in.read(into, 0, (int) Math.min(into.length, left));
        if (read < 0) {
            throw new EOFException("the archive ends within a file");
        }
        left -= read;
        return read;
    }

    /// Reads the rest after the end marker, which must be zero bytes.
    void finish() throws IOException {
        byte[] rest = new byte[BLOCK * 20];
        long after = 0;
        for (int n = in.read(rest); n >= 0; n = in.read(rest)) {
            after += n;
            for (int i = 0; i < n; i++) {
                if (rest[i] != 0 || after > (1 << 20)) {
                    throw new TarFault(
                            "the sandbox reported an error after the last file: a file may have changed while it was"
                                    + " being read");
                }
            }
        }
    }

    private void readBlock() throws IOException {
        if (in.readNBytes(block, 0, BLOCK) < BLOCK) {
            throw new EOFException("the archive ends before its end marker");
        }
    }

    private boolean zero() {
        for (byte each : block) {
            if (each != 0) {
                return false;
            }
        }
        return true;
    }

    private void verify() throws TarFault {
        int sum = 0;
        for (int i = 0; i < BLOCK; i++) {
            boolean blank = i >= CHECKSUM && i < CHECKSUM + CHECKSUM_LENGTH;
            sum += blank ? ' ' : block[i] & 0xFF;
        }
        boolean magic = new String(block, MAGIC, 5, StandardCharsets.ISO_8859_1).equals("ustar");
        if (!magic || number(CHECKSUM, CHECKSUM_LENGTH) != sum) {
            throw new TarFault("the archive is damaged, or the sandbox reported an error: a file may have changed while"
                    + " it was being read");
        }
    }

    // An octal number, or a binary one of which the first bit is set.
    private long number(int from, int length) throws TarFault {
        if ((block[from] & 0xFF) == 0x80) {
            for (int i = from + 1; i < from + length - Long.BYTES; i++) {
                require(block[i] == 0);
            }
            long value = ByteBuffer.wrap(block).getLong(from + length - Long.BYTES);
            require(value >= 0);
            return value;
        }
        String text = new String(block, from, length, StandardCharsets.ISO_8859_1);
        String digits = text.replaceFirst("^ *", "").replaceFirst("[ \0]+$", "");
        require(digits.matches("[0-7]{1,12}"));
        return Long.parseLong(digits, 8);
    }

    private static void require(boolean sound) throws TarFault {
        if (!sound) {
            throw new TarFault("the archive contains a number that is not valid");
        }
    }

    private String longName(long size) throws IOException {
        if (size < 1 || size > LONGEST_PATH + 1) {
            throw new TarFault("the archive contains a path that is too long");
        }
        byte[] name = in.readNBytes((int) size);
        if (name.length < size) {
            throw new EOFException("the archive ends within a path");
        }
        in.skipNBytes(-size & (BLOCK - 1));
        return text(name, 0, name.length);
    }

    private String name() throws TarFault {
        String name = text(block, 0, NAME_LENGTH);
        boolean posix = block[MAGIC + 5] == 0;
        String prefix = posix ? text(block, PREFIX, PREFIX_LENGTH) : "";
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    private static String text(byte[] bytes, int from, int length) throws TarFault {
        int end = from;
        while (end < from + length && bytes[end] != 0) {
            end++;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, from, end - from))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new TarFault("the archive contains a path that is not valid UTF-8");
        }
    }

    private static String path(String name) throws TarFault {
        String path = name.startsWith("./") ? name.substring(2) : name;
        boolean sound = !path.isEmpty()
                && path.length() <= LONGEST_PATH
                && VisibleText.line(path).equals(path);
        for (String part : path.split("/", -1)) {
            sound &= !part.isEmpty() && !part.equals(".") && !part.equals("..");
        }
        if (!sound) {
            throw new TarFault("\"" + VisibleText.line(path) + "\" is not the path of a file below the target folder");
        }
        return path;
    }
}
