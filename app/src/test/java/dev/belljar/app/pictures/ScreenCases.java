package dev.belljar.app.pictures;

import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.navigation.Location;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.shell.Workbench;
import dev.belljar.app.work.ComparisonKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.input.KeyCode;

/// All screens, and all states of them, that have a picture.
public final class ScreenCases {
    private ScreenCases() {}

    /// All cases.
    public static List<ScreenCase> all() {
        return Stream.of(
                        launcher(),
                        terminal(),
                        screens(),
                        snapshots(),
                        dialogs(),
                        failures(),
                        narrow(),
                        AskingShots.all(),
                        AgentShots.all(),
                        DialogShots.all(),
                        ReviewShots.all(),
                        LimitShots.all(),
                        DownloadShots.all(),
                        SyncShots.all(),
                        EnvironmentShots.all(),
                        SettingsShots.all(),
                        TimelineShots.all())
                .flatMap(List::stream)
                .toList();
    }

    private static List<ScreenCase> launcher() {
        return List.of(
                new ScreenCase(
                        "launcher-many",
                        Scenario.BUSY,
                        window -> {
                            enter(window, "shop", ScreenKind.CHANGES);
                            window.awaitWords(List.of("Files that could run code"));
                            window.run(() -> window.workbench().model().go(new Location.HomeScreen()));
                            // Waits until the host agent has reported what each sandbox changed.
                            window.awaitGone("…");
                        },
                        "shop",
                        "14 files",
                        "3 commits, 2 files",
                        "from before coupons",
                        "3 commits, 2 files",
                        "Copy the project to /workspace",
                        "legacy-admin",
                        "vm.silent-boot",
                        "Start again",
                        "Emulated (slow, less isolated)"),
                new ScreenCase("launcher-empty", Scenario.EMPTY, window -> {}, "Add project"),
                new ScreenCase(
                        "launcher-error",
                        Scenario.DOWN,
                        window -> {},
                        "Can't reach the host agent",
                        "agent.unavailable"),
                new ScreenCase(
                        "launcher-add",
                        Scenario.BUSY,
                        window -> window.run(() -> window.workbench()
                                .model()
                                .open(new DialogKind.AddProject(Path.of("/home/mia/code/notes")))),
                        "Add notes",
                        "Memory",
                        "Create"),
                new ScreenCase(
                        "doctor-building", Scenario.FIRST_RUN, ScreenCases::doctor, "Building the guest image", "62 %"),
                new ScreenCase(
                        "doctor-failed",
                        Scenario.BROKEN_IMAGE,
                        ScreenCases::doctor,
                        "failed",
                        "image.build-failed",
                        "Retry"),
                new ScreenCase("doctor-ready", Scenario.BUSY, ScreenCases::doctor, "qemu-img", "Guest image", "ready"));
    }

