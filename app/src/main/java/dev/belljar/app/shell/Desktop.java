package dev.belljar.app.shell;

import dev.belljar.app.intent.Browsers;

/// What the window reaches on the person's own computer: `notifier` a person who looks elsewhere, `editors` open
/// machines from outside, `browsers` are told whom to trust.
public record Desktop(Notifier notifier, Editors editors, Browsers browsers) {
    /// Nothing of it, as in a picture.
    public static final Desktop NONE = new Desktop((title, words) -> {}, Editors.NONE, Browsers.NONE);
}
