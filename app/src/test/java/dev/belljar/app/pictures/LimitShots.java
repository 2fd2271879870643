package dev.belljar.app.pictures;

import dev.belljar.app.recorded.OtherStates;
import dev.belljar.app.recorded.RecordedAgent.Scenario;
import dev.belljar.app.shell.Location;
import dev.belljar.app.shell.ScreenKind;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.view.HostStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/// Screens of what limits a sandbox: emulation, disk space, an old image, and its end.
final class LimitShots {
    private static final String MENU = "More for this sandbox";

    private LimitShots() {}

    static List<ScreenCase> all() {
        return List.of(
                new ScreenCase(
                        "add-emulated",
                        Scenario.BUSY,
                        booth -> {
                            booth.agent().changeHost(OtherStates::unaccepted);
                            booth.run(() -> booth.bench().refresh());
                            // The dialog asks what the window knows of the host, and that is fetched in the background.
                            booth.await("the changed host", b -> {
                                HostStatus host = b.picture().host();
                                return host != null && !host.emulationAccepted();
                            });
                            booth.run(() -> booth.bench().add(Path.of("/home/mia/code/notes")));
                        },
                        "Add notes",
                        "Allow sandboxes to run under emulation"),
                new ScreenCase(
                        "image-outdated",
                        Scenario.BUSY,
                        booth -> {
                            booth.agent().changeHost(OtherStates::outdated);
                            booth.agent().changeSandbox("shop", OtherStates::emulated);
                            booth.run(() -> booth.bench().model().go(new Location.Doctor()));
                        },
                        "outdated",
                        "Refresh image",
                        "Isolation on this computer"),
                new ScreenCase(
                        "paused-quota",
                        Scenario.BUSY,
                        booth -> changed(booth, OtherStates::overQuota),
                        "paused: disk quota"),
                new ScreenCase(
                                "paused-reserve",
                                Scenario.BUSY,
                                booth -> changed(booth, OtherStates::lowDisk),
                                "paused: host disk reserve")
                        .sized(1100, 700),
                new ScreenCase(
                        "stopping", Scenario.BUSY, LimitShots::stopping, "Fetch its work", "Its network is closed"),
                new ScreenCase(
                        "stop-now",
                        Scenario.BUSY,
                        booth -> {
                            ScreenCases.enter(booth, "shop", ScreenKind.PROCESSES);
                            booth.choose(MENU, "Stop now…");
                        },
                        "Stop “shop” now?"),
                new ScreenCase(
                        "destroy-now",
                        Scenario.BUSY,
                        booth -> {
                            ScreenCases.enter(booth, "shop", ScreenKind.PROCESSES);
                            booth.choose(MENU, "Move to trash…");
                            booth.press(".other");
                        },
                        "Move “shop” to trash without saving?"),
                new ScreenCase(
                        "review-skipped",
                        Scenario.BUSY,
                        booth -> {
                            ScreenCases.enter(booth, "try-2", ScreenKind.CHANGES);
                            booth.press(".sync");
                        },
                        "Safe",
                        "Not fetched"));
    }

    private static void changed(WindowHarness booth, UnaryOperator<Sandbox> change) {
        booth.agent().changeSandbox("shop", change);
        ScreenCases.enter(booth, "shop", ScreenKind.PROCESSES);
        booth.run(() -> booth.bench().refresh());
    }

    private static void stopping(WindowHarness booth) {
        booth.agent().changeSandbox("docs", OtherStates::stopping);
        booth.run(() -> booth.bench().model().go(new Location.Home()));
        booth.run(() -> booth.bench().refresh());
    }
}
