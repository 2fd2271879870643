package dev.belljar.app.shell;

import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.Texts;
import java.util.ArrayList;
import java.util.List;
import org.kordamp.ikonli.feather.Feather;

/// The views and actions that the command palette finds, and their keys.
final class PaletteActionItems {
    private static final Texts TEXTS = Texts.of(PaletteActionItems.class);

    private final FrameModel model;
    private final FrameActions frame;
    private final SandboxActions actions;
    private final List<PaletteItem> items = new ArrayList<>();

    private PaletteActionItems(FrameModel model, FrameActions frame, SandboxActions actions) {
        this.model = model;
        this.frame = frame;
        this.actions = actions;
    }

    /// Returns those of the window, and those of the current sandbox.
    static List<PaletteItem> of(HostState host, FrameModel model, FrameActions frame, SandboxActions actions) {
        PaletteActionItems all = new PaletteActionItems(model, frame, actions);
        if (model.place().get() instanceof Location.SandboxScreen inside) {
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
                    () -> model.screen(kind)));
        }
    }

    private void sandbox(SandboxViewState p) {
        String name = p.name();
        if (p.running()) {
            action("sync", Feather.REFRESH_CW, TEXTS.get("menu.sync"), name, "", () -> actions.review(p));
            action("snapshot", Feather.CAMERA, TEXTS.get("menu.snapshot"), name, "Ctrl S", frame::snapshot);
            action("branch", Feather.GIT_BRANCH, TEXTS.get("menu.branch"), name, "", () -> actions.branch(p));
            action("identity", Feather.KEY, TEXTS.get("menu.identity"), name, "", () -> actions.identity(p));
            action("hibernate", Feather.MOON, TEXTS.get("menu.hibernate"), name, "", () -> actions.hibernate(p));
            action("stop", Feather.SQUARE, TEXTS.get("menu.shutdown"), name, "", () -> actions.stop(p));
        } else {
            action("start", Feather.PLAY, SandboxMenu.startWord(p), name, "", () -> actions.start(p));
        }
        action("policy", Feather.SHIELD, TEXTS.get("menu.policy"), name, "", () -> actions.policy(p));
        action("keys", Feather.USER_CHECK, TEXTS.get("menu.keys"), name, "", () -> actions.keys(p));
        action("trash", Feather.TRASH_2, TEXTS.get("menu.trash"), name, "", () -> actions.destroy(p));
    }

    private void window() {
        view("home", Feather.GRID, TEXTS.get("sidebar.home"), new Location.HomeScreen());
        view("bin", Feather.TRASH_2, TEXTS.get("sidebar.trash"), new Location.TrashScreen());
        view("doctor", Feather.ACTIVITY, TEXTS.get("sidebar.doctor"), new Location.DoctorScreen());
        action("add", Feather.PLUS, TEXTS.get("sidebar.add"), "", "Ctrl N", frame::add);
        action("inbox", Feather.BELL, TEXTS.get("palette.inbox"), "", "Ctrl 0", frame::inbox);
        action("storage", Feather.HARD_DRIVE, TEXTS.get("palette.storage"), "", "", actions::storage);
        action("retention", Feather.CLOCK, TEXTS.get("palette.retention"), "", "", actions::retention);
        action("trust", Feather.LOCK, TEXTS.get("palette.trust"), "", "", actions::askTrust);
        action("theme", Feather.MOON, TEXTS.get("sidebar.theme"), "", "", frame::switchTheme);
        action("refresh", Feather.ROTATE_CW, TEXTS.get("palette.refresh"), "", "F5", frame::refresh);
    }

    private void view(String id, Feather icon, String words, Location place) {
        items.add(new PaletteItem("view:" + id, PaletteGroup.VIEWS, icon, words, "", "", () -> model.go(place)));
    }

    private void action(String id, Feather icon, String words, String detail, String key, Runnable action) {
        items.add(new PaletteItem("action:" + id, PaletteGroup.ACTIONS, icon, words, detail, key, action));
    }
}
