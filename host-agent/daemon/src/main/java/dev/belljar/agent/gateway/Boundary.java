package dev.belljar.agent.gateway;

import dev.belljar.agent.carry.Outside;
import dev.belljar.agent.packet.AddressKind;
import dev.belljar.agent.packet.Dns;
import dev.belljar.contract.event.Verdict;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A policy held against what no rule opens by accident: the gateway itself, addresses that are not of the public
/// internet, the host's own, and name servers beside the gateway's, are reached only if a rule names the address.
///
/// A person is asked about an address of a network of their own only behind a name they let be looked up, and never
/// about the rest: a question about a link-local address invites a wrong answer.
record Boundary(Policy policy, Outside outside) {
    /// Answered by the gateway itself.
    static final Decision LOCAL = new Decision(Verdict.LOCAL, "answered by the gateway");

    private static final Set<Integer> NAME_SERVICES = Set.of(Dns.PORT, 853, 5353, 5355);

    /// Refused whatever the policy says, for this reason.
    static Decision never(String rule) {
        return new Decision(Verdict.REFUSED, rule);
    }

    /// Judges where a flow wants to go.
    Decision judge(Wanted wanted) {
        // No rule may open the gateway's own address: behind it is the host.
        if (wanted.address().equals(Subnet.GATEWAY) && !wanted.protocol().equals("dns")) {
            return never("the gateway has no such service");
        }
        return checked(wanted, policy.decide(wanted.destination()));
    }

    /// Asks a person about what was judged `HELD`; the answer comes from any thread.
    Hold hold(Wanted wanted, Consumer<Decision> answer) {
        return policy.hold(wanted.destination(), decision -> answer.accept(checked(wanted, decision)));
    }

    private Decision checked(Wanted wanted, Decision decision) {
        String objection = objection(wanted);
        if (decision.verdict() == Verdict.HELD && asks(wanted)) {
            return decision;
        }
        boolean passes = decision.verdict() == Verdict.ALLOWED || decision.verdict() == Verdict.HELD;
        if (!passes || objection == null || decision.grant().namesAddress()) {
            return decision;
        }
        return never(decision.rule() + ", but " + objection + " is reached only if a rule names it, such as "
                + wanted.destination().namingRule());
    }

    /// Whether a question is put to a person now that its name is known to lead to an address that is not public.
    boolean asksAbout(Wanted there) {
        return judge(there).verdict() == Verdict.HELD && asks(there);
    }

    private boolean asks(Wanted wanted) {
        boolean served = !wanted.protocol().equals("dns") && NAME_SERVICES.contains(wanted.port());
        return wanted.destination().askable() && !outside.own(wanted.address()) && !served;
    }

    private @Nullable String objection(Wanted wanted) {
        if (wanted.protocol().equals("dns")) {
            return null;
        }
        String special = AddressKind.special(wanted.address());
        if (special != null) {
            return special;
        }
        if (outside.own(wanted.address())) {
            return "an address of this host";
        }
        return NAME_SERVICES.contains(wanted.port()) ? "another name server" : null;
    }
}
