package dev.belljar.contract.view.session;

/// A user's public key that is authorized for ssh into a machine: its type, its fingerprint as `ssh-keygen -l`
/// shows it, its comment, and when it was added (milliseconds since the epoch).
public record SshKey(String type, String fingerprint, String comment, long added) {}
