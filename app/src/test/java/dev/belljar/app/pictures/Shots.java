package dev.belljar.app.pictures;

import dev.belljar.app.recorded.RecordedAgent.Mood;
import dev.belljar.app.shell.Place;
import dev.belljar.app.shell.RoomKind;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.input.KeyCode;

/// Every screen and every state of it that has a picture.
public final class Shots {
    private Shots() {}

    /// All of them.
    public static List<Shot> all() {
        return List.of(
                new Shot("launcher-many", Mood.BUSY, booth -> {}),
                new Shot("launcher-empty", Mood.EMPTY, booth -> {}),
                new Shot("launcher-error", Mood.DOWN, booth -> {}),
                new Shot(
                        "launcher-add",
                        Mood.BUSY,
                        booth -> booth.run(() -> booth.bench().add(Path.of("/home/mia/code/notes")))),
                new Shot("terminal-busy", Mood.BUSY, booth -> enter(booth, "shop", RoomKind.TERMINAL)),
                new Shot("terminal-stopped", Mood.BUSY, booth -> enter(booth, "api", RoomKind.TERMINAL)),
                new Shot("changes-busy", Mood.BUSY, booth -> {
                    enter(booth, "shop", RoomKind.CHANGES);
                    booth.chooseChange("src/cart/total.ts");
                }),
                new Shot("changes-empty", Mood.BUSY, booth -> enter(booth, "docs", RoomKind.CHANGES)),
                new Shot("network-busy", Mood.BUSY, booth -> enter(booth, "shop", RoomKind.NETWORK)),
                new Shot("network-empty", Mood.BUSY, booth -> enter(booth, "docs", RoomKind.NETWORK)),
                new Shot("log-busy", Mood.BUSY, booth -> enter(booth, "shop", RoomKind.LOG)),
                new Shot("review-open", Mood.BUSY, booth -> {
                    enter(booth, "shop", RoomKind.CHANGES);
                    booth.press(".sync");
                }),
                new Shot(
                        "doctor-building",
                        Mood.FIRST_RUN,
                        booth -> booth.run(() -> booth.bench().model().go(new Place.Doctor()))),
                new Shot(
                        "doctor-ready",
                        Mood.BUSY,
                        booth -> booth.run(() -> booth.bench().model().go(new Place.Doctor()))),
                new Shot("processes-busy", Mood.BUSY, booth -> {
                    enter(booth, "shop", RoomKind.PROCESSES);
                    booth.chooseRow("node", 1236);
                }),
                new Shot("processes-details", Mood.BUSY, booth -> {
                            enter(booth, "shop", RoomKind.PROCESSES);
                            booth.chooseRow("node", 1236);
                            booth.key(KeyCode.ENTER);
                        })
                        .sized(1000, 700),
                new Shot("outage-stopped", Mood.BUSY, booth -> {
                    enter(booth, "shop", RoomKind.CHANGES);
                    booth.agent().leave();
                    booth.run(() -> booth.bench().refresh());
                    booth.await("the outage", b -> visible(b.scene().getRoot(), ".outage"));
                }),
                new Shot("palette-open", Mood.BUSY, booth -> {
                    enter(booth, "shop", RoomKind.PROCESSES);
                    booth.run(() -> booth.bench().palette());
                }));
    }

    /// The one with this name.
    public static Shot named(String name) {
        return all().stream()
                .filter(s -> s.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("picture " + name + ": there is none"));
    }

    private static boolean visible(Parent root, String style) {
        Node node = root.lookup(style);
        return node != null && node.isVisible();
    }

    static void enter(Booth booth, String sandbox, RoomKind room) {
        booth.run(() -> booth.bench().model().go(new Place.Inside(sandbox, room)));
        booth.await("figures of " + sandbox, bench -> booth.agent().looked(sandbox) || sandbox.equals("api"));
        booth.settle();
    }
}
