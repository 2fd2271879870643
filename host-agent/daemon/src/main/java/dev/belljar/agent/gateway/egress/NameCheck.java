package dev.belljar.agent.gateway.egress;

import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.sniff.ProtocolSniffer;
import dev.belljar.contract.event.Verdict;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Compares a connection's first bytes, and later TLS hellos, with the name by which it was allowed.
///
/// TLS and HTTP must ask for that name, or for another name that was answered with the address and is allowed
/// itself. If they name no host, the address is decided about. Other protocols are covered by the name's rule,
/// except if the name is inspected, and on the TLS ports only if the rule says so.
///
/// A TLS hello that contains an encrypted hello is decided by address too: a server that many names share uses
/// the name in the inner hello, whatever the outer one says. Some programs always send something that looks like
/// an encrypted hello (GREASE), and only the server can tell. Where the gateway ends the TLS itself such a hello
/// may pass, because it goes no further.
public record NameCheck(EgressBoundary boundary, DnsPins pins, IpAddress address) {
    /// The ports on which a server that many names share expects TLS: bytes that are no hello for the gateway
    /// may be one for the server.
    private static final Set<Integer> TLS_PORTS = Set.of(443, 8443);

    /// The verdict about a connection that was allowed as `destination` by `decision` and begins with `sniffed`;
    /// null while that does not say enough.
    @Nullable
    public DestinationVerdict judge(ProtocolSniffer sniffed, RequestedDestination destination, FlowDecision decision) {
        return switch (sniffed) {
            case ProtocolSniffer.Undecided undecided -> null;
            case ProtocolSniffer.Other other -> neither(destination, decision);
            case ProtocolSniffer.Broken broken -> never(destination, decision, broken.why());
            case ProtocolSniffer.Tls tls when tls.encrypted() && !ends(tls.name()) -> hidden(destination, decision);
            case ProtocolSniffer.Tls tls -> byName("TLS ClientHello", tls.name(), destination, decision);
            case ProtocolSniffer.Http http -> byName("HTTP request", http.name(), destination, decision);
        };
    }

    private DestinationVerdict neither(RequestedDestination destination, FlowDecision decision) {
        String objection = objection(destination, decision);
        return objection == null
                ? new DestinationVerdict(destination, decision)
                : never(destination, decision, "the connection is neither TLS nor HTTP: " + objection);
    }

    /// Why a protocol other than TLS and HTTP may not be used with `destination`, and what to do about it; null if it
    /// may.
    @Nullable
    public String objection(RequestedDestination destination, FlowDecision decision) {
        String name = destination.name();
        if (name == null) {
            return null;
        }
        if (ends(name)) {
            return name + " is inspected or has a secret bound to it, so only TLS and HTTP are allowed; turn "
                    + "inspection off with `belljar inspect SANDBOX off " + name + "`";
        }
        if (decision.grant().limitsRequests()) {
            return "the rules tell HTTP requests to " + name + " apart, so only TLS and HTTP are allowed";
        }
        return TLS_PORTS.contains(destination.port()) && !decision.grant().anyProtocol()
                ? "other protocols on port " + destination.port() + " need a rule that allows them, such as "
                        + anyRule(destination)
                : null;
    }

    /// The refusal of a connection whose server sends bytes before the guest has shown its protocol.
    public FlowDecision spokeFirst(RequestedDestination destination, FlowDecision decision) {
        String why = "the server sends data first, so the connection is neither TLS nor HTTP: "
                + objection(destination, decision);
        return never(destination, decision, why).decision();
    }

    /// Whether later hellos of a connection that began with `sniffed` are checked. In TLS the server may ask
    /// for a second hello, which then counts; other protocols can switch to TLS. A rule for any protocol allows
    /// that switch, except on the TLS ports.
    public static boolean watched(ProtocolSniffer sniffed, RequestedDestination destination, FlowDecision decision) {
        boolean other = sniffed instanceof ProtocolSniffer.Other
                && (TLS_PORTS.contains(destination.port()) || !decision.grant().anyProtocol());
        return destination.name() != null && (sniffed instanceof ProtocolSniffer.Tls || other);
    }

    /// The verdict about a later hello of a connection; `tls` if the connection began with a hello. If it did
    /// not, as with STARTTLS, the hello is refused on the TLS ports and for an inspected name: no honest program
    /// sends one there.
    public DestinationVerdict later(
            ProtocolSniffer hello, boolean tls, RequestedDestination destination, FlowDecision decision) {
        if (!tls && (TLS_PORTS.contains(destination.port()) || ends(destination.name()))) {
            return never(destination, decision, "the connection started with another protocol and switched to TLS");
        }
        boolean nameless = hello instanceof ProtocolSniffer.Tls said && said.name() == null && !said.encrypted();
        DestinationVerdict verdict = judge(hello, destination, decision);
        if (verdict == null || (nameless && verdict.is(Verdict.REFUSED))) {
            return never(
                    destination,
                    decision,
                    "the connection switched to TLS without a server name, so only rules for the "
                            + "destination address apply: allow " + address + ", or allow any protocol with "
                            + anyRule(destination));
        }
        return verdict;
    }

    private static String anyRule(RequestedDestination destination) {
        return "`allow " + destination.name() + ":" + destination.port() + " any`";
    }

    private DestinationVerdict byName(
            String first, @Nullable String said, RequestedDestination destination, FlowDecision decision) {
        if (said != null && said.equals(destination.name())) {
            return new DestinationVerdict(destination, decision);
        }
        if (said != null && !pins.names(address).contains(said)) {
            return never(destination, decision, "the " + first + " is for " + said);
        }
        RequestedDestination other = destination.named(said);
        return new DestinationVerdict(other, boundary.judge(other));
    }

    private boolean ends(@Nullable String name) {
        return name != null && boundary.policy().inspector().ends(name);
    }

    private DestinationVerdict hidden(RequestedDestination destination, FlowDecision decision) {
        RequestedDestination nameless = destination.named(null);
        FlowDecision byAddress = boundary.judge(nameless);
        return byAddress.verdict() == Verdict.REFUSED
                ? new DestinationVerdict(
                        destination,
                        decision.never(
                                decision.rule()
                                        + ", but the TLS ClientHello is encrypted (ECH) and could name any server, so "
                                        + "only rules for the destination address apply ("
                                        + byAddress.rule() + "): allow " + address
                                        + ", inspect the name, or disable ECH in the program",
                                byAddress))
                : new DestinationVerdict(nameless, byAddress);
    }

    private static DestinationVerdict never(RequestedDestination destination, FlowDecision decision, String why) {
        return new DestinationVerdict(destination, decision.never(decision.rule() + ", but " + why));
    }
}
