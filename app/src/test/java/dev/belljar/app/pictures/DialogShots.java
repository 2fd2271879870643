package dev.belljar.app.pictures;

import dev.belljar.app.recorded.RecordedAgent.Scenario;
import dev.belljar.app.shell.ScreenKind;
import java.util.List;

/// Dialogs about who gets in, and about what browsers think of addresses.
final class DialogShots {
    private static final String MENU = "More for this sandbox";

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
                        booth -> {
                            trust(booth);
                            booth.press(".give-trust");
                        },
                        "trusted",
                        "Remove trust"),
                new ScreenCase(
                        "trust-hindered",
                        Scenario.BUSY,
                        booth -> {
                            booth.browsers().lackProgram();
                            trust(booth);
                        },
                        "unknown",
                        "sudo apt-get install libnss3-tools"),
                new ScreenCase(
                        "trust-failed",
                        Scenario.BUSY,
                        booth -> {
                            booth.browsers().fail("certutil ended with 255: the database is locked");
                            trust(booth);
                            booth.press(".give-trust");
                        },
                        "failed",
                        "the database is locked"),
                new ScreenCase(
                        "keys-some",
                        Scenario.BUSY,
                        booth -> keys(booth, "shop"),
                        "SSH keys of shop",
                        "mia@laptop",
                        "ssh-rsa"),
                new ScreenCase(
                        "keys-empty",
                        Scenario.BUSY,
                        booth -> keys(booth, "docs"),
                        "No keys. Only this computer can connect."),
                new ScreenCase(
                        "keys-private",
                        Scenario.BUSY,
                        booth -> {
                            keys(booth, "shop");
                            booth.awaitField();
                            booth.type("-----BEGIN OPENSSH PRIVATE KEY");
                        },
                        "That's a private key"));
    }

    /// Opens whether browsers trust the addresses of `shop`.
    static void trust(WindowHarness booth) {
        ScreenCases.enter(booth, "shop", ScreenKind.PROCESSES);
        booth.awaitWords(List.of("Open 5173"));
        booth.choose("All addresses", "Certificate status…");
        booth.awaitWords(List.of("Browser certificates"));
    }

    /// Opens the keys of this sandbox.
    static void keys(WindowHarness booth, String sandbox) {
        ScreenCases.enter(booth, sandbox, ScreenKind.PROCESSES);
        booth.choose(MENU, "SSH keys…");
        booth.awaitWords(List.of("SSH keys of " + sandbox));
    }
}
