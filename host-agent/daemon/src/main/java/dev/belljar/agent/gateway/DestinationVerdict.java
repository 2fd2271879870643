package dev.belljar.agent.gateway;

import dev.belljar.contract.event.Verdict;

/// What was decided about where a flow wants to go.
record DestinationVerdict(RequestedDestination wanted, FlowDecision decision) {
    /// Judges an address by the names it was told for: the newest that is allowed, else the newest that a person
    /// may be asked about, else the newest; without a name, as an address.
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
