package dev.belljar.client;

import dev.belljar.contract.view.session.TerminalStarted;

/// Receives the output of a command, in order, on one thread. A slow listener slows the command down; no output
/// is dropped.
public interface TerminalListener {
    /// Called before all output, when the command runs or the terminal is attached to the session.
    default void started(TerminalStarted started) {}

    /// Receives bytes of standard output, or of the terminal.
    void output(byte[] bytes);

    /// Receives bytes of standard error; never called with a terminal.
    void error(byte[] bytes);
}
