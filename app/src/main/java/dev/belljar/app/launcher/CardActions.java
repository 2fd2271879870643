package dev.belljar.app.launcher;

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

/// The context menu of a sandbox in the launcher: the actions that its state allows.
final class CardActions {
    private static final Texts TEXTS = Texts.of(CardActions.class);

    private CardActions() {}

    static List<MenuItem> of(ProjectState project, ProjectActions actions) {
        MenuItem destroy =
                ContextMenus.item(TEXTS.get("launcher.menu.destroy"), Feather.TRASH_2, () -> actions.destroy(project));
        destroy.getStyleClass().add("dangerous");
        boolean stopped = switch (project.state()) {
            case RUNNING, STARTING, STOPPING -> false;
            case CREATED, STOPPED, ERROR, DESTROYED -> true;
        };
        List<MenuItem> items = new ArrayList<>();
        items.add(ContextMenus.item(TEXTS.get("launcher.menu.open"), Feather.LOG_IN, () -> actions.open(project)));
        if (stopped) {
            String word =
                    TEXTS.get(StateBadges.asleep(project.sandbox()) ? "launcher.menu.resume" : "launcher.menu.start");
            items.add(ContextMenus.item(word, Feather.PLAY, () -> actions.start(project)));
        } else {
            if (project.running()) {
                items.add(ContextMenus.item(
                        TEXTS.get("launcher.menu.branch"), Feather.GIT_BRANCH, () -> actions.branch(project)));
                items.add(ContextMenus.item(
                        TEXTS.get("launcher.menu.hibernate"), Feather.MOON, () -> actions.hibernate(project)));
            }
            if (project.state() != SandboxState.STOPPING) {
                items.add(ContextMenus.item(
                        TEXTS.get("launcher.menu.stop"), Feather.SQUARE, () -> actions.stop(project)));
            }
            items.add(ContextMenus.item(TEXTS.get("launcher.menu.now"), Feather.ZAP, () -> actions.stopNow(project)));
        }
        items.add(new SeparatorMenuItem());
        items.add(destroy);
        return items;
    }
}
