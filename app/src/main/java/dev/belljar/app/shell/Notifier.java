package dev.belljar.app.shell;

/// Tells the person something while they look elsewhere; where the desktop has no way to, nothing happens.
@FunctionalInterface
public interface Notifier {
    /// Plain words, already made safe to show; returns at once.
    void tell(String title, String words);
}
