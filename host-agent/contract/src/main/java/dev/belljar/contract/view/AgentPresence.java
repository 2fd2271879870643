package dev.belljar.contract.view;

/// What `GET /health` tells a caller on TCP without a token: that a host agent answers. Nothing else.
public record AgentPresence(boolean ok) {}
