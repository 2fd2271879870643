package dev.belljar.contract.view;

/// One thing that was taken away because nothing needs it: a `layer` of disks, a `template`, or a `trash` item.
/// `bytes` of disk that gave back.
public record Freed(String kind, String name, long bytes) {}
