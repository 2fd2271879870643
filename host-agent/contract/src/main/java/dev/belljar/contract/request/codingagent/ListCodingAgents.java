package dev.belljar.contract.request.codingagent;

import org.jspecify.annotations.Nullable;

/// Requests the coding agents, and which of them the project in this folder prefers; null for no project.
public record ListCodingAgents(@Nullable String project) {}
