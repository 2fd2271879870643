package dev.belljar.contract.request.work;

/// Requests the work that waits for review. Without `fetch`, that is the work that was fetched last, unless the
/// workspace has changed since and the machine is running.
public record ReadReview(boolean fetch) {}
