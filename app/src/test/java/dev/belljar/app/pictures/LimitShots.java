package dev.belljar.app.pictures;

import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.navigation.Location;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.OtherStates;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.view.host.HostStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/// Pictures of what limits a sandbox: emulation, disk space, an outdated image, and its end.
final class LimitShots {
    private static final String MENU = "More actions for this sandbox";

    private LimitShots() {}

    static List<ScreenCase> all() {
        return List.of(
                new ScreenCase(
                        "add-emulated",
                        Scenario.BUSY,
                        window -> {
                            window.agent().changeHost(OtherStates::unaccepted);
                            window.run(() -> window.workbench().refresh());
                            // The dialog uses the known state of the host, which is fetched in the
                            // background.
                            window.await("the changed host", b -> {
                                HostStatus host = b.state().host();
                                return host != null && !host.emulationAccepted();
                            });
                            window.run(() -> window.workbench()
                                    .model()
                                    .open(new DialogKind.AddProject(Path.of("/home/mia/code/notes"))));
                        },
                        "Add notes",
                        "Allow sandboxes to run under emulation"),
                new ScreenCase(
                        "image-outdated",
                        Scenario.BUSY,
                        window -> {
                            window.agent().changeHost(OtherStates::outdated);
                            window.agent().changeSandbox("shop", OtherStates::emulated);
                            window.run(() -> window.workbench().model().go(new Location.DoctorScreen()));
                        },
                        "outdated",
                        "Update image",
                        "Isolation on this computer"),
                new ScreenCase(
                        "paused-quota",
                        Scenario.BUSY,
                        window -> changed(window, OtherStates::overQuota),
                        "paused: disk quota"),
                new ScreenCase(
                                "paused-reserve",
                                Scenario.BUSY,
                                window -> changed(window, OtherStates::lowDisk),
                                "paused: host disk reserve")
                        .sized(1100, 700),
                new ScreenCase(
                        "stopping",
                        Scenario.BUSY,
                        LimitShots::stopping,
                        "Fetch the work",
                        "Already disconnected from the network"),
                new ScreenCase(
                        "stop-now",
                        Scenario.BUSY,
                        window -> {
                            ScreenCases.enter(window, "shop", ScreenKind.PROCESSES);
                            window.choose(MENU, "Stop now…");
                        },
                        "Stop “shop” now?"),
                new ScreenCase(
                        "destroy-now",
                        Scenario.BUSY,
                        window -> {
                            ScreenCases.enter(window, "shop", ScreenKind.PROCESSES);
                            window.choose(MENU, "Move to trash…");
                            window.press(".other");
                        },
                        "Move “shop” to trash without saving?"));
    }

    private static void changed(WindowHarness window, UnaryOperator<Sandbox> change) {
        window.agent().changeSandbox("shop", change);
        ScreenCases.enter(window, "shop", ScreenKind.PROCESSES);
        window.run(() -> window.workbench().refresh());
    }

    private static void stopping(WindowHarness window) {
        window.agent().changeSandbox("docs", OtherStates::stopping);
        window.run(() -> window.workbench().model().go(new Location.HomeScreen()));
        window.run(() -> window.workbench().refresh());
    }
}
