package dev.belljar.app.review;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.review.conflict.ConflictDialog;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ConfirmDialog;
import dev.belljar.app.ui.UiContext;
import dev.belljar.contract.host.HomeFolder;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.review.SyncConflicts;
import dev.belljar.contract.view.work.SyncResult;
import java.nio.file.Path;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// One sync of the accepted hunks, from the button to the result: a branch, a patch file or the working tree.
final class SyncWorkflow {
    private static final Texts TEXTS = Texts.of(SyncWorkflow.class);
    private static final String CONFLICTS = "sync.conflicts";

    private final String sandbox;
    private final TargetModel target;
    private final ReviewModel model;
    private final ResultBar bar;
    private final Actions actions;
    private final UiContext context;
    private Runnable changed = () -> {};
    private @Nullable UiTask<?> running;

    SyncWorkflow(
            String sandbox, TargetModel target, ReviewModel model, ResultBar bar, Actions actions, UiContext context) {
        this.sandbox = sandbox;
        this.target = target;
        this.model = model;
        this.bar = bar;
        this.actions = actions;
        this.context = context;
    }

    /// Sets what runs when a sync begins and when it has ended.
    void onChange(Runnable listener) {
        changed = listener;
    }

    boolean isRunning() {
        return running != null;
    }

    /// Starts a sync; asks first if it changes the user's files, or if nothing can be left out.
    void start() {
        if (isRunning() || !target.ready()) {
            return;
        }
        String parts = ProgressText.parts(model.progress(), model.progress().included());
        if (!target.selectable()) {
            ask(
                    TEXTS.get("sync.everything.title"),
                    TEXTS.get("sync.everything.text"),
                    TEXTS.get("sync.everything.act"));
        } else if (target.target() == SyncTarget.WORKTREE) {
            ask(
                    TEXTS.get("sync.worktree.title"),
                    TEXTS.get(target.stash() ? "sync.worktree.stash" : "sync.worktree.text", parts),
                    TEXTS.get("sync.worktree.act"));
        } else {
            send(target.request());
        }
    }

    private void ask(String title, String text, String act) {
        // What is fetched while the question is open is not meant.
        AcceptSync asked = target.request();
        context.overlay().open(new ConfirmDialog(context.overlay(), title, text, TEXTS.get("include.keep"), act, () -> {
            if (model.shows(asked)) {
                send(asked);
            } else {
                context.overlay().say(Feather.ALERT_TRIANGLE, TEXTS.get("review.changed"), "warn");
            }
        }));
    }

    private void send(AcceptSync request) {
        bar.working(TEXTS.get("sync.working"));
        running = actions.sync()
                .accept(sandbox, request)
                .done(this::done)
                .failed(problem -> refused(request, problem))
                .begin();
        changed.run();
    }

    private void refused(AcceptSync request, Problem problem) {
        failed(problem);
        if (problem.code().equals(CONFLICTS)) {
            running = actions.sync()
                    .conflicts(sandbox, request)
                    .done(conflicts -> resolve(request, conflicts))
                    .failed(this::failed)
                    .begin();
            changed.run();
        }
    }

    // What the bar says stays until the user has resolved the conflicts.
    private void resolve(AcceptSync request, SyncConflicts conflicts) {
        running = null;
        changed.run();
        if (conflicts.complete() && !conflicts.files().isEmpty()) {
            context.overlay()
                    .open(new ConflictDialog(context, conflicts.files(), choices -> send(request.resolved(choices))));
        }
    }

    private void done(SyncResult result) {
        String patch = result.patch();
        String undo = result.undo();
        if (result.target() == SyncTarget.PATCH && patch != null) {
            save(result, Base64.getDecoder().decode(patch));
        } else if (undo != null) {
            String words = target.result(result, TEXTS.get("sync.place.worktree"));
            end(result);
            bar.done(words, () -> undo(undo));
        } else {
            String place = result.target() == SyncTarget.WORKTREE ? TEXTS.get("sync.place.worktree") : result.branch();
            finish(result, target.result(result, FigureFormat.printable(place)));
        }
    }

    private void save(SyncResult result, byte[] patch) {
        Path file = target.patch(HomeFolder.of(System.getenv()));
        running = actions.sync()
                .save(file, patch, target.replacing())
                .done(path -> finish(result, target.result(result, FigureFormat.home(path.toString()))))
                .failed(this::failed)
                .begin();
    }

    private void finish(SyncResult result, String words) {
        end(result);
        bar.done(words);
    }

    // The user may have chosen another target while the sync ran.
    private void end(SyncResult result) {
        running = null;
        model.synced(result.target());
        changed.run();
    }

    private void failed(Problem problem) {
        running = null;
        bar.failed(problem);
        changed.run();
    }

    private void undo(String undo) {
        bar.working(TEXTS.get("sync.undoing"));
        running = actions.sync()
                .undo(sandbox, undo)
                .done(undone -> {
                    running = null;
                    model.undone();
                    bar.done(TEXTS.get("sync.undone", undone.restored().size()));
                    changed.run();
                })
                .failed(this::failed)
                .begin();
        changed.run();
    }

    /// Ends the wait for a running sync, whose result is then unknown here.
    void close() {
        UiTask<?> task = running;
        running = null;
        if (task != null) {
            task.cancel();
        }
    }
}
