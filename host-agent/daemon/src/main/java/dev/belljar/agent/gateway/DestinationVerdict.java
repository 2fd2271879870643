package dev.belljar.agent.gateway;

import dev.belljar.contract.event.Verdict;

/// A requested destination and the decision about it.
record DestinationVerdict(RequestedDestination wanted, FlowDecision decision) {
    /// Decides about an address by the names for which the gateway answered it: by the newest name that is
    /// allowed, else the newest that the developer may be asked about, else the newest. Without a name it
    /// decides about the bare address.
    static DestinationVerdict of(EgressBoundary boundary, DnsPins pins, RequestedDestination nameless) {
        DestinationVerdict best = null;
        for (String name : pins.names(nameless.address())) {
            RequestedDestination wanted = nameless.named(name);
            DestinationVerdict judged = new DestinationVerdict(wanted, boundary.judge(wanted));
            if (judged.is(Verdict.ALLOWED)) {
                return judged;
            }
            if (best == null || (judged.is(Verdict.HELD) && !best.is(Verdict.HELD))) {
                best = judged;
            }
        }
        return best == null ? new DestinationVerdict(nameless, boundary.judge(nameless)) : best;
    }

    boolean is(Verdict verdict) {
        return decision.verdict() == verdict;
    }
}
