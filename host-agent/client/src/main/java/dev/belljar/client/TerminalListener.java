package dev.belljar.client;

import dev.belljar.contract.view.TerminalStarted;

/// Receives the output of a command, in order, on one thread. A slow listener slows the command down; no output
/// is dropped.
public interface TerminalListener {
    /// The command runs, or the session is attached; called before all output.
    default void started(TerminalStarted started) {}

    /// Bytes of standard output, or of the terminal.
    void output(byte[] bytes);

    /// Bytes of standard error; never called with a terminal.
    void error(byte[] bytes);
}
