package dev.belljar.contract.view;

/// A person's public key that opens a machine by ssh: its type, its fingerprint as `ssh-keygen -l` shows it, what its
/// owner called it, and when it was added (milliseconds since the epoch).
public record SshKey(String type, String fingerprint, String comment, long added) {}
