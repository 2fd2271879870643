package dev.belljar.app.ui;

import javafx.scene.Node;

/// A screen of the window; it does work only while it is shown.
public interface ScreenView extends AutoCloseable {
    /// The node that draws the screen.
    Node node();

    /// Moves the focus to where it belongs, after the screen came to the front.
    default void shown() {}

    /// True if the screen can also be shown while its sandbox starts or after it failed.
    default boolean standsAlone() {
        return false;
    }

    /// Shows what this text names: a process by its number, flows by a filter text.
    default void seek(String words) {}

    /// Requests newer data (F5).
    default void refresh() {}

    /// Ends every subscription; the screen is not used again.
    @Override
    void close();
}
