package dev.belljar.agent.packet;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Ranges of addresses that are not of the public internet, with the words a refusal names them by.
///
/// `network` is true for those that a person's own networks use, where a server of theirs may be: a person may be
/// asked about such an address. What leads to a computer itself, to its link, to a cloud's metadata or to many at once
/// is never asked about.
public record AddressKind(long first, int bits, String words, boolean network) {
    private static final List<AddressKind> LOCAL = List.of(
            kind(169, 254, 169, 254, 32, "a cloud's metadata service"),
            kind(168, 63, 129, 16, 32, "a cloud's metadata service"),
            kind(100, 100, 100, 200, 32, "a cloud's metadata service"),
            kind(192, 0, 0, 192, 32, "a cloud's metadata service"),
            kind(0, 0, 0, 0, 8, "an unspecified address"),
            kind(127, 0, 0, 0, 8, "a loopback address"),
            kind(169, 254, 0, 0, 16, "a link-local address"));

    private static final List<AddressKind> OTHERS = List.of(
            network(10, 0, 0, 0, 8, "a private address"),
            network(100, 64, 0, 0, 10, "a carrier's shared address"),
            network(172, 16, 0, 0, 12, "a private address"),
            kind(192, 0, 0, 0, 24, "a reserved address"),
            kind(192, 0, 2, 0, 24, "a reserved address"),
            kind(192, 88, 99, 0, 24, "a reserved address"),
            network(192, 168, 0, 0, 16, "a private address"),
            network(198, 18, 0, 0, 15, "a reserved address"),
            kind(198, 51, 100, 0, 24, "a reserved address"),
            kind(203, 0, 113, 0, 24, "a reserved address"),
            kind(224, 0, 0, 0, 4, "a multicast address"),
            kind(255, 255, 255, 255, 32, "the broadcast address"),
            kind(240, 0, 0, 0, 4, "a reserved address"));

    private static final List<AddressKind> FOUR =
            Stream.of(LOCAL, OTHERS).flatMap(List::stream).toList();

    private static AddressKind kind(int a, int b, int c, int d, int bits, String words) {
        return new AddressKind(IpAddress.four(a, b, c, d).low(), bits, words, false);
    }

    private static AddressKind network(int a, int b, int c, int d, int bits, String words) {
        return new AddressKind(IpAddress.four(a, b, c, d).low(), bits, words, true);
    }

    /// What is special about an address; null for one of the public internet. Every IPv6 address is special: the
    /// forms that hide an IPv4 address in one (mapped, NAT64, 6to4) are among them, and none is carried.
    public static @Nullable String special(IpAddress address) {
        if (address.six()) {
            return "an IPv6 address";
        }
        for (AddressKind kind : FOUR) {
            if (kind.shares(address, kind.bits)) {
                return kind.words;
            }
        }
        return null;
    }

    /// Whether all addresses that share their first `prefix` bits with this one are of networks of a person's own.
    public static boolean network(IpAddress address, int prefix) {
        return !address.six()
                && FOUR.stream()
                        .anyMatch(kind -> kind.network && kind.bits <= prefix && kind.shares(address, kind.bits))
                && FOUR.stream().noneMatch(kind -> !kind.network && kind.shares(address, Math.min(prefix, kind.bits)));
    }

    /// Whether an address leads to the computer that dials it, to its link or to its cloud's metadata.
    public static boolean local(IpAddress address) {
        return !address.six() && LOCAL.stream().anyMatch(kind -> kind.shares(address, kind.bits));
    }

    private boolean shares(IpAddress address, int prefix) {
        return (address.low() ^ first) >>> (32 - prefix) == 0;
    }
}
