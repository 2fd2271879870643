package dev.belljar.client;

/// A running subscription to events; closing it ends the subscription.
public interface EventSubscription extends AutoCloseable {
    @Override
    void close();
}
