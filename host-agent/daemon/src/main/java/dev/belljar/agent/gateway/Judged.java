package dev.belljar.agent.gateway;

import dev.belljar.contract.event.Verdict;

/// What was decided about where a flow wants to go.
record Judged(Wanted wanted, Decision decision) {
    /// Judges an address by the names it was told for: the newest that is allowed, else the newest that a person
    /// may be asked about, else the newest; without a name, as an address.
    static Judged of(Boundary boundary, Pins pins, Wanted nameless) {
        Judged best = null;
        for (String name : pins.names(nameless.address())) {
            Wanted wanted = nameless.named(name);
            Judged judged = new Judged(wanted, boundary.judge(wanted));
            if (judged.is(Verdict.ALLOWED)) {
                return judged;
            }
            if (best == null || (judged.is(Verdict.HELD) && !best.is(Verdict.HELD))) {
                best = judged;
            }
        }
        return best == null ? new Judged(nameless, boundary.judge(nameless)) : best;
    }

    boolean is(Verdict verdict) {
        return decision.verdict() == verdict;
    }
}
