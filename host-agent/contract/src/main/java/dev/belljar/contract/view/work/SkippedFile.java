package dev.belljar.contract.view.work;

/// A file of the workspace that was not fetched: its apparent `size` in bytes, and why in words. Both come from
/// the guest.
public record SkippedFile(String path, long size, String why) {}
