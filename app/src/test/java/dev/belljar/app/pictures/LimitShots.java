package dev.belljar.app.pictures;

import dev.belljar.app.recorded.OtherStates;
import dev.belljar.app.recorded.RecordedAgent.Mood;
import dev.belljar.app.shell.Place;
import dev.belljar.app.shell.RoomKind;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.view.HostStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/// Screens of what limits a sandbox: emulation, disk space, an old image, and its end.
final class LimitShots {
    private static final String MENU = "More for this sandbox";

    private LimitShots() {}

    static List<Shot> all() {
        return List.of(
                new Shot(
                        "add-emulated",
                        Mood.BUSY,
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
                new Shot(
                        "image-outdated",
                        Mood.BUSY,
                        booth -> {
                            booth.agent().changeHost(OtherStates::outdated);
                            booth.agent().changeSandbox("shop", OtherStates::emulated);
                            booth.run(() -> booth.bench().model().go(new Place.Doctor()));
                        },
                        "outdated",
                        "Refresh image",
                        "What a sandbox here guarantees"),
                new Shot(
                        "paused-quota",
                        Mood.BUSY,
                        booth -> changed(booth, OtherStates::overQuota),
                        "paused: disk quota"),
                new Shot(
                                "paused-reserve",
                                Mood.BUSY,
                                booth -> changed(booth, OtherStates::lowDisk),
                                "paused: host disk reserve")
                        .sized(1100, 700),
                new Shot("stopping", Mood.BUSY, LimitShots::stopping, "Fetch its work", "Its network is closed"),
                new Shot(
                        "stop-now",
                        Mood.BUSY,
                        booth -> {
                            Shots.enter(booth, "shop", RoomKind.PROCESSES);
                            booth.choose(MENU, "Stop now…");
                        },
                        "Stop “shop” now?"),
                new Shot(
                        "destroy-now",
                        Mood.BUSY,
                        booth -> {
                            Shots.enter(booth, "shop", RoomKind.PROCESSES);
                            booth.choose(MENU, "Destroy…");
                            booth.press(".other");
                        },
                        "Destroy “shop” now?"),
                new Shot(
                        "review-skipped",
                        Mood.BUSY,
                        booth -> {
                            Shots.enter(booth, "try-2", RoomKind.CHANGES);
                            booth.press(".sync");
                        },
                        "Safe to bring",
                        "Not fetched"));
    }

    private static void changed(Booth booth, UnaryOperator<Sandbox> change) {
        booth.agent().changeSandbox("shop", change);
        Shots.enter(booth, "shop", RoomKind.PROCESSES);
        booth.run(() -> booth.bench().refresh());
    }

    private static void stopping(Booth booth) {
        booth.agent().changeSandbox("docs", OtherStates::stopping);
        booth.run(() -> booth.bench().model().go(new Place.Home()));
        booth.run(() -> booth.bench().refresh());
    }
}
