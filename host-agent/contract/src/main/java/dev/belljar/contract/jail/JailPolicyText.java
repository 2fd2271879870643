package dev.belljar.contract.jail;

/// A policy for jails as text, for a file.
public record JailPolicyText(String text) {}
