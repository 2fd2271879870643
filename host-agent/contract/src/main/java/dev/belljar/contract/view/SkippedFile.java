package dev.belljar.contract.view;

/// A file of the workspace that was not fetched: `size` in bytes as it looks, and why in words. Both are the machine's
/// word.
public record SkippedFile(String path, long size, String why) {}
