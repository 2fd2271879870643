package dev.belljar.client;

import dev.belljar.contract.view.TerminalStarted;

/// Who gets the output of a command, in order, from one thread. Taking long slows the command down; nothing is
/// dropped.
public interface TerminalListener {
    /// What was asked for runs, or the session is attached to; before all output.
    default void started(TerminalStarted started) {}

    /// Bytes of standard output, or of the terminal.
    void output(byte[] bytes);

    /// Bytes of standard error; never called with a terminal.
    void error(byte[] bytes);
}
