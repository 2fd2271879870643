package dev.belljar.client.command.sandbox;

/// The size of a terminal in characters.
public record TerminalSize(int rows, int cols) {
    public static final TerminalSize USUAL = new TerminalSize(24, 80);
    /// Of a command that has no terminal.
    public static final TerminalSize NONE = new TerminalSize(0, 0);
}
