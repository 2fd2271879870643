package dev.belljar.app.palette;

/// The commands of the window's frame that the command palette offers.
public record FrameCommands(Runnable inbox, Runnable switchTheme, Runnable refresh) {}
