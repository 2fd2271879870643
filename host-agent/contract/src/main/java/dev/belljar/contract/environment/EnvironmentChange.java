package dev.belljar.contract.environment;

/// How an item of a proposed environment differs from the accepted one.
public enum EnvironmentChange {
    ADDED,
    CHANGED,
    REMOVED,
    SAME
}
