package dev.belljar.agent.policy.approval;

/// Is told of an answer that allows a destination, before it takes effect.
public interface ApprovalListener {
    /// Does nothing.
    ApprovalListener NONE = (_, _) -> {};

    /// A destination of this sandbox is about to be allowed. The answer takes effect when this returns, which
    /// must be soon, whatever the guest does.
    void allowing(PolicySubject subject, String destination);
}
