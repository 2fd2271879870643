package dev.belljar.app.shell;

import dev.belljar.app.action.TrustedBrowsers;

/// The parts of the user's desktop that the window uses: `notifier` shows notifications, `editors` open a
/// sandbox's workspace, `browsers` can trust the certificate of sandbox addresses.
public record DesktopIntegration(Notifier notifier, RemoteEditors editors, TrustedBrowsers browsers) {
    /// No integration, as in pictures.
    public static final DesktopIntegration NONE =
            new DesktopIntegration((title, words) -> {}, RemoteEditors.NONE, TrustedBrowsers.NONE);
}
