package dev.belljar.agent.packet;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// An IPv4 address (`six` false, in the low 32 bits) or an IPv6 address.
public record IpAddress(boolean six, long high, long low) {
    public static final IpAddress NONE = four(0);
    public static final IpAddress BROADCAST = four(0xffff_ffff);
    private static final int GROUPS = 8;

    /// The IPv4 address of these 32 bits.
    public static IpAddress four(int bits) {
        return new IpAddress(false, 0, bits & 0xffff_ffffL);
    }

    /// The IPv4 address of these four numbers.
    public static IpAddress four(int a, int b, int c, int d) {
        return four(a << 24 | b << 16 | c << 8 | d);
    }

    static IpAddress readFour(ByteBuffer bytes, int offset) {
        return four((int) ByteReads.u32(bytes, offset));
    }

    static IpAddress readSix(ByteBuffer bytes, int offset) {
        int at = bytes.position() + offset;
        return new IpAddress(true, bytes.getLong(at), bytes.getLong(at + Long.BYTES));
    }

    void writeFour(ByteBuffer target) {
        target.putInt((int) low);
    }

    /// The address of an address object of the Java library; null for one with a scope.
    public static @Nullable IpAddress of(InetAddress address) {
        ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        if (address instanceof Inet6Address scoped && scoped.getScopeId() != 0) {
            return null;
        }
        return bytes.remaining() == 4 ? four(bytes.getInt()) : new IpAddress(true, bytes.getLong(), bytes.getLong());
    }

    /// The address as an object of the Java library; no name is looked up.
    public InetAddress inet() {
        byte[] bytes = six
                ? ByteBuffer.allocate(16).putLong(high).putLong(low).array()
                : ByteBuffer.allocate(4).putInt((int) low).array();
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + bytes.length + " bytes", e);
        }
    }

    /// Whether it is a multicast address, one of the reserved block above those, or the broadcast address: never
    /// the address of a single computer.
    public boolean group() {
        return six ? high >>> 56 == 0xff : low >>> 28 >= 0xe;
    }

    /// The sum of the address's 32-bit parts, for a checksum.
    long halves() {
        return (high >>> 32) + (high & 0xffff_ffffL) + (low >>> 32) + (low & 0xffff_ffffL);
    }

    /// As `192.0.2.1`, or as RFC 5952 writes it: `2001:db8::1`.
    @Override
    public String toString() {
        return six
                ? sixText()
                : (low >>> 24) + "." + (low >>> 16 & 0xff) + "." + (low >>> 8 & 0xff) + "." + (low & 0xff);
    }

    /// The address with a port: `192.0.2.1:80`, `[2001:db8::1]:80`.
    public String withPort(int port) {
        return six ? "[" + this + "]:" + port : this + ":" + port;
    }

    private String sixText() {
        int[] groups = new int[GROUPS];
        for (int i = 0; i < GROUPS; i++) {
            groups[i] = (int) ((i < 4 ? high : low) >>> (48 - 16 * (i % 4))) & 0xffff;
        }
        int start = 0;
        int length = 1;
        for (int i = 0; i < GROUPS; i++) {
            int zeros = zerosFrom(groups, i);
            if (zeros > length) {
                start = i;
                length = zeros;
            }
        }
        return length == 1
                ? hex(groups, 0, GROUPS)
                : hex(groups, 0, start) + "::" + hex(groups, start + length, GROUPS);
    }

    private static int zerosFrom(int[] groups, int start) {
        int end = start;
        while (end < groups.length && groups[end] == 0) {
            end++;
        }
        return end - start;
    }

    private static String hex(int[] groups, int from, int to) {
        return Arrays.stream(groups, from, to).mapToObj(Integer::toHexString).collect(Collectors.joining(":"));
    }
}
