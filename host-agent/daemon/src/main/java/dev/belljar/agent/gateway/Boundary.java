package dev.belljar.agent.gateway;

import dev.belljar.contract.event.Verdict;

/// A policy held against what this gateway can do: nothing is carried out of the machine yet, so whatever the policy
/// would allow or hold is refused too, and its rule says so.
record Boundary(Policy policy) implements Policy {
    /// Answered by the gateway itself.
    static final Decision LOCAL = new Decision(Verdict.LOCAL, "answered by the gateway");

    /// Refused whatever the policy says, for this reason.
    static Decision never(String rule) {
        return new Decision(Verdict.REFUSED, rule);
    }

    @Override
    public Decision decide(Destination destination) {
        // No rule may open the gateway's own address: behind it is the host.
        if (destination.address().equals(Subnet.GATEWAY.toString())
                && !destination.protocol().equals("dns")) {
            return never("the gateway has no such service");
        }
        Decision decision = policy.decide(destination);
        return decision.verdict() == Verdict.REFUSED
                ? decision
                : never(decision.rule() + " (but this gateway carries nothing out yet)");
    }
}
