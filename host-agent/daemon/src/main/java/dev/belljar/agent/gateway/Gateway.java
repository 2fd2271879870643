package dev.belljar.agent.gateway;

/// The network of one machine. It reconnects when its socket breaks, until it is closed.
public interface Gateway extends AutoCloseable {
    /// The figures since the gateway was opened.
    GatewayTotals totals();

    /// Shows every frame from now on to `tap` too, until the subscription is closed.
    default TapSubscription tap(FrameTap tap) {
        return () -> {};
    }

    @Override
    void close();
}
