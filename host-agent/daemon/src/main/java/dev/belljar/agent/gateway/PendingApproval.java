package dev.belljar.agent.gateway;

/// A question that waits for a person; closing it withdraws the question, when the flow that asked is gone.
public interface PendingApproval extends AutoCloseable {
    @Override
    void close();
}
