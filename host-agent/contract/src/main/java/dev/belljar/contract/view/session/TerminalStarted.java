package dev.belljar.contract.view.session;

import org.jspecify.annotations.Nullable;

/// The first text message of the host agent on a terminal socket: the command runs with this process id in the
/// guest; or the terminal is attached to the session of this name, where `by` is the program that keeps it
/// (`zellij`, `tmux`, or `shell` if none does) and the process id is 0 if the terminal has no process of its
/// own. If neither is possible, `TerminalExit` with a problem comes instead.
public record TerminalStarted(
        int pid, @Nullable String session, @Nullable String by) {}
