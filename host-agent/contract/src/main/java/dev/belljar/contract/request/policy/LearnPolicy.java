package dev.belljar.contract.request.policy;

/// Asks for the rules that would have allowed what happened; with `tried` also what was refused.
public record LearnPolicy(boolean tried) {}
