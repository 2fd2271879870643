package dev.belljar.app.review;

import dev.belljar.app.action.Actions;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.review.past.PastChangesPane;
import dev.belljar.app.review.writer.WritersPopover;
import dev.belljar.app.sandbox.SandboxWatch;
import dev.belljar.app.sandbox.SelectedTime;
import dev.belljar.app.sandbox.TimelineWatch;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.state.WatchRegistration;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.EmptyState;
import dev.belljar.app.ui.ProblemPane;
import dev.belljar.app.ui.ScreenView;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.app.work.WorkState;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.work.ReviewBase;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.WorkspaceComparison;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The changes in a sandbox, hunk by hunk: the user reads, accepts and skips them, and syncs what was accepted.
public final class ReviewView implements ScreenView, HunkButtons, ReviewKeys.ReviewCommands {
    private static final Texts TEXTS = Texts.of(ReviewView.class);
    private static final double LITTLE = 900;

    private final SandboxViewState sandbox;
    private final String id;
    private final Actions actions;
    private final UiContext context;
    private final SandboxWatch watch;
    private final ReviewModel model;
    private final ReviewContentModel content = new ReviewContentModel();
    private final ReviewController controller;
    private final ReviewLoader reviews;
    private final HunkLoader loader;
    private final QueuePane queue;
    private final HunkPane hunks;
    private final WritersPopover writers;
    private final BaseMenu base;
    private final ReviewTools tools;
    private final ResultBar result = new ResultBar();
    private final TargetBar target;
    private final SyncWorkflow syncing;
    private final Supplier<HostState> host;
    private final VBox full;
    private final StackPane all = new StackPane();
    private final TimelineWatch history;
    private final PastChangesPane past;
    private final WatchRegistration registration;

