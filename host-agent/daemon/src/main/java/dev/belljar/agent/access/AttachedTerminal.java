package dev.belljar.agent.access;

import dev.belljar.agent.guest.GuestExec;

/// A terminal attached to a session: its streams, the session's name, and the program that keeps the session (`zellij`,
/// `tmux`, `shell`).
public record AttachedTerminal(GuestExec exec, String session, String by) {}
