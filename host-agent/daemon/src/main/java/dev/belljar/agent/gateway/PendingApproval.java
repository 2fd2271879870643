package dev.belljar.agent.gateway;

/// An approval that is open. Closing it withdraws the approval, because the flow that asked is gone.
public interface PendingApproval extends AutoCloseable {
    @Override
    void close();
}
