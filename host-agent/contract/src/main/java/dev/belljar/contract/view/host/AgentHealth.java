package dev.belljar.contract.view.host;

/// The answer of a running host agent: its version, process id and the data folder it owns.
public record AgentHealth(boolean ok, String version, long pid, String data, long started) {}
