package dev.belljar.contract.view;

/// Where the host agent listens; the content of `agent.json` in the runtime folder, beside the file `token`.
public record AgentAddress(int port, long pid, String version) {}
