package dev.belljar.contract.request.session;

/// Asks to revoke a public key, named by its line or its fingerprint.
public record RevokeSshKey(String key) {}
