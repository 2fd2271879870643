package dev.belljar.contract.request.work;

/// Asks for a file by its path in the workspace.
public record ReadFile(String path) {}
