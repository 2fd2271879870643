package dev.belljar.app.shell;

import dev.belljar.app.live.ProjectPicture;
import dev.belljar.app.look.Badges;
import dev.belljar.app.look.Menus;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import org.kordamp.ikonli.feather.Feather;

/// What can be done with a sandbox as a menu's entries; what makes no sense now is greyed.
final class DeedMenu {
    private DeedMenu() {}

    static List<MenuItem> of(ProjectPicture project, SandboxDeeds deeds) {
        boolean stopped = switch (project.state()) {
            case CREATED, STOPPED, ERROR -> true;
            case STARTING, RUNNING, STOPPING, DESTROYED -> false;
        };
        boolean running = project.running();
        MenuItem start = Menus.item(startWord(project), Feather.PLAY, () -> deeds.start(project));
        start.setDisable(!stopped);
        MenuItem stop = Menus.item("Shut down", Feather.SQUARE, () -> deeds.stop(project));
        stop.setDisable(stopped || project.state() == SandboxState.STOPPING);
        MenuItem now = Menus.item("Stop now…", Feather.ZAP, () -> deeds.stopNow(project));
        now.setDisable(stopped);
        MenuItem destroy = Menus.item("Destroy…", Feather.TRASH_2, () -> deeds.destroy(project));
        destroy.getStyleClass().add("dangerous");
        List<MenuItem> items = new ArrayList<>(List.of(
                whileRunning(running, Menus.item("Sync…", Feather.REFRESH_CW, () -> deeds.review(project))),
                whileRunning(running, Menus.item("Snapshot…", Feather.CAMERA, () -> deeds.snapshot(project))),
                whileRunning(running, Menus.item("Branch…", Feather.GIT_BRANCH, () -> deeds.branch(project))),
                whileRunning(running, Menus.item("Identity…", Feather.KEY, () -> deeds.identity(project))),
                Menus.item("Network policy…", Feather.SHIELD, () -> deeds.policy(project)),
                Menus.item("Storage…", Feather.HARD_DRIVE, () -> deeds.storage(project)),
                new SeparatorMenuItem()));
        items.addAll(fromOutside(project, deeds));
        items.addAll(List.of(
                new SeparatorMenuItem(),
                start,
                whileRunning(running, Menus.item("Hibernate", Feather.MOON, () -> deeds.hibernate(project))),
                stop,
                now,
                new SeparatorMenuItem(),
                destroy));
        return items;
    }

    /// A machine that sleeps is woken by whoever enters it; one that is off is not.
    private static List<MenuItem> fromOutside(ProjectPicture project, SandboxDeeds deeds) {
        List<MenuItem> items = new ArrayList<>();
        for (Editors.Editor editor : Editors.Editor.values()) {
            boolean reachable = project.running() || Badges.asleep(project.sandbox());
            String hindrance = deeds.editors().hindrance(editor);
            String why = hindrance == null ? "" : " (" + hindrance + ")";
            MenuItem item = Menus.item(editor.words() + why, Feather.EXTERNAL_LINK, () -> deeds.edit(project, editor));
            item.setDisable(hindrance != null || !reachable);
            items.add(item);
        }
        items.add(Menus.item("SSH keys…", Feather.USER_CHECK, () -> deeds.keys(project)));
        items.add(Menus.copy("Copy ssh command", deeds.editors().command(project.name())));
        return items;
    }

    /// A machine that sleeps goes on; one that was shut down boots.
    static String startWord(ProjectPicture project) {
        return Badges.asleep(project.sandbox()) ? "Resume" : "Start";
    }

    private static MenuItem whileRunning(boolean running, MenuItem item) {
        item.setDisable(!running);
        return item;
    }
}
