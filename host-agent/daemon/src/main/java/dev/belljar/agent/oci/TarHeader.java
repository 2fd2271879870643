package dev.belljar.agent.oci;

import dev.belljar.agent.erofs.ImagePath;
import java.nio.charset.StandardCharsets;

/// The fixed header of a file in a tar archive.
record TarHeader(char type, String path, String target, int mode, long user, long group, long seconds, long size) {
    private static final int CHECKSUM_AT = 148;
    private static final int CHECKSUM_END = 156;
    private static final int TYPE_AT = 156;
    private static final int MAGIC_AT = 257;
    private static final int PREFIX_AT = 345;
    private static final int BINARY = 0x80;
    private static final int NEGATIVE = 0x40;
    private static final int OCTAL_DIGIT_BITS = 3;
    private static final int OCTAL = 8;

    /// Reads a header.
    ///
    /// @throws OciException when it is not valid
    static TarHeader read(byte[] block, OciLimits limits) throws OciException {
        checkSum(block);
        String name = text(block, 0, 100);
        // GNU uses the place of the prefix for something else, and has another magic.
        boolean posix = text(block, MAGIC_AT, 6).equals("ustar");
        String prefix = posix ? text(block, PREFIX_AT, 155) : "";
        long size = number(block, 124, 12, "size");
        if (size < 0 || size > limits.unpackedBytes()) {
            throw OciException.tooLarge("the file %s has the size %,d, more than %,d"
                    .formatted(ImagePath.shown(name), size, limits.unpackedBytes()));
        }
        return new TarHeader(
                (char) (block[TYPE_AT] & 0xff),
                prefix.isEmpty() ? name : prefix + "/" + name,
                text(block, 157, 100),
                (int) number(block, 100, 8, "mode"),
                number(block, 108, 8, "owner"),
                number(block, 116, 8, "group"),
                number(block, 136, 12, "time"),
                size);
    }

    private static void checkSum(byte[] block) throws OciException {
        long sum = 0;
        long signed = 0;
        for (int i = 0; i < block.length; i++) {
            boolean blank = i >= CHECKSUM_AT && i < CHECKSUM_END;
            sum += blank ? ' ' : block[i] & 0xff;
            signed += blank ? ' ' : block[i];
        }
        String digits = text(block, CHECKSUM_AT, 8).strip();
        // Old programs added signed bytes.
        boolean right = digits.matches("[0-7]{1,8}")
                && (Long.parseLong(digits, OCTAL) == sum || Long.parseLong(digits, OCTAL) == signed);
        if (!right) {
            throw OciException.invalid("it is not a tar archive: a header without a correct checksum was found");
        }
    }

    static String text(byte[] block, int from, int length) {
        int end = from;
        while (end < from + length && block[end] != 0) {
            end++;
        }
        return new String(block, from, end - from, StandardCharsets.ISO_8859_1);
    }

    /// A number in octal digits or, if its first bit is set, in binary.
    private static long number(byte[] block, int from, int length, String what) throws OciException {
        if ((block[from] & BINARY) != 0) {
            return binary(block, from, length, what);
        }
        String digits = text(block, from, length).strip();
        long value = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(i) - '0';
            if (digit < 0 || digit > 7) {
                throw OciException.invalid("a tar header has a %s that is not a number".formatted(what));
            }
            value = (value << OCTAL_DIGIT_BITS) | digit;
        }
        return value; // at most 12 digits: no overflow
    }

    private static long binary(byte[] block, int from, int length, String what) throws OciException {
        boolean negative = (block[from] & NEGATIVE) != 0;
        long value = negative ? -1 : 0;
        for (int i = from; i < from + length; i++) {
            int bits = i == from ? (block[i] & (NEGATIVE - 1)) | (negative ? 0xC0 : 0) : block[i] & 0xff;
            if (value > Long.MAX_VALUE >> Byte.SIZE || value < Long.MIN_VALUE >> Byte.SIZE) {
                throw OciException.invalid("a tar header has a %s that is too large".formatted(what));
            }
            value = (value << Byte.SIZE) | bits;
        }
        return value;
    }
}
