package dev.belljar.client;

/// A running subscription; close it to end it.
public interface EventSubscription extends AutoCloseable {
    @Override
    void close();
}
