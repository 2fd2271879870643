package dev.belljar.app.desktop;

import java.util.Map;

/// The parts of the user's desktop that the window uses: `notifier` shows notifications, `editors` open a
/// sandbox's workspace, `browsers` can trust the certificate of sandbox addresses.
public record DesktopIntegration(Notifier notifier, RemoteEditors editors, TrustedBrowsers browsers) {
    /// No integration, as in pictures.
    public static final DesktopIntegration NONE =
            new DesktopIntegration((title, words) -> {}, RemoteEditors.NONE, TrustedBrowsers.NONE);

    /// Finds the programs of the user's desktop; the first check of the editors starts at once.
    public static DesktopIntegration find(Map<String, String> environment) {
        return new DesktopIntegration(
                DesktopNotifier.find(environment.getOrDefault("PATH", "")),
                DesktopEditors.find(environment),
                DesktopBrowsers.find(environment));
    }
}
