package dev.belljar.agent.packet;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/// An Ethernet address, in the low 48 bits.
public record MacAddress(long bits) {
    public static final int LENGTH = 6;
    public static final MacAddress BROADCAST = new MacAddress(0xffff_ffff_ffffL);
    private static final Pattern WRITTEN = Pattern.compile("[0-9a-f]{2}(:[0-9a-f]{2}){5}");

    /// Reads an address such as `52:54:00:be:11:01`, in upper or lower case.
    ///
    /// @throws IllegalArgumentException when it has another form
    public static MacAddress of(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (!WRITTEN.matcher(lower).matches()) {
            throw new IllegalArgumentException(
                    "MAC address \"" + text + "\": expected six pairs of hex digits separated by colons");
        }
        return new MacAddress(HexFormat.fromHexDigitsToLong(lower.replace(":", "")));
    }

    static MacAddress read(ByteBuffer bytes, int offset) {
        return new MacAddress((long) ByteReads.u16(bytes, offset) << 32 | ByteReads.u32(bytes, offset + 2));
    }

    void write(ByteBuffer target) {
        target.putShort((short) (bits >>> 32)).putInt((int) bits);
    }

    /// Whether it is a broadcast or multicast address.
    public boolean group() {
        return (bits >>> 40 & 1) != 0;
    }

    /// As `52:54:00:be:11:01`.
    @Override
    public String toString() {
        byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(bits).array();
        return HexFormat.ofDelimiter(":").formatHex(bytes, 2, Long.BYTES);
    }
}
