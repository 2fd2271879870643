package dev.belljar.contract.view.storage;

/// An item that was deleted because nothing needs it: a disk `layer`, a `template`, a `trash` item, or the
/// `objects` of deleted sandboxes in a project's repository. `bytes` is the disk space freed.
public record FreedItem(String kind, String name, long bytes) {}
