package dev.belljar.contract.sandbox;

/// A guarantee of a backend: whether it holds on this host, and what that means in words.
public record Guarantee(String name, boolean holds, String detail) {}
