package dev.belljar.contract.view;

/// How a capture of a machine's network goes: frames that were written, and frames left out because the reader was
/// too slow for them.
public record CaptureFigures(String id, long frames, long left) {}
