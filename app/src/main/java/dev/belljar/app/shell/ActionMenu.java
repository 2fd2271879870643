package dev.belljar.app.shell;

import dev.belljar.app.state.ProjectState;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.StateBadges;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import org.kordamp.ikonli.feather.Feather;

/// What can be done with a sandbox as a menu's entries; what makes no sense now is greyed.
final class ActionMenu {
    private ActionMenu() {}

    static List<MenuItem> of(ProjectState project, WindowSandboxActions deeds) {
        boolean stopped = switch (project.state()) {
            case CREATED, STOPPED, ERROR -> true;
            case STARTING, RUNNING, STOPPING, DESTROYED -> false;
        };
        boolean running = project.running();
        MenuItem start = ContextMenus.item(startWord(project), Feather.PLAY, () -> deeds.start(project));
        start.setDisable(!stopped);
        MenuItem stop = ContextMenus.item("Shut down", Feather.SQUARE, () -> deeds.stop(project));
        stop.setDisable(stopped || project.state() == SandboxState.STOPPING);
        MenuItem now = ContextMenus.item("Stop now…", Feather.ZAP, () -> deeds.stopNow(project));
        now.setDisable(stopped);
        MenuItem destroy = ContextMenus.item("Destroy…", Feather.TRASH_2, () -> deeds.destroy(project));
        destroy.getStyleClass().add("dangerous");
        List<MenuItem> items = new ArrayList<>(List.of(
                whileRunning(running, ContextMenus.item("Sync…", Feather.REFRESH_CW, () -> deeds.review(project))),
                whileRunning(running, ContextMenus.item("Snapshot…", Feather.CAMERA, () -> deeds.snapshot(project))),
                whileRunning(running, ContextMenus.item("Branch…", Feather.GIT_BRANCH, () -> deeds.branch(project))),
                whileRunning(running, ContextMenus.item("Identity…", Feather.KEY, () -> deeds.identity(project))),
                ContextMenus.item("Network policy…", Feather.SHIELD, () -> deeds.policy(project)),
                ContextMenus.item("Storage…", Feather.HARD_DRIVE, () -> deeds.storage(project)),
                new SeparatorMenuItem()));
        items.addAll(fromOutside(project, deeds));
        items.addAll(List.of(
                new SeparatorMenuItem(),
                start,
                whileRunning(running, ContextMenus.item("Hibernate", Feather.MOON, () -> deeds.hibernate(project))),
                stop,
                now,
                new SeparatorMenuItem(),
                destroy));
        return items;
    }

    /// A machine that sleeps is woken by whoever enters it; one that is off is not.
    private static List<MenuItem> fromOutside(ProjectState project, WindowSandboxActions deeds) {
        List<MenuItem> items = new ArrayList<>();
        for (RemoteEditors.Editor editor : RemoteEditors.Editor.values()) {
            boolean reachable = project.running() || StateBadges.asleep(project.sandbox());
            String hindrance = deeds.editors().hindrance(editor);
            String why = hindrance == null ? "" : " (" + hindrance + ")";
            MenuItem item =
                    ContextMenus.item(editor.words() + why, Feather.EXTERNAL_LINK, () -> deeds.edit(project, editor));
            item.setDisable(hindrance != null || !reachable);
            items.add(item);
        }
        items.add(ContextMenus.item("SSH keys…", Feather.USER_CHECK, () -> deeds.keys(project)));
        items.add(ContextMenus.copy("Copy ssh command", deeds.editors().command(project.name())));
        return items;
    }

    /// A machine that sleeps goes on; one that was shut down boots.
    static String startWord(ProjectState project) {
        return StateBadges.asleep(project.sandbox()) ? "Resume" : "Start";
    }

    private static MenuItem whileRunning(boolean running, MenuItem item) {
        item.setDisable(!running);
        return item;
    }
}
