package dev.belljar.contract.view.network;

/// The figures of a packet capture: frames written, and frames left out because the reader was too slow.
public record CaptureFigures(String id, long frames, long left) {}
