package dev.belljar.app.launcher;

import dev.belljar.app.action.Actions;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.state.SandboxViewState;
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
final class CardMenu {
    private static final Texts TEXTS = Texts.of(CardMenu.class);

    private CardMenu() {}

    static List<MenuItem> of(SandboxViewState sandbox, Actions actions) {
        MenuItem destroy = ContextMenus.item(
                TEXTS.get("launcher.menu.destroy"),
                Feather.TRASH_2,
                () -> actions.sandboxes().destroy(sandbox));
        destroy.getStyleClass().add("dangerous");
        boolean stopped = switch (sandbox.state()) {
            case RUNNING, STARTING, STOPPING -> false;
            case CREATED, STOPPED, ERROR, DESTROYED -> true;
        };
        List<MenuItem> items = new ArrayList<>();
        items.add(ContextMenus.item(
                TEXTS.get("launcher.menu.open"),
                Feather.LOG_IN,
                () -> actions.navigation().enter(sandbox.name())));
        if (stopped) {
            String word = StateBadges.startWord(sandbox.reported());
            items.add(ContextMenus.item(
                    word, Feather.PLAY, () -> actions.sandboxes().start(sandbox)));
        } else {
            items.addAll(ofMachine(sandbox, actions));
        }
        items.add(new SeparatorMenuItem());
        items.add(destroy);
        return items;
    }

    /// Returns the actions on a sandbox that has a machine.
    private static List<MenuItem> ofMachine(SandboxViewState sandbox, Actions actions) {
        List<MenuItem> items = new ArrayList<>();
        if (sandbox.running()) {
            items.add(ContextMenus.item(
                    TEXTS.get("launcher.menu.branch"),
                    Feather.GIT_BRANCH,
                    () -> actions.navigation().open(new DialogKind.CreateBranch(sandbox))));
            items.add(ContextMenus.item(
                    TEXTS.get("launcher.menu.hibernate"),
                    Feather.MOON,
                    () -> actions.sandboxes().hibernate(sandbox)));
        }
        if (sandbox.state() != SandboxState.STOPPING) {
            items.add(ContextMenus.item(
                    TEXTS.get("launcher.menu.stop"),
                    Feather.SQUARE,
                    () -> actions.sandboxes().stop(sandbox)));
        }
        items.add(ContextMenus.item(
                TEXTS.get("launcher.menu.now"),
                Feather.ZAP,
                () -> actions.sandboxes().stopNow(sandbox)));
        return items;
    }
}
