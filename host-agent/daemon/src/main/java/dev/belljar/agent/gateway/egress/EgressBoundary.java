package dev.belljar.agent.gateway.egress;

import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.FlowGrant;
import dev.belljar.agent.gateway.PendingApproval;
import dev.belljar.agent.gateway.Subnet;
import dev.belljar.agent.packet.AddressKind;
import dev.belljar.agent.packet.DnsMessage;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.sockets.ExternalNetwork;
import dev.belljar.contract.event.Verdict;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A policy with limits that no rule lifts by accident. The gateway, addresses outside the public internet, the
/// host's addresses, and name servers other than the gateway can be reached only if a rule names the address.
/// An address of the host, of its link or of its cloud's metadata service must be named by itself, not by a
/// range: who allows a range means a network, not the services of this computer that happen to have an address
/// in it.
///
/// The developer is asked about a private or reserved address only if it comes from a name whose look-up they
/// allowed, and never about the other addresses: a question about a link-local address invites a wrong answer.
public record EgressBoundary(EgressPolicy policy, ExternalNetwork outside) {
    /// Answered by the gateway itself.
    public static final FlowDecision LOCAL = new FlowDecision(Verdict.LOCAL, "answered by the gateway");

    /// Goes to the address that names get which are blocked.
    public static final FlowDecision BLOCKED_NAME = new FlowDecision(
            Verdict.LOCAL, "refused by the gateway: the name resolved to this address because it is blocked");

    private static final Set<Integer> NAME_SERVICES = Set.of(DnsMessage.PORT, 853, 5353, 5355);

    /// A refusal for this reason, whatever the policy says.
    public static FlowDecision never(String rule) {
        return new FlowDecision(Verdict.REFUSED, rule);
    }

    /// Decides about a destination.
    public FlowDecision judge(RequestedDestination destination) {
        return judge(destination, UnaryOperator.identity());
    }

    /// Decides about a destination; `carried` may still refuse what this allows.
    public FlowDecision judge(RequestedDestination destination, UnaryOperator<FlowDecision> carried) {
        boolean dns = destination.protocol().equals("dns");
        // No rule may open the gateway's own address: behind it is the host.
        if (destination.address().equals(Subnet.GATEWAY) && !dns) {
            return never("the gateway has no such service");
        }
        // The name was blocked, and that is on record.
        if (destination.address().equals(Subnet.BLOCKED) && !dns) {
            return BLOCKED_NAME;
        }
        RequestedDestination named = HostServiceBoundary.named(destination);
        return policy.decide(named.destination(), decision -> carried.apply(checked(named, decision)));
    }

    /// Asks the developer about a destination that was decided `HELD`; the answer comes on any thread.
    public PendingApproval hold(RequestedDestination destination, Consumer<FlowDecision> answer) {
        RequestedDestination named = HostServiceBoundary.named(destination);
        return policy.hold(new HostServiceBoundary(outside).asked(named), decision -> checked(named, decision), answer);
    }

    private FlowDecision checked(RequestedDestination destination, FlowDecision decision) {
        if (destination.ofService()) {
            return new HostServiceBoundary(outside).checked(destination, decision);
        }
        String objection = objection(destination, decision.grant());
        if (decision.verdict() == Verdict.HELD && asks(destination)) {
            return decision;
        }
        boolean passes = decision.verdict() == Verdict.ALLOWED || decision.verdict() == Verdict.HELD;
        if (!passes || objection == null) {
            return decision;
        }
        String how = decision.grant().namesAddress() ? "for this single address (not a range)" : "that names it";
        return decision.never(decision.rule() + ", but " + objection + " is allowed only by a rule " + how
                + ", such as " + destination.destination().namingRule());
    }

    /// Whether the developer is asked, now that a name is known to lead to an address that is not public.
    public boolean asksAbout(RequestedDestination there) {
        return judge(there).verdict() == Verdict.HELD && asks(there);
    }

    private boolean asks(RequestedDestination destination) {
        boolean served = !destination.protocol().equals("dns") && NAME_SERVICES.contains(destination.port());
        return destination.destination().askable() && !outside.own(destination.address()) && !served;
    }

    /// Why the destination stays closed although it was granted: the grant does not name its address as it
    /// must. Null if nothing is wrong.
    private @Nullable String objection(RequestedDestination destination, FlowGrant grant) {
        IpAddress to = destination.address();
        boolean here = outside.own(to) || AddressKind.local(to) || Subnet.contains(to);
        if (here ? grant.namesExactly() : grant.namesAddress()) {
            return null;
        }
        if (destination.protocol().equals("dns")) {
            // Permission to look up a name opens none of the addresses it leads to, unless the grant names them.
            return destination.destination().leads() && grant.namesAddress() ? words(to) : null;
        }
        String words = words(to);
        return words == null && NAME_SERVICES.contains(destination.port())
                ? "a name server other than the gateway"
                : words;
    }

    private @Nullable String words(IpAddress to) {
        return outside.own(to) && !AddressKind.local(to) ? "an address of this computer" : AddressKind.special(to);
    }
}
