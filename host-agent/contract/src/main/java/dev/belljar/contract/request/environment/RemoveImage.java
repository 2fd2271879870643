package dev.belljar.contract.request.environment;

/// The name of an imported image.
public record RemoveImage(String name) {}
