package dev.belljar.app.shell;

import dev.belljar.app.action.AgentCommands;
import dev.belljar.app.storage.StorageDialog;
import dev.belljar.app.text.Texts;
import dev.belljar.app.trash.RetentionDialog;
import dev.belljar.app.trash.TrashActions;
import dev.belljar.app.ui.FigureFormat;
import dev.belljar.app.ui.UiContext;
import dev.belljar.contract.view.TrashItem;
import org.kordamp.ikonli.feather.Feather;

/// What can be done with destroyed sandboxes, from wherever in the window it is asked for.
final class TrashPageActions implements TrashActions {
    private static final Texts TEXTS = Texts.of(TrashPageActions.class);

    private final AgentCommands wishes;
    private final UiContext desk;
    private final FrameModel model;

    TrashPageActions(AgentCommands wishes, UiContext desk, FrameModel model) {
        this.wishes = wishes;
        this.desk = desk;
        this.model = model;
    }

    @Override
    public void restore(TrashItem item) {
        restore(item.id());
    }

    /// Brings the sandbox with this id back.
    void restore(String id) {
        Workbench.begin(
                wishes.restoreTrash(id)
                        .done(back -> desk.overlay()
                                .offer(
                                        Feather.ROTATE_CCW,
                                        TEXTS.get("trash.restored", back.spec().name()),
                                        "ok",
                                        TEXTS.get("trash.open"),
                                        () -> model.enter(back.spec().name()))),
                desk);
    }

    @Override
    public void discard(TrashItem item) {
        String work = TEXTS.get(item.saved() ? "trash.delete.saved" : "trash.delete.unsaved");
        ask(
                TEXTS.get("trash.delete.title", item.name()),
                work,
                TEXTS.get("trash.delete.act"),
                () -> Workbench.begin(
                        wishes.discardTrash(item.id())
                                .done(id -> desk.overlay()
                                        .say(Feather.TRASH_2, TEXTS.get("trash.deleted", item.name()), "muted")),
                        desk));
    }

    @Override
    public void empty() {
        ask(
                TEXTS.get("trash.empty.title"),
                TEXTS.get("trash.empty.text"),
                TEXTS.get("trash.empty.act"),
                () -> Workbench.begin(
                        wishes.emptyTrash()
                                .done(gone -> desk.overlay()
                                        .say(
                                                Feather.TRASH_2,
                                                TEXTS.get(
                                                        "trash.emptied",
                                                        gone.freed().size(),
                                                        FigureFormat.bytes(gone.bytes())
                                                                .toString()),
                                                "muted")),
                        desk));
    }

    @Override
    public void storage() {
        desk.overlay().open(new StorageDialog(desk, wishes.storage(), null));
    }

    @Override
    public void retention() {
        RetentionDialog dialog = new RetentionDialog(desk, wishes);
        desk.overlay().open(dialog);
        dialog.requestFocus();
    }

    private void ask(String title, String words, String act, Runnable action) {
        desk.overlay().open(new ConfirmDialog(desk.overlay(), title, words, TEXTS.get("confirm.cancel"), act, action));
    }
}
