package dev.belljar.agent.vm;

/// Who is told the lines a guest prints on its console; each is cleaned of control characters and at most 512
/// characters long.
public interface ConsoleListener {
    /// One line, without its end.
    void line(String line);
}
