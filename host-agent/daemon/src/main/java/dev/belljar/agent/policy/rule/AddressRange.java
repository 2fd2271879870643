package dev.belljar.agent.policy.rule;

import dev.belljar.agent.packet.AddressKind;
import dev.belljar.agent.packet.IpAddress;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The addresses that share their first `prefix` bits with `first`; 4 bytes for IPv4, 16 for IPv6.
///
/// Only plain notations are parsed: four decimal numbers without leading zeros, or IPv6 as in RFC 4291 without a
/// zone. No name is ever looked up.
public record AddressRange(List<Byte> first, int prefix) {
    private static final Pattern FOUR = Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})");
    private static final Pattern SIX = Pattern.compile("[0-9a-fA-F:.]{2,45}");
    private static final Pattern LENGTH = Pattern.compile("\\d{1,3}");
    /// Ranges outside the public internet: this host, its networks, other devices, metadata services, multicast
    /// groups.
    private static final List<AddressRange> SPECIAL = Stream.of(
                    "0.0.0.0/8",
                    "10.0.0.0/8",
                    "100.64.0.0/10",
                    "127.0.0.0/8",
                    "168.63.129.16",
                    "169.254.0.0/16",
                    "172.16.0.0/12",
                    "192.0.0.0/24",
                    "192.0.2.0/24",
                    "192.88.99.0/24",
                    "192.168.0.0/16",
                    "198.18.0.0/15",
                    "198.51.100.0/24",
                    "203.0.113.0/24",
                    "224.0.0.0/4",
                    "240.0.0.0/4",
                    "2001::/32",
                    "2001:db8::/32",
                    "2002::/16")
            .map(text -> parse(text).orElseThrow())
            .toList();
    private static final AddressRange UNICAST = parse("2000::/3").orElseThrow();

    /// Parses an address, or a range with its prefix length after a slash; empty for anything else.
    public static Optional<AddressRange> parse(String text) {
        int slash = text.indexOf('/');
        Optional<byte[]> address = bytes(slash < 0 ? text : text.substring(0, slash));
        if (address.isEmpty()) {
            return Optional.empty();
        }
        byte[] bytes = address.get();
        String length = slash < 0 ? Integer.toString(bytes.length * 8) : text.substring(slash + 1);
        if (!LENGTH.matcher(length).matches() || Integer.parseInt(length) > bytes.length * 8) {
            return Optional.empty();
        }
        AddressRange range = new AddressRange(boxed(bytes), Integer.parseInt(length));
        return range.hasNoBitsBehind() ? Optional.of(range) : Optional.empty();
    }

    private static Optional<byte[]> bytes(String text) {
        Matcher four = FOUR.matcher(text);
        if (four.matches()) {
            byte[] bytes = new byte[4];
            for (int i = 0; i < bytes.length; i++) {
                String number = four.group(i + 1);
                if (Integer.parseInt(number) > 255 || (number.length() > 1 && number.startsWith("0"))) {
                    return Optional.empty();
                }
                bytes[i] = (byte) Integer.parseInt(number);
            }
            return Optional.of(bytes);
        }
        if (!SIX.matcher(text).matches() || text.indexOf(':') < 0) {
            return Optional.empty();
        }
        try {
            InetAddress six = Inet6Address.ofLiteral(text);
            // Java returns a mapped IPv4 address as IPv4; it is refused, because it has a plain notation.
            return six.getAddress().length == 16 ? Optional.of(six.getAddress()) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static List<Byte> boxed(byte[] bytes) {
        Byte[] all = new Byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            all[i] = bytes[i];
        }
        return List.copyOf(Arrays.asList(all));
    }

    private boolean hasNoBitsBehind() {
        for (int bit = prefix; bit < first.size() * 8; bit++) {
            if (bit(first, bit)) {
                return false;
            }
        }
        return true;
    }

    private static boolean bit(List<Byte> bytes, int index) {
        return (bytes.get(index / 8) >> (7 - index % 8) & 1) == 1;
    }

    /// True if this range contains all of the other range.
    public boolean contains(AddressRange other) {
        if (other.first.size() != first.size() || other.prefix < prefix) {
            return false;
        }
        for (int bit = 0; bit < prefix; bit++) {
            if (bit(first, bit) != bit(other.first, bit)) {
                return false;
            }
        }
        return true;
    }

    /// True if no address of the range is public: private, loopback, link-local, shared, mapped, translated,
    /// multicast.
    public boolean special() {
        return SPECIAL.stream().anyMatch(range -> range.contains(this))
                || (first.size() == 16 && !UNICAST.contains(this) && !contains(UNICAST));
    }

    /// True if the whole range belongs to the user's own networks, for which an approval may be asked.
    public boolean network() {
        return first.size() == 4 && AddressKind.network(four(), prefix);
    }

    private IpAddress four() {
        return IpAddress.four(first.get(0) & 0xff, first.get(1) & 0xff, first.get(2) & 0xff, first.get(3) & 0xff);
    }

    /// True for a single address.
    public boolean single() {
        return prefix == first.size() * 8;
    }

    boolean six() {
        return first.size() == 16;
    }
}
