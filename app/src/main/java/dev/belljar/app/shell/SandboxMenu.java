package dev.belljar.app.shell;

import dev.belljar.app.action.Actions;
import dev.belljar.app.desktop.RemoteEditors;
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

/// The menu entries for the actions on a sandbox; actions that its state does not allow are disabled.
final class SandboxMenu {
    private static final Texts TEXTS = Texts.of(SandboxMenu.class);

    private SandboxMenu() {}

    static List<MenuItem> of(SandboxViewState sandbox, Actions actions) {
        MenuItem destroy = ContextMenus.item(
                TEXTS.get("menu.trash"),
                Feather.TRASH_2,
                () -> actions.sandboxes().destroy(sandbox));
        destroy.getStyleClass().add("dangerous");
        List<MenuItem> items = new ArrayList<>(dialogs(sandbox, actions));
        items.add(new SeparatorMenuItem());
        items.addAll(fromOutside(sandbox, actions));
        items.add(new SeparatorMenuItem());
        items.addAll(machine(sandbox, actions));
        items.add(new SeparatorMenuItem());
        items.add(destroy);
        return items;
    }

    /// Returns the entries that open a dialog.
    private static List<MenuItem> dialogs(SandboxViewState sandbox, Actions actions) {
        boolean running = sandbox.running();
        return List.of(
                agent(sandbox, actions),
                whileRunning(
                        running,
                        ContextMenus.item(
                                TEXTS.get("menu.sync"),
                                Feather.REFRESH_CW,
                                () -> actions.navigation().review(sandbox.name()))),
                push(sandbox, actions),
                whileRunning(
                        running,
                        ContextMenus.item(
                                TEXTS.get("menu.snapshot"),
                                Feather.CAMERA,
                                open(actions, new DialogKind.TakeSnapshot(sandbox)))),
                whileRunning(
                        running,
                        ContextMenus.item(
                                TEXTS.get("menu.branch"),
                                Feather.GIT_BRANCH,
                                open(actions, new DialogKind.CreateBranch(sandbox)))),
                whileRunning(
                        running,
                        ContextMenus.item(
                                TEXTS.get("menu.identity"),
                                Feather.KEY,
                                open(actions, new DialogKind.ShowIdentity(sandbox)))),
                environment(sandbox, actions),
                ContextMenus.item(
                        TEXTS.get("menu.policy"),
                        Feather.SHIELD,
                        open(actions, new DialogKind.ShowPolicy(sandbox, ""))),
                ContextMenus.item(
                        TEXTS.get("menu.storage"),
                        Feather.HARD_DRIVE,
                        open(actions, new DialogKind.ShowStorage(sandbox))));
    }

    private static MenuItem agent(SandboxViewState sandbox, Actions actions) {
        MenuItem agent = ContextMenus.item(
                TEXTS.get("menu.agent"), Feather.PLAY_CIRCLE, open(actions, new DialogKind.StartAgent(sandbox)));
        return whileRunning(sandbox.running(), agent);
    }

    private static MenuItem environment(SandboxViewState sandbox, Actions actions) {
        return ContextMenus.item(
                TEXTS.get("menu.environment"), Feather.PACKAGE, open(actions, DialogKind.ShowEnvironment.of(sandbox)));
    }

    private static MenuItem push(SandboxViewState sandbox, Actions actions) {
        MenuItem push = ContextMenus.item(
                TEXTS.get("menu.push"), Feather.UPLOAD, open(actions, new DialogKind.ShowPush(sandbox)));
        return whileRunning(sandbox.running(), push);
    }

    /// Returns the entries that start or stop the machine.
    private static List<MenuItem> machine(SandboxViewState sandbox, Actions actions) {
        boolean stopped = switch (sandbox.state()) {
            case CREATED, STOPPED, ERROR -> true;
            case STARTING, RUNNING, STOPPING, DESTROYED -> false;
        };
        MenuItem start = ContextMenus.item(
                StateBadges.startWord(sandbox.reported()),
                Feather.PLAY,
                () -> actions.sandboxes().start(sandbox));
        start.setDisable(!stopped);
        MenuItem hibernate = ContextMenus.item(
                TEXTS.get("menu.hibernate"),
                Feather.MOON,
                () -> actions.sandboxes().hibernate(sandbox));
        MenuItem stop = ContextMenus.item(
                TEXTS.get("menu.shutdown"),
                Feather.SQUARE,
                () -> actions.sandboxes().stop(sandbox));
        stop.setDisable(stopped || sandbox.state() == SandboxState.STOPPING);
        MenuItem now = ContextMenus.item(
                TEXTS.get("menu.stopnow"),
                Feather.ZAP,
                () -> actions.sandboxes().stopNow(sandbox));
        now.setDisable(stopped);
        return List.of(start, whileRunning(sandbox.running(), hibernate), stop, now);
    }

    /// Returns the entries for editors, keys and SSH. Opening a hibernated sandbox resumes it; one that was
    /// shut down must be started first.
    private static List<MenuItem> fromOutside(SandboxViewState sandbox, Actions actions) {
        List<MenuItem> items = new ArrayList<>();
        for (RemoteEditors.RemoteEditor editor : RemoteEditors.RemoteEditor.values()) {
            boolean reachable = sandbox.running() || StateBadges.hasSavedMemory(sandbox.reported());
            String hindrance = actions.editors().editors().hindrance(editor);
            String words = editor.title();
            String whole = hindrance == null ? words : TEXTS.get("menu.unavailable", words, hindrance);
            MenuItem item = ContextMenus.item(
                    whole, Feather.EXTERNAL_LINK, () -> actions.editors().open(sandbox, editor));
            item.setDisable(hindrance != null || !reachable);
            items.add(item);
        }
        items.add(ContextMenus.item(
                TEXTS.get("menu.keys"), Feather.USER_CHECK, open(actions, new DialogKind.ShowKeys(sandbox))));
        items.add(ContextMenus.copy(
                TEXTS.get("menu.ssh"), actions.editors().editors().command(sandbox.name())));
        return items;
    }

    private static Runnable open(Actions actions, DialogKind dialog) {
        return () -> actions.navigation().open(dialog);
    }

    private static MenuItem whileRunning(boolean running, MenuItem item) {
        item.setDisable(!running);
        return item;
    }
}
