package dev.belljar.contract.request.policy;

/// Asks to store a secret on this host under a name, replacing an earlier value of that name.
public record KeepSecret(String name, String value) {}
