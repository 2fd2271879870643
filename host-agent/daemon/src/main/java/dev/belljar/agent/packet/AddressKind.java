package dev.belljar.agent.packet;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A range of addresses outside the public internet, with the words for it in a refusal.
///
/// `network` is true for ranges where a server of the developer's own network may be: private ones, and
/// reserved ones, which some networks use inside. The developer may be asked about such an address. An address
/// of the computer itself, of its link, of a cloud's metadata service, or a multicast address is never asked
/// about.
public record AddressKind(long first, int bits, String words, boolean network) {
    private static final List<AddressKind> LOCAL = List.of(
            kind(169, 254, 169, 254, 32, "a cloud metadata service"),
            kind(168, 63, 129, 16, 32, "a cloud metadata service"),
            kind(100, 100, 100, 200, 32, "a cloud metadata service"),
            kind(192, 0, 0, 192, 32, "a cloud metadata service"),
            kind(0, 0, 0, 0, 8, "an unspecified address"),
            kind(127, 0, 0, 0, 8, "a loopback address"),
            kind(169, 254, 0, 0, 16, "a link-local address"));

    private static final List<AddressKind> OTHERS = List.of(
            network(10, 0, 0, 0, 8, "a private address"),
            network(100, 64, 0, 0, 10, "a carrier-grade NAT address"),
            network(172, 16, 0, 0, 12, "a private address"),
            network(192, 0, 0, 0, 24, "a reserved address"),
            network(192, 0, 2, 0, 24, "a reserved address"),
            network(192, 88, 99, 0, 24, "a reserved address"),
            network(192, 168, 0, 0, 16, "a private address"),
            network(198, 18, 0, 0, 15, "a reserved address"),
            network(198, 51, 100, 0, 24, "a reserved address"),
            network(203, 0, 113, 0, 24, "a reserved address"),
            kind(224, 0, 0, 0, 4, "a multicast address"),
            kind(255, 255, 255, 255, 32, "the broadcast address"),
            network(240, 0, 0, 0, 4, "a reserved address"));

    private static final List<AddressKind> FOUR =
            Stream.of(LOCAL, OTHERS).flatMap(List::stream).toList();

    private static AddressKind kind(int a, int b, int c, int d, int bits, String words) {
        return new AddressKind(IpAddress.four(a, b, c, d).low(), bits, words, false);
    }

    private static AddressKind network(int a, int b, int c, int d, int bits, String words) {
        return new AddressKind(IpAddress.four(a, b, c, d).low(), bits, words, true);
    }

    /// What is special about an address; null for one of the public internet. Every IPv6 address is special,
    /// including those that contain an IPv4 address (mapped, NAT64, 6to4), and no IPv6 is carried.
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

    /// Whether all addresses that share their first `prefix` bits with this one may be in the developer's own
    /// networks.
    public static boolean network(IpAddress address, int prefix) {
        return !address.six()
                && FOUR.stream()
                        .anyMatch(kind -> kind.network && kind.bits <= prefix && kind.shares(address, kind.bits))
                && FOUR.stream().noneMatch(kind -> !kind.network && kind.shares(address, Math.min(prefix, kind.bits)));
    }

    /// Whether an address leads to the host itself, to its link or to its cloud's metadata service.
    public static boolean local(IpAddress address) {
        return !address.six() && LOCAL.stream().anyMatch(kind -> kind.shares(address, kind.bits));
    }

    private boolean shares(IpAddress address, int prefix) {
        return (address.low() ^ first) >>> (32 - prefix) == 0;
    }
}
