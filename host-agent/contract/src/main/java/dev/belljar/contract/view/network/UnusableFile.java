package dev.belljar.contract.view.network;

/// A file of the host that might concern sandboxes and cannot be used, and why.
public record UnusableFile(String file, String problem) {}
