package dev.belljar.client.console;

import dev.belljar.contract.environment.SetupStatus;

/// Describes the setup of a sandbox in words.
public final class SetupText {
    private SetupText() {}

    /// Describes it briefly: `setting up (3 of 7)`, `setup failed`; empty once it is done.
    public static String brief(SetupStatus setup) {
        return switch (setup.state()) {
            case RUNNING -> "setting up (%d of %d)".formatted(setup.step(), setup.steps());
            case DONE -> "";
            case FAILED -> "setup failed";
            case CANCELLED -> "setup cancelled";
            case INTERRUPTED -> "setup interrupted";
        };
    }

    /// Describes it in a sentence.
    public static String sentence(String sandbox, SetupStatus setup) {
        String detail = setup.detail() == null ? "" : ": " + setup.detail();
        return switch (setup.state()) {
            case RUNNING ->
                "Setting up %s, step %d of %d: %s".formatted(sandbox, setup.step(), setup.steps(), setup.label());
            case DONE -> "%s is set up".formatted(sandbox);
            case FAILED -> "The setup of %s failed%s".formatted(sandbox, detail);
            case CANCELLED -> "The setup of %s was cancelled".formatted(sandbox);
            case INTERRUPTED -> "The setup of %s was interrupted%s".formatted(sandbox, detail);
        };
    }
}
