package dev.belljar.contract.view.work;

/// A commit made in the machine: `time` is milliseconds since the epoch by the guest's clock.
public record WorkCommit(String id, String subject, String author, long time) {}
