package dev.belljar.contract.view.host;

import org.jspecify.annotations.Nullable;

/// Where the host agent listens; the content of `agent.json` in the runtime folder. `socket` is the Unix socket there,
/// which only its owner can open; `port` is on 127.0.0.1, asks for the token in the file `token` beside it, and is left
/// out while TCP is off.
public record AgentAddress(@Nullable Integer port, long pid, String version, String socket) {}
