package dev.belljar.contract.request.environment;

/// Asks to make the template of the project in this folder again.
public record RefreshTemplate(String project) {}
