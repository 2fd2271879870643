package dev.belljar.contract.view.session;

/// The public key of a key pair that a machine generated for itself: a line for a forge's list of deploy keys,
/// and its fingerprint. The private key never leaves the machine.
public record MachineKey(String key, String fingerprint) {}
