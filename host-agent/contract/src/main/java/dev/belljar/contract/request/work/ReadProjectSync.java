package dev.belljar.contract.request.work;

/// Requests how the sandboxes of the project in this folder are synced.
public record ReadProjectSync(String project) {}
