package dev.belljar.app.shell;

/// The actions of the frame's buttons and keys.
interface FrameActions {
    /// Switches between the light and the dark theme.
    void switchTheme();

    /// Takes a snapshot of the sandbox that is shown.
    void snapshot();

    /// Shows all waiting approvals.
    void inbox();

    /// Moves the focus to the approval at the window's lower edge, or shows all waiting approvals if
    /// there is none.
    void answer();

    /// Opens the command palette.
    void palette();

    /// Requests newer data.
    void refresh();
}
