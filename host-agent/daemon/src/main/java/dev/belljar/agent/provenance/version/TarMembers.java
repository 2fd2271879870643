package dev.belljar.agent.provenance.version;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// Reads the regular files in a tar stream from a guest, which may contain anything. Nothing is unpacked: only the
/// content of the requested names is returned, and at the first part that is not valid, reading ends.
final class TarMembers {
    private static final int BLOCK = 512;
    private static final int NAME = 100;
    private static final int SIZE = 124;
    private static final int SIZE_END = 136;
    private static final int TYPE = 156;
    private static final int MAGIC = 257;
    private static final int PREFIX = 345;
    private static final int PREFIX_END = 500;
    private static final char LONG_NAME = 'L';

    private TarMembers() {}

    /// The content of those of the `wanted` files that the stream contains completely; the first one of each name.
    static Map<String, byte[]> read(byte[] tar, Set<String> wanted) {
        Map<String, byte[]> files = new HashMap<>();
        String longName = null;
        int at = 0;
        while (at + BLOCK <= tar.length && tar[at] != 0) {
            long size = size(tar, at);
            int begin = at + BLOCK;
            if (size < 0 || size > tar.length - begin) {
                return files;
            }
            int end = begin + (int) size;
            char type = (char) (tar[at + TYPE] & 0xFF);
            if (type == LONG_NAME) {
                longName = text(tar, begin, end);
            } else {
                String name = plain(longName == null ? name(tar, at) : longName);
                longName = null;
                if ((type == '0' || type == 0) && wanted.contains(name)) {
                    files.putIfAbsent(name, Arrays.copyOfRange(tar, begin, end));
                }
            }
            at = begin + ((int) size + BLOCK - 1) / BLOCK * BLOCK;
            if (at < begin) {
                return files;
            }
        }
        return files;
    }

    private static String name(byte[] tar, int at) {
        String name = text(tar, at, at + NAME);
        boolean ustar = text(tar, at + MAGIC, at + MAGIC + 6).equals("ustar") && tar[at + MAGIC + 5] == 0;
        String prefix = ustar ? text(tar, at + PREFIX, at + PREFIX_END) : "";
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    private static String plain(String name) {
        return name.startsWith("./") ? name.substring(2) : name;
    }

    private static String text(byte[] bytes, int from, int end) {
        int to = from;
        while (to < end && bytes[to] != 0) {
            to++;
        }
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    // Octal digits; -1 for anything else, such as the binary form of sizes above 8 GiB.
    private static long size(byte[] tar, int at) {
        String digits = text(tar, at + SIZE, at + SIZE_END).strip();
        return digits.matches("[0-7]{1,11}") ? Long.parseLong(digits, 8) : -1;
    }
}
