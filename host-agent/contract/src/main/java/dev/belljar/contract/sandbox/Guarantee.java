package dev.belljar.contract.sandbox;

/// One promise a backend makes on this host, or does not: `holds`, and in words what that means.
public record Guarantee(String name, boolean holds, String detail) {}