    /// `history` has the moment to show instead of the present; `model` keeps the decisions while the screen is closed.
    public ReviewView(
            SandboxViewState sandbox,
            SandboxWatch watch,
            TimelineWatch history,
            Supplier<HostState> host,
            Actions actions,
            UiContext context,
            ReviewModel model) {
        this.sandbox = sandbox;
        this.id = sandbox.id();
        this.watch = watch;
        this.actions = actions;
        this.context = context;
        this.model = model;
        this.host = host;
        this.history = history;
        past = new PastChangesPane(sandbox, actions, context, this::present);
        controller = new ReviewController(model, context, this::moved);
        reviews = new ReviewLoader(actions, id, model, this::take, this::fail);
        loader = new HunkLoader(actions, id, model, this::draw);
        queue = new QueuePane(model, controller, context, new QueuePane.QueueCommands(this::own, this::download));
        hunks = new HunkPane(actions, context, loader, controller, this, this::draw);
        writers = new WritersPopover(id, watch, actions, context, hunks.layer());
        base = new BaseMenu(id, model, host, actions, this::compared);
        tools = new ReviewTools(model, base, this::moved, hunks::sideBySide);
        TargetModel where = new TargetModel(model);
        syncing = new SyncWorkflow(id, where, model, result, actions, context);
        target = new TargetBar(
                where, model, sandbox.reported().spec().project(), controller::acceptSafe, syncing::start);
        context.overlay().standOn(target);
        syncing.onChange(this::synced);
        HBox middle = new HBox(queue, UiParts.growing(hunks));
        middle.setMinHeight(0);
        full = UiParts.column(0, tools, UiParts.growing(middle), result, target);
        full.setMinHeight(0);
        full.getStyleClass().add("review");
        full.widthProperty().addListener((at, was, now) -> queue.narrow(now.doubleValue() < LITTLE));
        hunks.widthProperty().addListener((at, was, now) -> tools.adapt(now.doubleValue()));
        full.addEventFilter(KeyEvent.KEY_PRESSED, new ReviewKeys(controller, this)::handle);
        registration = WatchRegistration.all(
                List.of(watch.work().watch(this::show), history.moment().watch(this::moment)));
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void shown() {
        show(watch.work().now());
        // The sandbox may have changed since the screen was last open.
        if (!reviews.loads()) {
            reviews.load();
        }
        moment(history.moment().now());
        context.focus(full);
    }

    /// Opens the file with this path.
    @Override
    public void seek(String path) {
        content.seek(path);
        found();
    }

    @Override
    public void refresh() {
        watch.fetchWork();
        reviews.load();
        draw();
    }

    @Override
    public void close() {
        registration.close();
        hunks.close();
        syncing.close();
        past.close();
        boolean _ = writers.close();
        reviews.close();
    }

    /// Takes newer work; the review is read again only if it is other work.
    private void show(WorkState work) {
        if (all.getScene() == null) {
            return;
        }
        FileDiff diff = work.diff();
        if (diff != null) {
            queue.others(diff);
        }
        if (content.show(work)) {
            reviews.load();
        }
        draw();
    }

    /// Shows the files that had been changed up to the selected moment, or the present again.
    private void moment(Optional<SelectedTime> selected) {
        if (selected.isEmpty()) {
            past.close();
        }
        draw();
    }

    private void present(String path) {
        history.clear();
        seek(path);
    }

    private void take(ReviewQueue next) {
        content.known(next);
        if (model.show(next, context.now())) {
            queue.reveal();
        }
        found();
        draw();
    }

    /// Reads the review with another base.
    private void compared() {
        content.again();
        reviews.load();
        draw();
    }

    private void fail(Problem problem) {
        content.failed(problem);
        model.queue().ifPresent(shown -> result.failed(problem));
        draw();
    }

    private void found() {
        content.sought(model.files()).ifPresent(file -> controller.open(file, Math.max(0, file.nextOpen(0))));
    }

    /// The user decided something or moved.
    private void moved() {
        queue.reveal();
        draw();
    }

    private void synced() {
        target.working(syncing.isRunning());
        if (!syncing.isRunning()) {
            reviews.load();
        }
        draw();
    }

    private void draw() {
        Optional<SelectedTime> moment = history.moment().now();
        if (moment.isPresent() && all.getScene() != null) {
            FileDiff diff = watch.work().now().diff();
            past.show(moment.get(), diff == null ? List.of() : diff.files());
            all.getChildren().setAll(past);
            return;
        }
        switch (content.content(model)) {
            case LOADING -> say(TEXTS.get("review.loading.title"), TEXTS.get("review.loading.text"));
            case FAILED -> content.problem().ifPresent(this::failed);
            case NONE -> say(TEXTS.get("review.none.title"), TEXTS.get("review.none.text"));
            case NOTHING_SINCE -> {
                boolean synced = model.base().equals(ReviewBase.LAST_SYNC);
                hunks.say(EmptyState.screen(
                        Feather.GIT_COMMIT,
                        TEXTS.get(synced ? "review.synced.title" : "review.same.title"),
                        TEXTS.get(synced ? "review.synced.text" : "review.same.text")));
                parts();
            }
            case OTHERS -> {
                hunks.say(
                        EmptyState.screen(Feather.GIT_COMMIT, content.othersTitle(), TEXTS.get("review.outside.text")));
                parts();
            }
            case FILES -> {
                parts();
                model.spot().ifPresent(hunks::show);
            }
        }
    }

    // The base of the review, which may be the reason, can still be changed.
    private void failed(Problem problem) {
        if (model.base().equals(ReviewBase.LAST_SYNC)) {
            all.getChildren().setAll(ProblemPane.screen(TEXTS.get("review.failed"), problem));
        } else {
            hunks.say(ProblemPane.screen(TEXTS.get("review.failed"), problem));
            parts();
        }
    }

    private void say(String title, String text) {
        all.getChildren().setAll(EmptyState.screen(Feather.GIT_COMMIT, title, text));
    }

    private void parts() {
        if (!all.getChildren().contains(full)) {
            all.getChildren().setAll(full);
            context.focus(full);
        }
        queue.show();
        base.update();
        boolean fetching = watch.work().now().fetching() || reviews.loads();
        tools.show(fetching && host.get().connection() == HostState.AgentConnection.UP);
        target.show();
    }

    /// Shows one of the user's own files, which are part of every sync.
    private void own(FileChange file) {
        model.queue().map(ReviewQueue::own).ifPresent(diff -> {
            WorkspaceComparison sides = new WorkspaceComparison(
                    id, id, diff.base(), diff.tip(), diff.files(), diff.complete(), diff.skipped(), diff.left());
            hunks.showOwn(file, () -> actions.snapshots().contents(sides, file.path()));
        });
    }

    @Override
    public void accept(int hunk) {
        model.spot().ifPresent(spot -> controller.accept(spot.file(), hunk));
    }

    @Override
    public void skip(int hunk) {
        model.spot().ifPresent(spot -> controller.skip(spot.file(), hunk));
    }

    @Override
    public void reopen(int hunk) {
        model.spot().ifPresent(spot -> controller.reopen(spot.file(), hunk));
    }

    @Override
    public void go(int hunk) {
        model.spot().ifPresent(spot -> controller.open(spot.file(), hunk));
    }

    @Override
    public void sync() {
        if (target.ready()) {
            syncing.start();
        }
    }

    @Override
    public void read() {
        hunks.read();
    }

    @Override
    public void download() {
        queue.downloadable().ifPresent(this::download);
    }

    private void download(String path) {
        actions.navigation().open(new DialogKind.DownloadFiles(sandbox, path));
    }

    @Override
    public void base() {
        base.show();
    }

    @Override
    public void toggle() {
        model.spot().ifPresent(spot -> hunks.toggle(spot.hunk()));
    }

    @Override
    public boolean escape() {
        return writers.close();
    }

    /// Shows or hides who wrote the current hunk.
    @Override
    public void who() {
        if (!escape()) {
            hunks.layer().anchor();
            model.spot().ifPresent(writers::show);
        }
    }
}
