package dev.belljar.app.desktop;

/// Shows notifications of the desktop to a user who works in another window; does nothing if the
/// desktop has none.
@FunctionalInterface
public interface Notifier {
    /// Shows plain text that is already safe to show; returns at once.
    void tell(String title, String words);
}
