package dev.belljar.contract.view.host;

/// The answer of `GET /health` to a caller on TCP without a token: only that a host agent answers.
public record AgentPresence(boolean ok) {}
