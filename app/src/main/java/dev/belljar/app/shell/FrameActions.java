package dev.belljar.app.shell;

/// What the frame's own buttons and keys do.
interface FrameActions {
    /// Adds a project.
    void add();

    /// Changes between light and dark.
    void switchTheme();

    /// Keeps this moment of the machine the person is in.
    void snapshot();

    /// Shows all questions that wait.
    void inbox();

    /// Opens the command palette.
    void palette();

    /// Asks for newer data.
    void refresh();
}
