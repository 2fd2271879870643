package dev.belljar.contract.request.timeline;

/// Requests the state of a sandbox at a time in milliseconds since the epoch.
public record ReadMoment(long at) {}
