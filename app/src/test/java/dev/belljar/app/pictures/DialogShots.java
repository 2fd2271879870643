package dev.belljar.app.pictures;

import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.Scenario;
import java.util.List;

/// Pictures of the dialogs for SSH keys and for the trust of browsers.
final class DialogShots {
    private static final String MENU = "More actions for this sandbox";

    private DialogShots() {}

    static List<ScreenCase> all() {
        return List.of(
                new ScreenCase(
                        "trust-missing",
                        Scenario.BUSY,
                        DialogShots::trust,
                        "not trusted yet",
                        "Firefox",
                        "old certificate",
                        "Trust"),
                new ScreenCase(
                        "trust-given",
                        Scenario.BUSY,
                        window -> {
                            trust(window);
                            window.press(".give-trust");
                        },
                        "trusted",
                        "Remove trust"),
                new ScreenCase(
                        "trust-hindered",
                        Scenario.BUSY,
                        window -> {
                            window.browsers().lackProgram();
                            trust(window);
                        },
                        "unknown",
                        "sudo apt-get install libnss3-tools"),
                new ScreenCase(
                        "trust-failed",
                        Scenario.BUSY,
                        window -> {
                            window.browsers().fail("certutil ended with 255: the database is locked");
                            trust(window);
                            window.press(".give-trust");
                        },
                        "failed",
                        "the database is locked"),
                new ScreenCase(
                        "keys-some",
                        Scenario.BUSY,
                        window -> keys(window, "shop"),
                        "SSH keys that can log in to shop",
                        "mia@laptop",
                        "ssh-rsa"),
                new ScreenCase(
                        "keys-empty",
                        Scenario.BUSY,
                        window -> keys(window, "docs"),
                        "No keys. Only this computer can connect."),
                new ScreenCase(
                        "keys-private",
                        Scenario.BUSY,
                        window -> {
                            keys(window, "shop");
                            window.awaitField();
                            window.type("-----BEGIN OPENSSH PRIVATE KEY");
                        },
                        "That's a private key"));
    }

    /// Opens the dialog on the trust of browsers in the addresses of `shop`.
    static void trust(WindowHarness window) {
        ScreenCases.enter(window, "shop", ScreenKind.PROCESSES);
        window.awaitWords(List.of("Open 5173"));
        window.choose("All addresses", "Certificate status…");
        window.awaitWords(List.of("Browser certificates"));
    }

    /// Opens the dialog with the SSH keys of this sandbox.
    static void keys(WindowHarness window, String sandbox) {
        ScreenCases.enter(window, sandbox, ScreenKind.PROCESSES);
        window.choose(MENU, "SSH keys…");
        window.awaitWords(List.of("SSH keys that can log in to " + sandbox));
    }
}
