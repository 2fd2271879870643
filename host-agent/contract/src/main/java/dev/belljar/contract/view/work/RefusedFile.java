package dev.belljar.contract.view.work;

/// A file in the workspace that cannot be copied to the host, and why.
public record RefusedFile(String path, String why) {}
