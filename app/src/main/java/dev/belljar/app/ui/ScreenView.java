package dev.belljar.app.ui;

import javafx.scene.Node;

/// A part of the window one can be in; it works only while it is shown.
public interface ScreenView extends AutoCloseable {
    /// What is drawn.
    Node node();

    /// It came to the front: puts the keyboard where it belongs.
    default void shown() {}

    /// Whether it has something to show even while its sandbox starts or after it failed.
    default boolean standsAlone() {
        return false;
    }

    /// Brings what these words name into sight: a process by its number, flows by what their filter takes.
    default void seek(String words) {}

    /// Asks for newer data (F5).
    default void refresh() {}

    /// Ends every subscription; the room is not used again.
    @Override
    void close();
}