    private static List<ScreenCase> terminal() {
        return List.of(
                new ScreenCase(
                        "terminal-busy",
                        Scenario.BUSY,
                        window -> enter(window, "shop", ScreenKind.TERMINAL),
                        "session",
                        "zellij · main",
                        "Open 5173"),
                new ScreenCase(
                        "terminal-stopped",
                        Scenario.BUSY,
                        window -> enter(window, "api", ScreenKind.TERMINAL),
                        "Hibernated",
                        "Resume"),
                new ScreenCase(
                        "terminal-waits",
                        Scenario.BUSY,
                        window -> {
                            enter(window, "shop", ScreenKind.TERMINAL);
                            window.awaitWords(List.of("zellij · main"));
                            window.shell();
                            window.agent().print("\r\nOverwrite package.json? [y/N] ");
                            window.await(
                                    "the mark of the other tab",
                                    b -> b.scene().getRoot().lookupAll(".terminal-tab .held").stream()
                                            .anyMatch(Node::isVisible));
                        },
                        "shell",
                        "needs input"),
                new ScreenCase(
                        "terminal-waits-elsewhere",
                        Scenario.BUSY,
                        window -> {
                            enter(window, "shop", ScreenKind.TERMINAL);
                            window.awaitWords(List.of("zellij · main"));
                            enter(window, "shop", ScreenKind.PROCESSES);
                            window.agent().print("\r\nOverwrite package.json? [y/N] ");
                            window.await(
                                    "the mark",
                                    b -> b.scene()
                                            .getRoot()
                                            .lookup(".screen-tab .count.held")
                                            .isVisible());
                        },
                        "systemd"),
                new ScreenCase(
                        "terminal-drop",
                        Scenario.BUSY,
                        window -> {
                            enter(window, "shop", ScreenKind.TERMINAL);
                            window.awaitWords(List.of("zellij · main"));
                            window.run(() -> window.workbench()
                                    .scene()
                                    .getRoot()
                                    .lookupAll(".drop-hint")
                                    .forEach(hint -> hint.setVisible(true)));
                        },
                        "Drop to copy"),
                new ScreenCase(
                        "terminal-clipboard",
                        Scenario.BUSY,
                        window -> {
                            enter(window, "shop", ScreenKind.TERMINAL);
                            window.awaitWords(List.of("zellij · main"));
                            String words = Base64.getEncoder()
                                    .encodeToString("npm install --save-dev vitest".getBytes(StandardCharsets.UTF_8));
                            window.agent().print("\u001b]52;c;" + words + "\u0007");
                        },
                        "Copy to your clipboard?",
                        "npm install --save-dev vitest"),
                new ScreenCase(
                        "terminal-link",
                        Scenario.BUSY,
                        window -> {
                            enter(window, "shop", ScreenKind.TERMINAL);
                            window.awaitWords(List.of("zellij · main"));
                            window.agent().print("\u001b[2J\u001b[Hhttps://example.org/docs/coupons");
                            window.follow();
                        },
                        "https://example.org/docs/coupons"));
    }

    private static List<ScreenCase> screens() {
        return List.of(
                new ScreenCase(
                        "network-busy",
                        Scenario.BUSY,
                        window -> enter(window, "shop", ScreenKind.NETWORK),
                        "registry.npmjs.org",
                        "Blocked",
                        "npm 1209",
                        "MB"),
                new ScreenCase(
                        "network-empty",
                        Scenario.BUSY,
                        window -> enter(window, "docs", ScreenKind.NETWORK),
                        "No connections yet"),
                new ScreenCase(
                        "log-busy",
                        Scenario.BUSY,
                        window -> enter(window, "shop", ScreenKind.LOG),
                        "events lost",
                        "lines"),
                new ScreenCase(
                        "processes-busy",
                        Scenario.BUSY,
                        ScreenCases::node,
                        "systemd",
                        "zellij",
                        "1236",
                        "node scripts/fetch-binary.js",
                        "Files written",
                        "api.github.com"),
                new ScreenCase(
                        "process-end",
                        Scenario.BUSY,
                        window -> {
                            node(window);
                            window.press(".end-button");
                        },
                        "Terminate node 1236?",
                        "Kill now"));
    }

