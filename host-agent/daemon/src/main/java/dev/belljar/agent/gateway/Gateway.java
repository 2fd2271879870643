package dev.belljar.agent.gateway;

/// The network of one machine, kept up across breaks of its socket until closed.
public interface Gateway extends AutoCloseable {
    /// Bytes and flows so far.
    GatewayTotals totals();

    @Override
    void close();
}
