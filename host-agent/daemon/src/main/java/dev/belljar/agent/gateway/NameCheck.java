package dev.belljar.agent.gateway;

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
record NameCheck(EgressBoundary boundary, DnsPins pins, IpAddress address) {
    /// The ports on which a server that many names share expects TLS: bytes that are no hello for the gateway
    /// may be one for the server.
    private static final Set<Integer> TLS_PORTS = Set.of(443, 8443);

    /// The verdict about a connection that was allowed as `wanted` by `decision` and begins with `greeting`;
    /// null while that does not say enough.
    @Nullable
    DestinationVerdict judge(ProtocolSniffer greeting, RequestedDestination wanted, FlowDecision decision) {
        return switch (greeting) {
            case ProtocolSniffer.Undecided undecided -> null;
            case ProtocolSniffer.Other other -> neither(wanted, decision);
            case ProtocolSniffer.Broken broken -> never(wanted, decision, broken.why());
            case ProtocolSniffer.Tls tls when tls.encrypted() && !ends(tls.name()) -> hidden(wanted, decision);
            case ProtocolSniffer.Tls tls -> byName("TLS ClientHello", tls.name(), wanted, decision);
            case ProtocolSniffer.Http http -> byName("HTTP request", http.name(), wanted, decision);
        };
    }

    private DestinationVerdict neither(RequestedDestination wanted, FlowDecision decision) {
        String objection = objection(wanted, decision);
        return objection == null
                ? new DestinationVerdict(wanted, decision)
                : never(wanted, decision, "the connection is neither TLS nor HTTP: " + objection);
    }

    /// Why a protocol other than TLS and HTTP may not be used with `wanted`, and what to do about it; null if it
    /// may.
    @Nullable
    String objection(RequestedDestination wanted, FlowDecision decision) {
        String name = wanted.name();
        if (name == null) {
            return null;
        }
        if (ends(name)) {
            return name + " is inspected or has a secret bound to it, so only TLS and HTTP are allowed; turn "
                    + "inspection off with `belljar inspect SANDBOX off " + name + "`";
        }
        return TLS_PORTS.contains(wanted.port()) && !decision.grant().anyProtocol()
                ? "other protocols on port " + wanted.port() + " need a rule that allows them, such as "
                        + anyRule(wanted)
                : null;
    }

    /// The refusal of a connection whose server sends bytes before the guest has shown its protocol.
    FlowDecision spokeFirst(RequestedDestination wanted, FlowDecision decision) {
        String why = "the server sends data first, so the connection is neither TLS nor HTTP: "
                + objection(wanted, decision);
        return never(wanted, decision, why).decision();
    }

    /// Whether later hellos of a connection that began with `greeting` are checked. In TLS the server may ask
    /// for a second hello, which then counts; other protocols can switch to TLS. A rule for any protocol allows
    /// that switch, except on the TLS ports.
    static boolean watched(ProtocolSniffer greeting, RequestedDestination wanted, FlowDecision decision) {
        boolean other = greeting instanceof ProtocolSniffer.Other
                && (TLS_PORTS.contains(wanted.port()) || !decision.grant().anyProtocol());
        return wanted.name() != null && (greeting instanceof ProtocolSniffer.Tls || other);
    }

    /// The verdict about a later hello of a connection; `tls` if the connection began with a hello. If it did
    /// not, as with STARTTLS, the hello is refused on the TLS ports and for an inspected name: no honest program
    /// sends one there.
    DestinationVerdict later(ProtocolSniffer hello, boolean tls, RequestedDestination wanted, FlowDecision decision) {
        if (!tls && (TLS_PORTS.contains(wanted.port()) || ends(wanted.name()))) {
            return never(wanted, decision, "the connection started with another protocol and switched to TLS");
        }
        boolean nameless = hello instanceof ProtocolSniffer.Tls said && said.name() == null && !said.encrypted();
        DestinationVerdict judged = judge(hello, wanted, decision);
        if (judged == null || (nameless && judged.is(Verdict.REFUSED))) {
            return never(
                    wanted,
                    decision,
                    "the connection switched to TLS without a server name, so rules apply to its address alone: "
                            + "allow " + address
                            + ", or allow any protocol with " + anyRule(wanted));
        }
        return judged;
    }

    private static String anyRule(RequestedDestination wanted) {
        return "`allow " + wanted.name() + ":" + wanted.port() + " any`";
    }

    private DestinationVerdict byName(
            String first, @Nullable String said, RequestedDestination wanted, FlowDecision decision) {
        if (said != null && said.equals(wanted.name())) {
            return new DestinationVerdict(wanted, decision);
        }
        if (said != null && !pins.names(address).contains(said)) {
            return never(wanted, decision, "the " + first + " is for " + said);
        }
        RequestedDestination other = wanted.named(said);
        return new DestinationVerdict(other, boundary.judge(other));
    }

    private boolean ends(@Nullable String name) {
        return name != null && boundary.policy().inspector().ends(name);
    }

    private DestinationVerdict hidden(RequestedDestination wanted, FlowDecision decision) {
        RequestedDestination nameless = wanted.named(null);
        FlowDecision byAddress = boundary.judge(nameless);
        return byAddress.verdict() == Verdict.REFUSED
                ? never(
                        wanted,
                        decision,
                        "the TLS ClientHello is encrypted (ECH) and may be for any server, so rules apply to its "
                                + "address alone ("
                                + byAddress.rule() + "): allow " + address
                                + ", inspect the name, or disable ECH in the program")
                : new DestinationVerdict(nameless, byAddress);
    }

    private static DestinationVerdict never(RequestedDestination wanted, FlowDecision decision, String why) {
        return new DestinationVerdict(wanted, EgressBoundary.never(decision.rule() + ", but " + why));
    }
}
