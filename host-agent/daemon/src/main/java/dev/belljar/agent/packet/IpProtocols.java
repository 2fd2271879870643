package dev.belljar.agent.packet;

/// The numbers of IP protocols, and their names for logs.
public final class IpProtocols {
    public static final int ICMP = 1;
    public static final int IGMP = 2;
    public static final int TCP = 6;
    public static final int UDP = 17;
    public static final int GRE = 47;
    public static final int ESP = 50;
    public static final int ICMPV6 = 58;
    public static final int SCTP = 132;

    private IpProtocols() {}

    /// The name of a protocol, `ip-N` if it has no name here.
    public static String name(int number) {
        return switch (number) {
            case ICMP -> "icmp";
            case IGMP -> "igmp";
            case TCP -> "tcp";
            case UDP -> "udp";
            case GRE -> "gre";
            case ESP -> "esp";
            case ICMPV6 -> "icmpv6";
            case SCTP -> "sctp";
            default -> "ip-" + number;
        };
    }
}
