package dev.belljar.contract.request.work;

/// Asks for a file as it is in both commits of a comparison.
public record ReadComparedFile(String base, String tip, String path) {}
