package dev.belljar.agent.gateway.egress;

import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.contract.event.Verdict;

/// A requested destination and the decision about it.
public record DestinationVerdict(RequestedDestination destination, FlowDecision decision) {
    /// Decides about an address by the names for which the gateway answered it: by the newest name that is
    /// allowed, else the newest that the developer may be asked about, else the newest. Without a name it
    /// decides about the bare address.
    public static DestinationVerdict of(EgressBoundary boundary, DnsPins pins, RequestedDestination nameless) {
        if (nameless.ofService()) {
            RequestedDestination named = HostServiceBoundary.named(nameless);
            return new DestinationVerdict(named, boundary.judge(named));
        }
        DestinationVerdict best = null;
        for (String name : pins.names(nameless.address())) {
            RequestedDestination destination = nameless.named(name);
            DestinationVerdict verdict = new DestinationVerdict(destination, boundary.judge(destination));
            if (verdict.is(Verdict.ALLOWED)) {
                return verdict;
            }
            if (best == null || (verdict.is(Verdict.HELD) && !best.is(Verdict.HELD))) {
                best = verdict;
            }
        }
        return best == null ? new DestinationVerdict(nameless, boundary.judge(nameless)) : best;
    }

    public boolean is(Verdict verdict) {
        return decision.verdict() == verdict;
    }
}
