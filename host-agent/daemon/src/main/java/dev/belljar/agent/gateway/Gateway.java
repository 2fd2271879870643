package dev.belljar.agent.gateway;

/// The network of one machine, kept up across breaks of its socket until closed.
public interface Gateway extends AutoCloseable {
    /// Bytes and flows so far.
    GatewayTotals totals();

    /// Shows every frame from now on to `tap` too, until what is returned is closed.
    default TapSubscription tap(FrameTap tap) {
        return () -> {};
    }

    @Override
    void close();
}
