package dev.belljar.app.shell;

import dev.belljar.app.state.ProjectState;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.StateBadges;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import org.kordamp.ikonli.feather.Feather;

/// The menu entries for the actions on a sandbox; actions that its state does not allow are disabled.
final class ActionMenu {
    private static final Texts TEXTS = Texts.of(ActionMenu.class);

    private ActionMenu() {}

    static List<MenuItem> of(ProjectState project, WindowSandboxActions actions) {
        boolean stopped = switch (project.state()) {
            case CREATED, STOPPED, ERROR -> true;
            case STARTING, RUNNING, STOPPING, DESTROYED -> false;
        };
        boolean running = project.running();
        MenuItem start = ContextMenus.item(startWord(project), Feather.PLAY, () -> actions.start(project));
        start.setDisable(!stopped);
        MenuItem stop = ContextMenus.item(TEXTS.get("menu.shutdown"), Feather.SQUARE, () -> actions.stop(project));
        stop.setDisable(stopped || project.state() == SandboxState.STOPPING);
        MenuItem now = ContextMenus.item(TEXTS.get("menu.stopnow"), Feather.ZAP, () -> actions.stopNow(project));
        now.setDisable(stopped);
        MenuItem destroy = ContextMenus.item(TEXTS.get("menu.trash"), Feather.TRASH_2, () -> actions.destroy(project));
        destroy.getStyleClass().add("dangerous");
        List<MenuItem> items = new ArrayList<>(List.of(
                whileRunning(
                        running,
                        ContextMenus.item(TEXTS.get("menu.sync"), Feather.REFRESH_CW, () -> actions.review(project))),
                whileRunning(
                        running,
                        ContextMenus.item(TEXTS.get("menu.snapshot"), Feather.CAMERA, () -> actions.snapshot(project))),
                whileRunning(
                        running,
                        ContextMenus.item(TEXTS.get("menu.branch"), Feather.GIT_BRANCH, () -> actions.branch(project))),
                whileRunning(
                        running,
                        ContextMenus.item(TEXTS.get("menu.identity"), Feather.KEY, () -> actions.identity(project))),
                ContextMenus.item(TEXTS.get("menu.policy"), Feather.SHIELD, () -> actions.policy(project)),
                ContextMenus.item(TEXTS.get("menu.storage"), Feather.HARD_DRIVE, () -> actions.storage(project)),
                new SeparatorMenuItem()));
        items.addAll(fromOutside(project, actions));
        items.addAll(List.of(
                new SeparatorMenuItem(),
                start,
                whileRunning(
                        running,
                        ContextMenus.item(TEXTS.get("menu.hibernate"), Feather.MOON, () -> actions.hibernate(project))),
                stop,
                now,
                new SeparatorMenuItem(),
                destroy));
        return items;
    }

    /// Returns the entries for editors, keys and SSH. Opening a hibernated sandbox resumes it; one that was
    /// shut down must be started first.
    private static List<MenuItem> fromOutside(ProjectState project, WindowSandboxActions actions) {
        List<MenuItem> items = new ArrayList<>();
        for (RemoteEditors.Editor editor : RemoteEditors.Editor.values()) {
            boolean reachable = project.running() || StateBadges.asleep(project.sandbox());
            String hindrance = actions.editors().hindrance(editor);
            String words = TEXTS.get(editor);
            String whole = hindrance == null ? words : TEXTS.get("menu.unavailable", words, hindrance);
            MenuItem item = ContextMenus.item(whole, Feather.EXTERNAL_LINK, () -> actions.edit(project, editor));
            item.setDisable(hindrance != null || !reachable);
            items.add(item);
        }
        items.add(ContextMenus.item(TEXTS.get("menu.keys"), Feather.USER_CHECK, () -> actions.keys(project)));
        items.add(ContextMenus.copy(TEXTS.get("menu.ssh"), actions.editors().command(project.name())));
        return items;
    }

    /// Returns the text for starting: a hibernated sandbox resumes, one that was shut down boots.
    static String startWord(ProjectState project) {
        return TEXTS.get(StateBadges.asleep(project.sandbox()) ? "menu.resume" : "menu.start");
    }

    private static MenuItem whileRunning(boolean running, MenuItem item) {
        item.setDisable(!running);
        return item;
    }
}
