package dev.belljar.agent.gateway;

import org.jspecify.annotations.Nullable;

/// The network of one machine, kept up across breaks of its socket until closed.
public interface Gateway extends AutoCloseable {
    /// Bytes and flows so far.
    GatewayTotals totals();

    /// Shows every frame from now on to `tap`, or to nobody if it is null.
    default void tap(@Nullable FrameTap tap) {}

    @Override
    void close();
}
