package dev.belljar.app.shell;

import dev.belljar.app.live.ProjectPicture;
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
        MenuItem sync = Menus.item("Sync…", Feather.REFRESH_CW, () -> deeds.review(project));
        sync.setDisable(!project.running());
        MenuItem start = Menus.item("Start", Feather.PLAY, () -> deeds.start(project));
        start.setDisable(!stopped);
        MenuItem stop = Menus.item("Stop", Feather.SQUARE, () -> deeds.stop(project));
        stop.setDisable(stopped || project.state() == SandboxState.STOPPING);
        MenuItem destroy = Menus.item("Destroy…", Feather.TRASH_2, () -> deeds.destroy(project));
        destroy.getStyleClass().add("dangerous");
        return List.of(sync, start, stop, new SeparatorMenuItem(), destroy);
    }
}
