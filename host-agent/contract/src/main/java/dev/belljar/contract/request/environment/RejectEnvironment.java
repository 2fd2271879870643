package dev.belljar.contract.request.environment;

/// Asks to reject the environment with this digest that the project in this folder proposes. What was accepted
/// before stays in effect.
public record RejectEnvironment(String project, String digest) {}
