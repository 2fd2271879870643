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

    /// Moves the keyboard to the approval at the window's lower edge, or shows all where there is none.
    void answer();

    /// Opens the command palette.
    void palette();

    /// Asks for newer data.
    void refresh();
}
