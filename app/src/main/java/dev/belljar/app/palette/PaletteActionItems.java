package dev.belljar.app.palette;

import dev.belljar.app.action.Actions;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.navigation.Location;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.StateBadges;
import java.util.ArrayList;
import java.util.List;
import org.kordamp.ikonli.feather.Feather;

/// The views and actions that the command palette finds, and their keys.
final class PaletteActionItems {
    private static final Texts TEXTS = Texts.of(PaletteActionItems.class);

    private final FrameCommands frame;
    private final Actions actions;
    private final List<PaletteItem> items = new ArrayList<>();

    private PaletteActionItems(FrameCommands frame, Actions actions) {
        this.frame = frame;
        this.actions = actions;
    }

    /// Returns those of the window, and those of the current sandbox.
    static List<PaletteItem> of(HostState host, FrameCommands frame, Actions actions) {
        PaletteActionItems all = new PaletteActionItems(frame, actions);
        if (actions.navigation().place().get() instanceof Location.SandboxScreen inside) {
            all.views(inside.name());
            host.sandbox(inside.name()).ifPresent(all::sandbox);
        }
        all.window();
        return List.copyOf(all.items);
    }

    private void views(String sandbox) {
        for (ScreenKind kind : ScreenKind.values()) {
            items.add(new PaletteItem(
                    "view:" + kind,
                    PaletteGroup.VIEWS,
                    Feather.CORNER_DOWN_RIGHT,
                    kind.title(),
                    sandbox,
                    kind.key(),
                    () -> actions.navigation().screen(kind)));
        }
    }

    private void sandbox(SandboxViewState p) {
        String name = p.name();
        if (p.running()) {
            running(p);
        } else {
            action(
                    "start",
                    Feather.PLAY,
                    StateBadges.startWord(p.reported()),
                    name,
                    "",
                    () -> actions.sandboxes().start(p));
        }
        action(
                "automatic",
                Feather.CAMERA,
                TEXTS.get("menu.automatic"),
                name,
                "",
                open(new DialogKind.ShowAutomaticSnapshots(p)));
        action(
                "environment",
                Feather.PACKAGE,
                TEXTS.get("menu.environment"),
                name,
                "",
                open(DialogKind.ShowEnvironment.of(p)));
        action("policy", Feather.SHIELD, TEXTS.get("menu.policy"), name, "", open(new DialogKind.ShowPolicy(p, "")));
        action("keys", Feather.USER_CHECK, TEXTS.get("menu.keys"), name, "", open(new DialogKind.ShowKeys(p)));
        action(
                "trash",
                Feather.TRASH_2,
                TEXTS.get("menu.trash"),
                name,
                "",
                () -> actions.sandboxes().destroy(p));
    }

    /// The actions that copy commits and files into the machine and out of it.
    private void copying(SandboxViewState p) {
        String name = p.name();
        action("push", Feather.UPLOAD, TEXTS.get("menu.push"), name, "", open(new DialogKind.ShowPush(p)));
        action(
                "download",
                Feather.DOWNLOAD,
                TEXTS.get("menu.download"),
                name,
                "",
                open(new DialogKind.DownloadFiles(p, "")));
    }

    /// The actions that need a running machine.
    private void running(SandboxViewState p) {
        String name = p.name();
        action(
                "sync",
                Feather.REFRESH_CW,
                TEXTS.get("menu.sync"),
                name,
                "",
                () -> actions.navigation().review(name));
        copying(p);
        action(
                "snapshot",
                Feather.CAMERA,
                TEXTS.get("menu.snapshot"),
                name,
                "Ctrl S",
                open(new DialogKind.TakeSnapshot(p)));
        action("branch", Feather.GIT_BRANCH, TEXTS.get("menu.branch"), name, "", open(new DialogKind.CreateBranch(p)));
        action("identity", Feather.KEY, TEXTS.get("menu.identity"), name, "", open(new DialogKind.ShowIdentity(p)));
        action(
                "hibernate",
                Feather.MOON,
                TEXTS.get("menu.hibernate"),
                name,
                "",
                () -> actions.sandboxes().hibernate(p));
        action(
                "stop",
                Feather.SQUARE,
                TEXTS.get("menu.shutdown"),
                name,
                "",
                () -> actions.sandboxes().stop(p));
    }

    private void window() {
        view("home", Feather.GRID, TEXTS.get("sidebar.home"), new Location.HomeScreen());
        view("bin", Feather.TRASH_2, TEXTS.get("sidebar.trash"), new Location.TrashScreen());
        view("doctor", Feather.ACTIVITY, TEXTS.get("sidebar.doctor"), new Location.DoctorScreen());
        action("add", Feather.PLUS, TEXTS.get("sidebar.add"), "", "Ctrl N", open(new DialogKind.AddProject(null)));
        action("inbox", Feather.BELL, TEXTS.get("palette.inbox"), "", "Ctrl 0", frame.inbox());
        action(
                "storage",
                Feather.HARD_DRIVE,
                TEXTS.get("palette.storage"),
                "",
                "",
                open(new DialogKind.ShowStorage(null)));
        action(
                "retention",
                Feather.CLOCK,
                TEXTS.get("palette.retention"),
                "",
                "",
                open(new DialogKind.ShowRetention()));
        action("trust", Feather.LOCK, TEXTS.get("palette.trust"), "", "", open(new DialogKind.ShowTrust()));
        action("theme", Feather.MOON, TEXTS.get("sidebar.theme"), "", "", frame.switchTheme());
        action("refresh", Feather.ROTATE_CW, TEXTS.get("palette.refresh"), "", "F5", frame.refresh());
    }

    private Runnable open(DialogKind dialog) {
        return () -> actions.navigation().open(dialog);
    }

    private void view(String id, Feather icon, String words, Location place) {
        items.add(new PaletteItem(
                "view:" + id,
                PaletteGroup.VIEWS,
                icon,
                words,
                "",
                "",
                () -> actions.navigation().go(place)));
    }

    private void action(String id, Feather icon, String words, String detail, String key, Runnable action) {
        items.add(new PaletteItem("action:" + id, PaletteGroup.ACTIONS, icon, words, detail, key, action));
    }
}
