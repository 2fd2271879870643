package dev.belljar.contract.request;

/// Let a secret be used for a host name.
public record BindSecret(String host) {}
