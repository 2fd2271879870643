package dev.belljar.app.shell;

import dev.belljar.app.action.AgentCommands;
import dev.belljar.app.storage.StorageDialog;
import dev.belljar.app.trash.RetentionDialog;
import dev.belljar.app.trash.TrashActions;
import dev.belljar.app.ui.FigureFormat;
import dev.belljar.app.ui.UiContext;
import dev.belljar.contract.view.TrashItem;
import org.kordamp.ikonli.feather.Feather;

/// What can be done with destroyed sandboxes, from wherever in the window it is asked for.
final class TrashPageActions implements TrashActions {
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
                                        "“" + back.spec().name() + "” is back, as it was.",
                                        "ok",
                                        "Open it",
                                        () -> model.enter(back.spec().name()))),
                desk);
    }

    @Override
    public void discard(TrashItem item) {
        String work = item.saved()
                ? "Its work stays in Belljar's own repository; its machine and disk go for good."
                : "Its machine holds work that is nowhere else. It goes for good with its disk.";
        ask(
                "Delete “" + item.name() + "” for good?",
                work,
                "Delete",
                () -> Workbench.begin(
                        wishes.discardTrash(item.id())
                                .done(id -> desk.overlay()
                                        .say(Feather.TRASH_2, "“" + item.name() + "” is deleted.", "muted")),
                        desk));
    }

    @Override
    public void empty() {
        ask(
                "Empty the trash?",
                "Machines and disks of everything whose work is saved go for good. What holds work that is nowhere else"
                        + " stays; delete it by itself if you mean it.",
                "Empty",
                () -> Workbench.begin(
                        wishes.emptyTrash()
                                .done(gone -> desk.overlay()
                                        .say(
                                                Feather.TRASH_2,
                                                FigureFormat.many(gone.freed().size(), "sandbox", "sandboxes")
                                                        + " deleted, " + FigureFormat.bytes(gone.bytes())
                                                        + " free again.",
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
        desk.overlay().open(new ConfirmDialog(desk.overlay(), title, words, "Keep it", act, action));
    }
}
