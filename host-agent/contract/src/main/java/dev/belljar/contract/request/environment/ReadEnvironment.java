package dev.belljar.contract.request.environment;

/// Requests the environment of the project in this folder.
public record ReadEnvironment(String project) {}
