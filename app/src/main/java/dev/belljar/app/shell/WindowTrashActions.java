package dev.belljar.app.shell;

import dev.belljar.app.action.AgentRequests;
import dev.belljar.app.storage.StorageDialog;
import dev.belljar.app.text.Texts;
import dev.belljar.app.trash.RetentionDialog;
import dev.belljar.app.trash.TrashActions;
import dev.belljar.app.ui.FigureFormat;
import dev.belljar.app.ui.UiContext;
import dev.belljar.contract.view.TrashItem;
import org.kordamp.ikonli.feather.Feather;

/// Carries out the actions on destroyed sandboxes, from every part of the window.
final class WindowTrashActions implements TrashActions {
    private static final Texts TEXTS = Texts.of(WindowTrashActions.class);

    private final AgentRequests requests;
    private final UiContext context;
    private final FrameModel model;

    WindowTrashActions(AgentRequests requests, UiContext context, FrameModel model) {
        this.requests = requests;
        this.context = context;
        this.model = model;
    }

    @Override
    public void restore(TrashItem item) {
        restore(item.id());
    }

    /// Restores the sandbox with this id.
    void restore(String id) {
        Workbench.begin(
                requests.restoreTrash(id)
                        .done(back -> context.overlay()
                                .offer(
                                        Feather.ROTATE_CCW,
                                        TEXTS.get("trash.restored", back.spec().name()),
                                        "ok",
                                        TEXTS.get("trash.open"),
                                        () -> model.enter(back.spec().name()))),
                context);
    }

    @Override
    public void discard(TrashItem item) {
        String work = TEXTS.get(item.saved() ? "trash.delete.saved" : "trash.delete.unsaved");
        ask(
                TEXTS.get("trash.delete.title", item.name()),
                work,
                TEXTS.get("trash.delete.act"),
                () -> Workbench.begin(
                        requests.discardTrash(item.id())
                                .done(id -> context.overlay()
                                        .say(Feather.TRASH_2, TEXTS.get("trash.deleted", item.name()), "muted")),
                        context));
    }

    @Override
    public void empty() {
        ask(
                TEXTS.get("trash.empty.title"),
                TEXTS.get("trash.empty.text"),
                TEXTS.get("trash.empty.act"),
                () -> Workbench.begin(
                        requests.emptyTrash()
                                .done(gone -> context.overlay()
                                        .say(
                                                Feather.TRASH_2,
                                                TEXTS.get(
                                                        "trash.emptied",
                                                        gone.freed().size(),
                                                        FigureFormat.bytes(gone.bytes())
                                                                .toString()),
                                                "muted")),
                        context));
    }

    @Override
    public void storage() {
        context.overlay().open(new StorageDialog(context, requests.storage(), null));
    }

    @Override
    public void retention() {
        RetentionDialog dialog = new RetentionDialog(context, requests);
        context.overlay().open(dialog);
        dialog.requestFocus();
    }

    private void ask(String title, String words, String act, Runnable action) {
        context.overlay()
                .open(new ConfirmDialog(context.overlay(), title, words, TEXTS.get("confirm.cancel"), act, action));
    }
}
