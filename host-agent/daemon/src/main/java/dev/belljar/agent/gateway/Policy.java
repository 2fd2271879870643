package dev.belljar.agent.gateway;

/// Decides about a destination the first time a flow or name asks for it.
public interface Policy {
    /// The decision and the rule behind it, in words.
    Decision decide(Destination destination);

    /// Nothing is allowed; the rule says so.
    static Policy closed() {
        return destination -> new Decision(dev.belljar.contract.event.Verdict.REFUSED, "closed");
    }
}
