package dev.belljar.app.changes;

import dev.belljar.app.action.Actions;
import dev.belljar.app.process.ProcessItem;
import dev.belljar.app.sandbox.SandboxWatch;
import dev.belljar.app.sandbox.SelectedTime;
import dev.belljar.app.state.WatchRegistration;
import dev.belljar.app.state.WatchedValue;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.EmptyState;
import dev.belljar.app.ui.ProblemPane;
import dev.belljar.app.ui.ScreenView;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.app.work.FileWriter;
import dev.belljar.app.work.WorkState;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileDiff;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The changes in the guest since the commit that the sandbox started from, file by file.
public final class ChangesView implements ScreenView {
    private static final Texts TEXTS = Texts.of(ChangesView.class);
    private static final double LITTLE = 900;

    private final String id;
    private final Actions actions;
    private final UiContext context;
    private final SandboxWatch watch;
    private final ChangesModel model = new ChangesModel();
    private final TreePane tree = new TreePane(this::open);
    private final FileSides sides;
    private final HBox full;
    private final StackPane layer = new StackPane();
    private final WatchedValue<Optional<SelectedTime>> moment;
    private final WriterBar writer;
    private final StackPane all = new StackPane();
    private final WatchRegistration registration;

    /// `id` is the sandbox's id, `moment` the moment to show instead of the present.
    public ChangesView(
            String id,
            SandboxWatch watch,
            WatchedValue<Optional<SelectedTime>> moment,
            Actions actions,
            UiContext context) {
        this.id = id;
        this.watch = watch;
        this.moment = moment;
        this.actions = actions;
        this.context = context;
        sides = new FileSides(actions);
        writer = new WriterBar(context, this::who);
        layer.setPickOnBounds(false);
        layer.setAlignment(Pos.TOP_LEFT);
        layer.setPadding(new Insets(4, 12, 12, 12));
        StackPane under = new StackPane(sides.body(), layer);
        under.setMinSize(0, 0);
        VBox right = UiParts.column(0, sides.tools(), writer, UiParts.growing(under));
        right.setMinWidth(0);
        full = new HBox(tree, UiParts.growing(right));
        full.setMinHeight(0);
        full.widthProperty().addListener((at, was, now) -> tree.narrow(now.doubleValue() < LITTLE));
        full.addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        registration = WatchRegistration.all(List.of(watch.work().watch(this::show), moment.watch(this::moment)));
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void shown() {
        show(watch.work().now());
        moment(moment.now());
        full.requestFocus();
    }

    /// Opens the file with this path.
    @Override
    public void seek(String path) {
        // The model knows nothing while another pane covers this screen.
        ChangesModel.find(watch.work().now(), path).ifPresent(this::open);
    }

    @Override
    public void refresh() {
        watch.fetchWork();
    }

    @Override
    public void close() {
        registration.close();
        sides.close();
    }

    private void show(WorkState work) {
        if (all.getScene() == null) {
            return;
        }
        FileChange seen = sides.shown();
        if (work.diff() != null && seen != null) {
            writers(seen);
        }
        if (model.show(work)) {
            draw();
        }
    }

    /// Marks the files that were only written after the selected moment.
    private void moment(Optional<SelectedTime> selected) {
        tree.later(file -> selected.isPresent()
                && ChangesModel.later(watch.writers(file.path()), selected.get().at()));
    }

    private void draw() {
        switch (model.content()) {
            case LOADING -> say(TEXTS.get("changes.loading.title"), TEXTS.get("changes.loading.text"));
            case FAILED ->
                model.problem()
                        .ifPresent(problem ->
                                all.getChildren().setAll(ProblemPane.screen(TEXTS.get("changes.failed"), problem)));
            case NONE -> say(TEXTS.get("changes.none.title"), TEXTS.get("changes.none.text"));
            case OUTSIDE, FILES -> model.diff().ifPresent(this::files);
        }
    }

    private void say(String title, String text) {
        all.getChildren().setAll(EmptyState.screen(Feather.GIT_COMMIT, title, text));
    }

    /// Shows new changes, and keeps the file that is open if it is among them.
    private void files(FileDiff now) {
        tree.show(now.base(), TEXTS.get("changes.now"), now.files(), now.system(), model.uncommitted());
        tree.leftOut(now);
        if (!all.getChildren().contains(full)) {
            all.getChildren().setAll(full);
        }
        if (model.content() == ChangesModel.ChangesContent.OUTSIDE) {
            sides.say(EmptyState.screen(Feather.GIT_COMMIT, model.outsideTitle(), TEXTS.get("changes.outside.text")));
        }
        model.next(sides.shown()).ifPresent(this::open);
    }

    /// Shows both sides of this file.
    public void open(FileChange file) {
        tree.mark(file);
        layer.getChildren().clear();
        writers(file);
        sides.open(file, model.version(), () -> actions.sync().contents(id, file.path()));
    }

    private void writers(FileChange file) {
        List<FileWriter> writers = watch.writers(file.path());
        writer.show(writers, ancestry(writers));
    }

    private List<ProcessItem> ancestry(List<FileWriter> writers) {
        return writers.isEmpty()
                ? List.of()
                : watch.processes().now().ancestry(writers.getFirst().process());
    }

    /// Shows or hides the processes that wrote the visible file.
    private void who() {
        FileChange file = sides.shown();
        boolean open = !layer.getChildren().isEmpty();
        layer.getChildren().clear();
        List<FileWriter> writers = file == null || open ? List.of() : watch.writers(file.path());
        if (!writers.isEmpty()) {
            layer.getChildren()
                    .add(new FileWritersPanel(context, writers, ancestry(writers), layer.getChildren()::clear));
        }
    }

    private void key(KeyEvent e) {
        if (sides.key(e)) {
            return;
        }
        if (e.getCode() == KeyCode.W && !e.isControlDown()) {
            who();
        } else if (e.getCode() == KeyCode.ESCAPE && !layer.getChildren().isEmpty()) {
            layer.getChildren().clear();
            e.consume();
        }
    }
}
