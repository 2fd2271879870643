package dev.belljar.contract.view;

/// One thing that was taken away because nothing needs it: a `layer` of disks, a `template`, a `trash` item, or
/// the `objects` of deleted sandboxes in the repository of a project.
/// `bytes` of disk that gave back.
public record FreedItem(String kind, String name, long bytes) {}
