package dev.belljar.client;

/// Who gets the output of a command, in order, from one thread. Taking long slows the command down; nothing is
/// dropped.
public interface TerminalListener {
    /// Bytes of standard output, or of the terminal.
    void output(byte[] bytes);

    /// Bytes of standard error; never called with a terminal.
    void error(byte[] bytes);
}
