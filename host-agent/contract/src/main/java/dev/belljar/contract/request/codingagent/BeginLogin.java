package dev.belljar.contract.request.codingagent;

/// Asks to begin a login for the coding agent with this name. An earlier login for it that has not ended is
/// given up.
public record BeginLogin(String agent) {}