    private static List<ScreenCase> snapshots() {
        return List.of(
                new ScreenCase(
                        "snapshots-busy",
                        Scenario.BUSY,
                        ScreenCases::coupons,
                        "identity OK",
                        "Branched twice",
                        "sqlite store"),
                new ScreenCase(
                        "snapshots-compare",
                        Scenario.BUSY,
                        window -> {
                            coupons(window);
                            window.press(".compare");
                            window.point("s7");
                        },
                        "Pick a snapshot"),
                new ScreenCase(
                        "snapshots-many",
                        Scenario.MANY_SNAPSHOTS,
                        window -> enter(window, "shop", ScreenKind.SNAPSHOTS),
                        "400",
                        "step 396"),
                new ScreenCase(
                        "snapshots-empty",
                        Scenario.BUSY,
                        window -> enter(window, "docs", ScreenKind.SNAPSHOTS),
                        "Take your first snapshot"),
                new ScreenCase(
                        "snapshot-automatic",
                        Scenario.BUSY,
                        window -> {
                            enter(window, "shop", ScreenKind.SNAPSHOTS);
                            window.awaitWords(List.of("before coupons"));
                            window.run(() -> window.workbench().model().seek(ScreenKind.SNAPSHOTS, "s2"));
                        },
                        "Taken automatically when the sandbox went quiet.",
                        "Keep"),
                new ScreenCase(
                        "automatic-snapshots",
                        Scenario.BUSY,
                        window -> {
                            enter(window, "shop", ScreenKind.SNAPSHOTS);
                            window.press(".automatic-snapshots");
                        },
                        "Automatic snapshots of shop",
                        "1 automatic snapshot of this sandbox",
                        "Same as all others (On)"),
                new ScreenCase(
                        "snapshot-take",
                        Scenario.BUSY,
                        window -> {
                            enter(window, "shop", ScreenKind.PROCESSES);
                            window.press(".snapshot-button");
                        },
                        "Snapshot of shop",
                        "Take snapshot"),
                new ScreenCase(
                        "snapshot-taken",
                        Scenario.BUSY,
                        window -> {
                            enter(window, "shop", ScreenKind.SNAPSHOTS);
                            window.press(".snapshot-button");
                            window.press(".take");
                        },
                        "paused 104 ms)"),
                new ScreenCase(
                        "branch-ask",
                        Scenario.BUSY,
                        window -> {
                            coupons(window);
                            window.run(() -> window.workbench()
                                    .scene()
                                    .getRoot()
                                    .lookup(".tree-drawing")
                                    .requestFocus());
                            window.key(KeyCode.B);
                        },
                        "Branch from “before coupons”",
                        "Number of branches"),
                new ScreenCase(
                        "compare-open",
                        Scenario.BUSY,
                        window -> {
                            enter(window, "shop", ScreenKind.SNAPSHOTS);
                            window.run(() -> window.workbench()
                                    .model()
                                    .compare(new ComparisonKey("s4", "before coupons", "s7", "tests green")));
                            window.chooseChange("src/cart/total.ts");
                        },
                        "before coupons",
                        "tests green",
                        "total.ts"),
                new ScreenCase(
                        "identity-open",
                        Scenario.BUSY,
                        window -> {
                            enter(window, "try-1", ScreenKind.PROCESSES);
                            window.choose("More actions for this sandbox", "Identity…");
                        },
                        "identity OK",
                        "SSH host keys"),
                new ScreenCase(
                        "identity-same",
                        Scenario.MANY_SNAPSHOTS,
                        window -> {
                            enter(window, "try-2", ScreenKind.PROCESSES);
                            window.choose("More actions for this sandbox", "Identity…");
                        },
                        "1 not unique"),
                new ScreenCase(
                        "trash-some",
                        Scenario.BUSY,
                        window -> window.run(() -> window.workbench().model().go(new Location.TrashScreen())),
                        "try-0",
                        "unsaved work"),
                new ScreenCase(
                        "trash-empty",
                        Scenario.MANY_SNAPSHOTS,
                        window -> window.run(() -> window.workbench().model().go(new Location.TrashScreen())),
                        "Trash is empty"),
                new ScreenCase(
                        "storage", Scenario.BUSY, ScreenCases::storage, "Quota per sandbox", "Paused, quota reached"),
                new ScreenCase("retention", Scenario.BUSY, ScreenCases::retention, "move to the trash", "Defaults"),
                new ScreenCase("retention-fixed", Scenario.ASKING, ScreenCases::retention, "are set by environment"),
                new ScreenCase(
                        "destroy-undo",
                        Scenario.BUSY,
                        window -> {
                            enter(window, "docs", ScreenKind.PROCESSES);
                            window.choose("More actions for this sandbox", "Move to trash…");
                            window.press(".danger-fill");
                        },
                        "was moved to the trash",
                        "Undo"),
                new ScreenCase(
                        "hibernated-open",
                        Scenario.BUSY,
                        window -> enter(window, "api", ScreenKind.SNAPSHOTS),
                        "hibernated (hot)"));
    }

    private static void coupons(WindowHarness window) {
        enter(window, "shop", ScreenKind.SNAPSHOTS);
        window.chooseSnapshot("before coupons");
    }

    private static List<ScreenCase> dialogs() {
        return List.of(
                new ScreenCase(
                        "destroy-question",
                        Scenario.BUSY,
                        window -> {
                            enter(window, "shop", ScreenKind.PROCESSES);
                            window.choose("More actions for this sandbox", "Move to trash…");
                        },
                        "Move “shop” to trash?",
                        "Cancel",
                        "Unsynced work is saved first"),
                new ScreenCase(
                        "palette-open",
                        Scenario.BUSY,
                        window -> {
                            enter(window, "shop", ScreenKind.PROCESSES);
                            window.run(() -> window.workbench().palette());
                        },
                        "Views",
                        "Terminal",
                        "Ctrl",
                        "Doctor"),
                new ScreenCase(
                        "palette-search",
                        Scenario.ASKING,
                        window -> {
                            enter(window, "shop", ScreenKind.NETWORK);
                            window.awaitWords(List.of("registry.npmjs.org", "Waiting 2"));
                            window.run(() -> window.workbench().palette());
                            window.awaitField();
                            window.run(() -> ((javafx.scene.control.TextField)
                                            window.workbench().scene().getFocusOwner())
                                    .setText("g"));
                        },
                        "Waiting for you",
                        "api.github.com:443",
                        "Connections"));
    }

