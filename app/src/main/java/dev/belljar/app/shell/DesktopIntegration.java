package dev.belljar.app.shell;

import dev.belljar.app.action.TrustedBrowsers;

/// What the window reaches on the person's own computer: `notifier` a person who looks elsewhere, `editors` open
/// machines from outside, `browsers` are told whom to trust.
public record DesktopIntegration(Notifier notifier, RemoteEditors editors, TrustedBrowsers browsers) {
    /// Nothing of it, as in a picture.
    public static final DesktopIntegration NONE =
            new DesktopIntegration((title, words) -> {}, RemoteEditors.NONE, TrustedBrowsers.NONE);
}
