package dev.belljar.app.processes;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.ProcessActions;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.process.ProcessItem;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ContextMenus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import org.kordamp.ikonli.feather.Feather;

/// The context menu of a process.
final class ProcessMenu {
    private static final Texts TEXTS = Texts.of(ProcessMenu.class);

    private final Actions actions;
    private final ProcessesModel model;
    private final ProcessSignalSender signals;
    private final Runnable details;
    private final Consumer<ProcessItem> fold;
    private final Consumer<String> filter;

    /// `details` opens the details of the process, `fold` closes or opens its subtree, `filter` searches for words.
    ProcessMenu(
            Actions actions,
            ProcessesModel model,
            ProcessSignalSender signals,
            Runnable details,
            Consumer<ProcessItem> fold,
            Consumer<String> filter) {
        this.actions = actions;
        this.model = model;
        this.signals = signals;
        this.details = details;
        this.fold = fold;
        this.filter = filter;
    }

    List<MenuItem> of(ProcessItem line) {
        String command = ProcessColumns.command(line);
        List<MenuItem> items = new ArrayList<>();
        items.add(ContextMenus.item(TEXTS.get("processes.menu.details"), Feather.INFO, details));
        model.approval(line)
                .ifPresent(approval -> items.add(ContextMenus.item(
                        TEXTS.get("processes.menu.decide"),
                        Feather.BELL,
                        () -> actions.navigation().open(new DialogKind.ShowInbox(approval.id())))));
        MenuItem subtree = ContextMenus.item(
                TEXTS.get(model.folded(line) ? "processes.menu.expand" : "processes.menu.collapse"),
                Feather.GIT_BRANCH,
                () -> fold.accept(line));
        subtree.setDisable(!line.parent());
        items.add(subtree);
        items.add(ContextMenus.item(
                TEXTS.get("processes.menu.connections"),
                Feather.SHARE_2,
                () -> actions.navigation().seek(ScreenKind.NETWORK, ProcessSignalSender.name(line))));
        items.add(ContextMenus.item(
                TEXTS.get(
                        "processes.menu.only", FigureFormat.printable(line.row().comm())),
                Feather.FILTER,
                () -> filter.accept(line.row().comm())));
        items.add(new SeparatorMenuItem());
        if (ProcessActions.reachable(line.row())) {
            items.add(ContextMenus.item(
                    TEXTS.get("processes.menu.pause"), Feather.PAUSE, () -> signals.pause(line, true)));
            items.add(ContextMenus.item(
                    TEXTS.get("processes.menu.resume"), Feather.PLAY, () -> signals.pause(line, false)));
            items.add(ContextMenus.item(TEXTS.get("processes.menu.end"), Feather.X_CIRCLE, () -> signals.end(line)));
            items.add(new SeparatorMenuItem());
        }
        items.add(ContextMenus.copy(
                TEXTS.get("processes.menu.command"),
                command.isEmpty() ? line.row().comm() : command));
        items.add(ContextMenus.copy(
                TEXTS.get("processes.menu.pid"), Integer.toString(line.row().pid())));
        return items;
    }
}
