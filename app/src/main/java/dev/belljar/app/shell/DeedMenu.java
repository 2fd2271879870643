package dev.belljar.app.shell;

import dev.belljar.app.live.ProjectPicture;
import dev.belljar.app.look.Badges;
import dev.belljar.app.look.Menus;
import dev.belljar.contract.sandbox.SandboxState;
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
        MenuItem destroy = Menus.item("Destroy…", Feather.TRASH_2, () -> deeds.destroy(project));
        destroy.getStyleClass().add("dangerous");
        return List.of(
                whileRunning(running, Menus.item("Sync…", Feather.REFRESH_CW, () -> deeds.review(project))),
                whileRunning(running, Menus.item("Snapshot…", Feather.CAMERA, () -> deeds.snapshot(project))),
                whileRunning(running, Menus.item("Branch…", Feather.GIT_BRANCH, () -> deeds.branch(project))),
                whileRunning(running, Menus.item("Identity…", Feather.KEY, () -> deeds.identity(project))),
                Menus.item("Network policy…", Feather.SHIELD, () -> deeds.policy(project)),
                new SeparatorMenuItem(),
                start,
                whileRunning(running, Menus.item("Hibernate", Feather.MOON, () -> deeds.hibernate(project))),
                stop,
                new SeparatorMenuItem(),
                destroy);
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
