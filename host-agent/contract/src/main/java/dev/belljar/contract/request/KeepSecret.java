package dev.belljar.contract.request;

/// Keep a secret on this host under a name; another text under the same name takes its place.
public record KeepSecret(String name, String value) {}
