package dev.belljar.agent.gateway;

import dev.belljar.agent.packet.AddressKind;
import dev.belljar.agent.packet.DnsMessage;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.sockets.ExternalNetwork;
import dev.belljar.contract.event.Verdict;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A policy held against what no rule opens by accident: the gateway itself, addresses that are not of the public
/// internet, the host's own, and name servers beside the gateway's, are reached only if a rule names the address.
/// One that leads to the host, its link or its cloud's metadata must be named by itself: whoever allows a range means a
/// network, and not the services of this computer that happen to have an address in it.
///
/// A person is asked about an address of a network of their own only behind a name they let be looked up, and never
/// about the rest: a question about a link-local address invites a wrong answer.
record EgressBoundary(EgressPolicy policy, ExternalNetwork outside) {
    /// Answered by the gateway itself.
    static final FlowDecision LOCAL = new FlowDecision(Verdict.LOCAL, "answered by the gateway");

    private static final Set<Integer> NAME_SERVICES = Set.of(DnsMessage.PORT, 853, 5353, 5355);

    /// Refused whatever the policy says, for this reason.
    static FlowDecision never(String rule) {
        return new FlowDecision(Verdict.REFUSED, rule);
    }

    /// Judges where a flow wants to go.
    FlowDecision judge(RequestedDestination wanted) {
        return judge(wanted, UnaryOperator.identity());
    }

    /// The same, where `carried` may still refuse what this allows.
    FlowDecision judge(RequestedDestination wanted, UnaryOperator<FlowDecision> carried) {
        // No rule may open the gateway's own address: behind it is the host.
        if (wanted.address().equals(Subnet.GATEWAY) && !wanted.protocol().equals("dns")) {
            return never("the gateway has no such service");
        }
        return policy.decide(wanted.destination(), decision -> carried.apply(checked(wanted, decision)));
    }

    /// Asks a person about what was judged `HELD`; the answer comes from any thread.
    PendingApproval hold(RequestedDestination wanted, Consumer<FlowDecision> answer) {
        return policy.hold(wanted.destination(), decision -> checked(wanted, decision), answer);
    }

    private FlowDecision checked(RequestedDestination wanted, FlowDecision decision) {
        String objection = objection(wanted, decision.grant());
        if (decision.verdict() == Verdict.HELD && asks(wanted)) {
            return decision;
        }
        boolean passes = decision.verdict() == Verdict.ALLOWED || decision.verdict() == Verdict.HELD;
        if (!passes || objection == null) {
            return decision;
        }
        String how = decision.grant().namesAddress() ? "names it by itself and not in a range" : "names it";
        return never(decision.rule() + ", but " + objection + " is reached only if a rule " + how + ", such as "
                + wanted.destination().namingRule());
    }

    /// Whether a question is put to a person now that its name is known to lead to an address that is not public.
    boolean asksAbout(RequestedDestination there) {
        return judge(there).verdict() == Verdict.HELD && asks(there);
    }

    private boolean asks(RequestedDestination wanted) {
        boolean served = !wanted.protocol().equals("dns") && NAME_SERVICES.contains(wanted.port());
        return wanted.destination().askable() && !outside.own(wanted.address()) && !served;
    }

    /// What stays closed because a grant does not name its address as it must; null where nothing does.
    private @Nullable String objection(RequestedDestination wanted, FlowGrant grant) {
        IpAddress to = wanted.address();
        boolean here = outside.own(to) || AddressKind.local(to) || Subnet.contains(to);
        if (here ? grant.namesExactly() : grant.namesAddress()) {
            return null;
        }
        if (wanted.protocol().equals("dns")) {
            // A name that may be looked up opens none of the addresses it leads to, unless the grant says that it does.
            return wanted.destination().leads() && grant.namesAddress() ? words(to) : null;
        }
        String words = words(to);
        return words == null && NAME_SERVICES.contains(wanted.port()) ? "another name server" : words;
    }

    private @Nullable String words(IpAddress to) {
        return outside.own(to) && !AddressKind.local(to) ? "an address of this host" : AddressKind.special(to);
    }
}
