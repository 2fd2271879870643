package dev.belljar.agent.vm;

/// Receives the lines that a guest prints on its console, without control characters and at most 512 characters
/// long.
public interface ConsoleListener {
    /// One line, without its end.
    void line(String line);
}
