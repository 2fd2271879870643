package dev.belljar.contract.view;

import org.jspecify.annotations.Nullable;

/// The first text message of a terminal socket from the host agent: the command runs, with this process id in the
/// guest; or a session of this name is attached to, `by` being what keeps it (`zellij`, `tmux`, or `shell` when nothing
/// does), with process id 0 when there is no process of one's own. When neither can be, `TerminalExit` with a problem
/// comes instead.
public record TerminalStarted(
        int pid, @Nullable String session, @Nullable String by) {}
