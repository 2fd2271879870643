package dev.belljar.app.pictures;

import dev.belljar.app.live.Between;
import dev.belljar.app.recorded.RecordedAgent.Mood;
import dev.belljar.app.shell.Place;
import dev.belljar.app.shell.RoomKind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.input.KeyCode;

/// Every screen and every state of it that has a picture.
public final class Shots {
    private Shots() {}

    /// All of them.
    public static List<Shot> all() {
        return Stream.of(
                        launcher(),
                        terminal(),
                        rooms(),
                        moments(),
                        dialogs(),
                        troubles(),
                        narrow(),
                        AskingShots.all(),
                        DialogShots.all(),
                        LimitShots.all())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Shot> launcher() {
        return List.of(
                new Shot(
                        "launcher-many",
                        Mood.BUSY,
                        booth -> {
                            enter(booth, "shop", RoomKind.CHANGES);
                            booth.awaitWords(List.of("Could run on this computer"));
                            booth.run(() -> booth.bench().model().go(new Place.Home()));
                        },
                        "shop",
                        "14 files",
                        "3 commits, 2 files",
                        "from before coupons",
                        "9 processes",
                        "Put the project in /workspace",
                        "legacy-admin",
                        "vm.no-boot",
                        "Start again",
                        "TCG · not isolated"),
                new Shot("launcher-empty", Mood.EMPTY, booth -> {}, "Add project"),
                new Shot(
                        "launcher-error",
                        Mood.DOWN,
                        booth -> {},
                        "The host agent does not answer",
                        "agent.unavailable"),
                new Shot(
                        "launcher-add",
                        Mood.BUSY,
                        booth -> booth.run(() -> booth.bench().add(Path.of("/home/mia/code/notes"))),
                        "Add notes",
                        "Memory, MiB",
                        "Create"),
                new Shot("doctor-building", Mood.FIRST_RUN, Shots::doctor, "Building the guest image", "62 %"),
                new Shot(
                        "doctor-failed",
                        Mood.BROKEN_IMAGE,
                        Shots::doctor,
                        "failed",
                        "image.not-built",
                        "Build it again"),
                new Shot("doctor-ready", Mood.BUSY, Shots::doctor, "QEMU", "Guest image", "ready"));
    }

    private static List<Shot> terminal() {
        return List.of(
                new Shot(
                        "terminal-busy",
                        Mood.BUSY,
                        booth -> enter(booth, "shop", RoomKind.TERMINAL),
                        "session",
                        "zellij · main",
                        "Open 5173"),
                new Shot(
                        "terminal-stopped",
                        Mood.BUSY,
                        booth -> enter(booth, "api", RoomKind.TERMINAL),
                        "The machine is hibernated",
                        "Resume"),
                new Shot(
                        "terminal-waits",
                        Mood.BUSY,
                        booth -> {
                            enter(booth, "shop", RoomKind.TERMINAL);
                            booth.awaitWords(List.of("zellij · main"));
                            booth.shell();
                            booth.agent().print("\r\nOverwrite package.json? [y/N] ");
                            booth.await(
                                    "the mark of the other tab",
                                    b -> b.scene().getRoot().lookupAll(".terminal-tab .held").stream()
                                            .anyMatch(Node::isVisible));
                        },
                        "shell",
                        "waits"),
                new Shot(
                        "terminal-waits-elsewhere",
                        Mood.BUSY,
                        booth -> {
                            enter(booth, "shop", RoomKind.TERMINAL);
                            booth.awaitWords(List.of("zellij · main"));
                            enter(booth, "shop", RoomKind.PROCESSES);
                            booth.agent().print("\r\nOverwrite package.json? [y/N] ");
                            booth.await(
                                    "the mark",
                                    b -> b.scene()
                                            .getRoot()
                                            .lookup(".room-tab .count.held")
                                            .isVisible());
                        },
                        "systemd"),
                new Shot(
                        "terminal-clipboard",
                        Mood.BUSY,
                        booth -> {
                            enter(booth, "shop", RoomKind.TERMINAL);
                            booth.awaitWords(List.of("zellij · main"));
                            String words = Base64.getEncoder()
                                    .encodeToString("npm install --save-dev vitest".getBytes(StandardCharsets.UTF_8));
                            booth.agent().print("\u001b]52;c;" + words + "\u0007");
                        },
                        "Copy to your clipboard?",
                        "npm install --save-dev vitest"));
    }

    private static List<Shot> rooms() {
        return List.of(
                new Shot(
                        "changes-busy",
                        Mood.BUSY,
                        Shots::total,
                        "Could run on this computer",
                        ".vscode/tasks.json",
                        "total.ts",
                        "Written by",
                        "agent 431"),
                new Shot(
                        "changes-writer",
                        Mood.BUSY,
                        booth -> {
                            total(booth);
                            booth.awaitWords(List.of("agent 431"));
                            booth.press(".who");
                        },
                        "Before that",
                        "node 812",
                        "zellij"),
                new Shot(
                        "changes-skipped",
                        Mood.BUSY,
                        booth -> enter(booth, "try-2", RoomKind.CHANGES),
                        "Not fetched",
                        "disk.img",
                        "too large (1.1 TB)"),
                new Shot(
                        "changes-empty",
                        Mood.BUSY,
                        booth -> enter(booth, "docs", RoomKind.CHANGES),
                        "Nothing has changed"),
                new Shot(
                        "network-busy",
                        Mood.BUSY,
                        booth -> enter(booth, "shop", RoomKind.NETWORK),
                        "registry.npmjs.org",
                        "refused",
                        "npm 1209",
                        "MB"),
                new Shot(
                        "network-empty",
                        Mood.BUSY,
                        booth -> enter(booth, "docs", RoomKind.NETWORK),
                        "Nothing has left this sandbox"),
                new Shot(
                        "log-busy",
                        Mood.BUSY,
                        booth -> enter(booth, "shop", RoomKind.LOG),
                        "events were lost",
                        "lines"),
                new Shot(
                        "processes-busy",
                        Mood.BUSY,
                        Shots::node,
                        "systemd",
                        "zellij",
                        "1236",
                        "node scripts/fetch-binary.js",
                        "Files written",
                        "api.github.com"));
    }

    private static List<Shot> moments() {
        return List.of(
                new Shot("snapshots-busy", Mood.BUSY, Shots::coupons, "all differ", "Branched twice", "sqlite store"),
                new Shot(
                        "snapshots-compare",
                        Mood.BUSY,
                        booth -> {
                            coupons(booth);
                            booth.press(".compare");
                            booth.point("s7");
                        },
                        "Now choose the moment"),
                new Shot(
                        "snapshots-many",
                        Mood.MANY_SNAPSHOTS,
                        booth -> enter(booth, "shop", RoomKind.SNAPSHOTS),
                        "400",
                        "step 396"),
                new Shot(
                        "snapshots-empty",
                        Mood.BUSY,
                        booth -> enter(booth, "docs", RoomKind.SNAPSHOTS),
                        "Keep this moment"),
                new Shot(
                        "snapshot-take",
                        Mood.BUSY,
                        booth -> {
                            enter(booth, "shop", RoomKind.PROCESSES);
                            booth.press(".snapshot-button");
                        },
                        "Snapshot of shop",
                        "Take it"),
                new Shot(
                        "snapshot-taken",
                        Mood.BUSY,
                        booth -> {
                            enter(booth, "shop", RoomKind.SNAPSHOTS);
                            booth.press(".snapshot-button");
                            booth.press(".take");
                        },
                        "paused 104 ms"),
                new Shot(
                        "branch-ask",
                        Mood.BUSY,
                        booth -> {
                            coupons(booth);
                            booth.run(() -> booth.bench()
                                    .scene()
                                    .getRoot()
                                    .lookup(".tree-drawing")
                                    .requestFocus());
                            booth.key(KeyCode.B);
                        },
                        "Branch “before coupons”",
                        "How many"),
                new Shot(
                        "compare-open",
                        Mood.BUSY,
                        booth -> {
                            enter(booth, "shop", RoomKind.SNAPSHOTS);
                            booth.run(() -> booth.bench()
                                    .model()
                                    .compare(new Between("s4", "before coupons", "s7", "tests green")));
                            booth.chooseChange("src/cart/total.ts");
                        },
                        "before coupons",
                        "tests green",
                        "total.ts"),
                new Shot(
                        "identity-open",
                        Mood.BUSY,
                        booth -> {
                            enter(booth, "try-1", RoomKind.PROCESSES);
                            booth.choose("More for this sandbox", "Identity…");
                        },
                        "all differ",
                        "SSH host keys"),
                new Shot(
                        "identity-same",
                        Mood.MANY_SNAPSHOTS,
                        booth -> {
                            enter(booth, "try-2", RoomKind.PROCESSES);
                            booth.choose("More for this sandbox", "Identity…");
                        },
                        "1 the same"),
                new Shot(
                        "trash-some",
                        Mood.BUSY,
                        booth -> booth.run(() -> booth.bench().model().go(new Place.Trash())),
                        "try-0",
                        "work only here"),
                new Shot(
                        "trash-empty",
                        Mood.MANY_SNAPSHOTS,
                        booth -> booth.run(() -> booth.bench().model().go(new Place.Trash())),
                        "The trash is empty"),
                new Shot("storage", Mood.BUSY, Shots::storage, "Quota of each sandbox", "Paused: disk quota"),
                new Shot("retention", Mood.BUSY, Shots::retention, "it goes to the trash", "Defaults"),
                new Shot("retention-fixed", Mood.ASKING, Shots::retention, "are set by the environment"),
                new Shot(
                        "destroy-undo",
                        Mood.BUSY,
                        booth -> {
                            enter(booth, "docs", RoomKind.PROCESSES);
                            booth.choose("More for this sandbox", "Destroy…");
                            booth.press(".danger-fill");
                        },
                        "is in the trash",
                        "Undo"),
                new Shot(
                        "hibernated-open",
                        Mood.BUSY,
                        booth -> enter(booth, "api", RoomKind.SNAPSHOTS),
                        "hibernated, hot"));
    }

    private static void coupons(Booth booth) {
        enter(booth, "shop", RoomKind.SNAPSHOTS);
        booth.chooseMoment("before coupons");
    }

    private static List<Shot> dialogs() {
        return List.of(
                new Shot(
                        "review-open",
                        Mood.BUSY,
                        Shots::review,
                        "Bring work back from shop",
                        "cart: accept coupon codes",
                        "Safe to bring",
                        "Your own uncommitted changes",
                        "Accept 13 files"),
                new Shot(
                        "destroy-question",
                        Mood.BUSY,
                        booth -> {
                            enter(booth, "shop", RoomKind.PROCESSES);
                            booth.choose("More for this sandbox", "Destroy…");
                        },
                        "Destroy “shop”?",
                        "Keep it",
                        "refs/sandbox/salvage/sb-shop"),
                new Shot(
                        "palette-open",
                        Mood.BUSY,
                        booth -> {
                            enter(booth, "shop", RoomKind.PROCESSES);
                            booth.run(() -> booth.bench().palette());
                        },
                        "Terminal",
                        "Add project",
                        "Ctrl",
                        "Doctor"));
    }

    private static List<Shot> troubles() {
        return List.of(new Shot(
                "outage-stopped",
                Mood.BUSY,
                booth -> {
                    total(booth);
                    booth.agent().leave();
                    booth.run(() -> booth.bench().refresh());
                },
                "The host agent was stopped",
                "Start it",
                "total.ts"));
    }

    private static List<Shot> narrow() {
        return List.of(
                named(launcher(), "launcher-many").sized(900, 600),
                named(rooms(), "network-busy").sized(900, 600),
                named(rooms(), "changes-busy").sized(900, 600),
                named(dialogs(), "review-open").sized(900, 600),
                named(moments(), "snapshots-empty").sized(900, 600),
                new Shot("snapshots-busy", Mood.BUSY, booth -> enter(booth, "shop", RoomKind.SNAPSHOTS), "sqlite store")
                        .sized(1000, 700),
                new Shot(
                                "processes-details",
                                Mood.BUSY,
                                booth -> {
                                    node(booth);
                                    booth.key(KeyCode.ENTER);
                                },
                                "systemd",
                                "Files written")
                        .sized(1000, 700));
    }

    /// The one with this name.
    public static Shot named(String name) {
        return named(all(), name);
    }

    private static Shot named(List<Shot> shots, String name) {
        return shots.stream()
                .filter(s -> s.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("picture " + name + ": there is none"));
    }

    private static void doctor(Booth booth) {
        booth.run(() -> booth.bench().model().go(new Place.Doctor()));
    }

    private static void total(Booth booth) {
        enter(booth, "shop", RoomKind.CHANGES);
        booth.chooseChange("src/cart/total.ts");
    }

    private static void node(Booth booth) {
        enter(booth, "shop", RoomKind.PROCESSES);
        booth.chooseRow("node", 1236);
    }

    private static void review(Booth booth) {
        enter(booth, "shop", RoomKind.CHANGES);
        booth.press(".sync");
    }

    static void retention(Booth booth) {
        booth.run(() -> booth.bench().model().go(new Place.Trash()));
        booth.press(".retention");
    }

    static void storage(Booth booth) {
        booth.run(() -> booth.bench().model().go(new Place.Trash()));
        booth.press(".storage");
    }

    static void enter(Booth booth, String sandbox, RoomKind room) {
        booth.run(() -> booth.bench().model().go(new Place.Inside(sandbox, room)));
        booth.await("figures of " + sandbox, bench -> booth.agent().looked(sandbox) || sandbox.equals("api"));
        booth.settle();
    }
}
