package dev.belljar.contract.view;

/// The public half of a key pair that a machine has for itself: a line for a forge's list of deploy keys, and its
/// fingerprint. The private half never leaves the machine.
public record MachineKey(String key, String fingerprint) {}
