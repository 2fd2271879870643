package dev.belljar.app.action;

import dev.belljar.app.navigation.Navigation;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ConfirmDialog;
import dev.belljar.app.ui.UiContext;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.request.storage.EmptyTrash;
import dev.belljar.contract.view.storage.TrashItem;
import org.kordamp.ikonli.feather.Feather;

/// The actions on destroyed sandboxes. They show a message when they end.
public final class TrashActions {
    private static final Texts TEXTS = Texts.of(TrashActions.class);

    private final TaskRunner tasks;
    private final UiContext context;
    private final Navigation navigation;

    TrashActions(TaskRunner tasks, UiContext context, Navigation navigation) {
        this.tasks = tasks;
        this.context = context;
        this.navigation = navigation;
    }

    /// Restores the sandbox with this id, as a stopped sandbox.
    public void restore(String id) {
        tasks.task("restore", agent -> agent.call(StorageApi.RESTORE_TRASH.at(id)))
                .done(back -> context.overlay()
                        .offer(
                                Feather.ROTATE_CCW,
                                TEXTS.get("trash.restored", back.spec().name()),
                                "ok",
                                TEXTS.get("trash.open"),
                                () -> navigation.enter(back.spec().name())))
                .beginIn(context);
    }

    /// Deletes a sandbox permanently, after asking.
    public void discard(TrashItem item) {
        ask(
                TEXTS.get("trash.delete.title", item.name()),
                TEXTS.get(item.saved() ? "trash.delete.saved" : "trash.delete.unsaved"),
                TEXTS.get("trash.delete.act"),
                tasks.task("discard", agent -> {
                            agent.call(StorageApi.DISCARD_TRASH.at(item.id()));
                            return item;
                        })
                        .done(deleted -> say(TEXTS.get("trash.deleted", item.name()))));
    }

    /// Permanently deletes the sandboxes whose work is saved, after asking.
    public void empty() {
        ask(
                TEXTS.get("trash.empty.title"),
                TEXTS.get("trash.empty.text"),
                TEXTS.get("trash.empty.act"),
                tasks.task("empty-trash", agent -> agent.call(StorageApi.EMPTY_TRASH, new EmptyTrash(false)))
                        .done(gone -> say(TEXTS.get(
                                "trash.emptied",
                                gone.freed().size(),
                                FigureFormat.bytes(gone.bytes()).toString()))));
    }

    private void say(String words) {
        context.overlay().say(Feather.TRASH_2, words, "muted");
    }

    private void ask(String title, String words, String act, UiTask<?> action) {
        context.overlay()
                .open(new ConfirmDialog(
                        context.overlay(),
                        title,
                        words,
                        TEXTS.get("confirm.cancel"),
                        act,
                        () -> action.beginIn(context)));
    }
}
