package dev.belljar.agent.oci;

import dev.belljar.agent.erofs.ImagePath;
import dev.belljar.agent.erofs.InodeAttributes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the headers before a file say about it, in place of what its own header says: lines `LENGTH
/// KEY=VALUE` of POSIX, and the long names of GNU.
final class PaxRecords {
    private static final String ATTRIBUTE = "SCHILY.xattr.";
    private static final int MOST_DIGITS = 18;
    private static final long MOST_ID = 0xFFFF_FFFEL;
    /// Times further away than these, in seconds, are of no use to anybody.
    private static final long LAST_TIME = 1L << 40;

    private final OciLimits limits;
    private final Map<String, byte[]> extended = new LinkedHashMap<>();
    private @Nullable String path;
    private @Nullable String target;
    private @Nullable Long size;
    private @Nullable Long user;
    private @Nullable Long group;
    private @Nullable Long seconds;
    private int dropped;
    private int attributeBytes;

    PaxRecords(OciLimits limits) {
        this.limits = limits;
    }

    void longPath(byte[] body) {
        path = TarHeader.text(body, 0, body.length);
    }

    void longTarget(byte[] body) {
        target = TarHeader.text(body, 0, body.length);
    }

    /// Reads the lines of a header.
    ///
    /// @throws OciException when they are not valid
    void read(byte[] body) throws OciException {
        int at = 0;
        while (at < body.length) {
            int blank = at;
            while (blank < body.length && blank - at < MOST_DIGITS && body[blank] != ' ') {
                blank++;
            }
            long length = number(new String(body, at, blank - at, StandardCharsets.ISO_8859_1));
            int equals = blank + 1;
            while (equals < body.length && body[equals] != '=') {
                equals++;
            }
            long end = at + length - 1;
            if (equals >= end || end >= body.length || body[(int) end] != '\n') {
                throw wrong("a line without its length, key or value");
            }
            String key = new String(body, blank + 1, equals - blank - 1, StandardCharsets.ISO_8859_1);
            byte[] value = Arrays.copyOfRange(body, equals + 1, (int) end);
            take(key, value);
            at = (int) end + 1;
        }
    }

    private void take(String key, byte[] value) throws OciException {
        String text = new String(value, StandardCharsets.ISO_8859_1);
        switch (key) {
            case "path" -> path = text;
            case "linkpath" -> target = text;
            case "size" -> size = number(text);
            case "uid" -> user = number(text);
            case "gid" -> group = number(text);
            case "mtime" -> seconds = time(text);
            default -> {
                if (key.startsWith("GNU.sparse.")) {
                    throw OciException.invalid("a file is stored as a sparse file, which images do not have");
                }
                if (key.startsWith(ATTRIBUTE)) {
                    attribute(key.substring(ATTRIBUTE.length()), value);
                }
            }
        }
    }

    private void attribute(String name, byte[] value) throws OciException {
        if (!InodeAttributes.stored(name)) {
            dropped++;
            return;
        }
        attributeBytes += name.length() + value.length;
        if (name.length() > limits.nameBytes() || attributeBytes > limits.attributeBytes()) {
            throw OciException.tooLarge(
                    "the extended attributes of a file have more than %,d bytes, or a name of more than %d"
                            .formatted(limits.attributeBytes(), limits.nameBytes()));
        }
        extended.put(name, value);
    }

    String path(String ofHeader) {
        return path == null ? ofHeader : path;
    }

    String target(String ofHeader) {
        return target == null ? ofHeader : target;
    }

    long size(long ofHeader) throws OciException {
        long stated = size == null ? ofHeader : size;
        if (stated > limits.unpackedBytes()) {
            throw OciException.tooLarge(
                    "a file has the size %,d, more than %,d".formatted(stated, limits.unpackedBytes()));
        }
        return stated;
    }

    InodeAttributes attributes(TarHeader header) throws OciException {
        long time = seconds == null ? header.seconds() : seconds;
        return new InodeAttributes(
                header.mode(),
                id(user == null ? header.user() : user),
                id(group == null ? header.group() : group),
                Math.clamp(time, -LAST_TIME, LAST_TIME),
                extended.isEmpty() ? InodeAttributes.NONE : InodeAttributes.extended(extended));
    }

    /// How many extended attributes of the file are not taken over.
    int dropped() {
        return dropped;
    }

    private static int id(long id) throws OciException {
        if (id < 0 || id > MOST_ID) {
            throw wrong("the owner %,d: expected a number from 0 to %,d".formatted(id, MOST_ID));
        }
        return (int) id;
    }

    /// Seconds, with or without a fraction, which is dropped.
    private static long time(String text) throws OciException {
        boolean negative = text.startsWith("-");
        int point = text.indexOf('.');
        long whole = number(text.substring(negative ? 1 : 0, point < 0 ? text.length() : point));
        return negative ? -whole : whole;
    }

    private static long number(String text) throws OciException {
        if (text.isEmpty() || text.length() > MOST_DIGITS || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw wrong("\"%s\": expected a number".formatted(ImagePath.shown(text)));
        }
        return Long.parseLong(text);
    }

    private static OciException wrong(String what) {
        return OciException.invalid("the extended header of a file has " + what);
    }
}
