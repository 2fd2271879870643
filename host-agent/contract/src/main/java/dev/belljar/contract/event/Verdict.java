package dev.belljar.contract.event;

/// What the gateway decided about a flow.
public enum Verdict {
    ALLOWED,
    REFUSED,
    HELD,
    /// Needed by the guest to have a network at all and answered by the gateway itself: ARP, DHCP.
    LOCAL;

    /// The word that users read.
    public String word() {
        return switch (this) {
            case ALLOWED -> "allowed";
            case REFUSED -> "blocked";
            case HELD -> "waiting";
            case LOCAL -> "internal";
        };
    }
}