    private static List<ScreenCase> failures() {
        return List.of(
                new ScreenCase(
                        "outage-stopped",
                        Scenario.BUSY,
                        window -> {
                            total(window);
                            // It is loaded ahead, and its box in the list then has another shape.
                            window.await("coupon.test.ts, loaded", workbench -> loaded(workbench, "coupon.test.ts"));
                            window.agent().leave();
                            window.run(() -> window.workbench().refresh());
                        },
                        "The host agent is stopped",
                        "Start host agent",
                        "total.ts"),
                new ScreenCase(
                        "error-snapshots", Scenario.BUSY, window -> broken(window, ScreenKind.SNAPSHOTS), "error"),
                new ScreenCase(
                        "error-terminal",
                        Scenario.BUSY,
                        window -> broken(window, ScreenKind.TERMINAL),
                        "error",
                        "vm.silent-boot"));
    }

    private static void broken(WindowHarness window, ScreenKind screen) {
        window.run(() -> window.workbench().model().go(new Location.SandboxScreen("legacy-admin", screen)));
        window.settle();
    }

    private static List<ScreenCase> narrow() {
        return List.of(
                named(launcher(), "launcher-many").sized(900, 600),
                named(screens(), "network-busy").sized(900, 600),
                named(ReviewShots.all(), "changes-busy").sized(900, 600),
                named(ReviewShots.all(), "changes-risky-open").sized(900, 600),
                named(snapshots(), "snapshots-empty").sized(900, 600),
                new ScreenCase(
                                "snapshots-busy",
                                Scenario.BUSY,
                                window -> enter(window, "shop", ScreenKind.SNAPSHOTS),
                                "sqlite store")
                        .sized(1000, 700),
                new ScreenCase(
                                "processes-details",
                                Scenario.BUSY,
                                window -> {
                                    node(window);
                                    window.key(KeyCode.ENTER);
                                },
                                "systemd",
                                "Files written")
                        .sized(1000, 700));
    }

    /// The case with this name.
    public static ScreenCase named(String name) {
        return named(all(), name);
    }

    private static ScreenCase named(List<ScreenCase> screens, String name) {
        return screens.stream()
                .filter(s -> s.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("picture " + name + ": there is none"));
    }

    private static void doctor(WindowHarness window) {
        window.run(() -> window.workbench().model().go(new Location.DoctorScreen()));
    }

    private static boolean loaded(Workbench workbench, String file) {
        return workbench.scene().getRoot().lookupAll(".list-cell").stream()
                .filter(cell -> cell.lookupAll(".label").stream()
                        .anyMatch(label -> label instanceof Labeled named && file.equals(named.getText())))
                .anyMatch(cell -> cell.lookup(".hunk-box") != null && cell.lookup(".hunk-box.unknown") == null);
    }

    static void total(WindowHarness window) {
        enter(window, "shop", ScreenKind.CHANGES);
        window.chooseChange("src/cart/total.ts");
    }

    private static void node(WindowHarness window) {
        enter(window, "shop", ScreenKind.PROCESSES);
        window.chooseRow("node", 1236);
    }

    static void retention(WindowHarness window) {
        window.run(() -> window.workbench().model().go(new Location.TrashScreen()));
        window.press(".retention");
    }

    static void storage(WindowHarness window) {
        window.run(() -> window.workbench().model().go(new Location.TrashScreen()));
        window.press(".storage");
    }

    static void enter(WindowHarness window, String sandbox, ScreenKind screen) {
        window.run(() -> window.workbench().model().go(new Location.SandboxScreen(sandbox, screen)));
        window.await("figures of " + sandbox, workbench -> window.agent().looked(sandbox) || sandbox.equals("api"));
        window.settle();
    }
}
