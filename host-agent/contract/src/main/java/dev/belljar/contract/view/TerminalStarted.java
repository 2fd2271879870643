package dev.belljar.contract.view;

/// The first text message of a terminal socket from the host agent: the command runs, with this process id in the
/// guest. When a command cannot be started, `TerminalExit` with a problem comes instead.
public record TerminalStarted(int pid) {}
