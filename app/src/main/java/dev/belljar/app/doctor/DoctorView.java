package dev.belljar.app.doctor;

import dev.belljar.app.action.Actions;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.WatchRegistration;
import dev.belljar.app.state.WatchedValue;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.CardPane;
import dev.belljar.app.ui.ProblemPane;
import dev.belljar.app.ui.ScreenView;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.host.HostStatus;
import java.util.function.LongFunction;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The checks of the host, the worst first, each with one sentence and one fix; beside them the guest image
/// and the guarantees.
public final class DoctorView implements ScreenView {
    private static final Texts TEXTS = Texts.of(DoctorView.class);

    private static final double TWO_COLUMNS = 900;

    private final UiContext context;
    private final Actions actions;
    private final CheckFixes fixes;
    private final Runnable again;
    private final DoctorModel model = new DoctorModel();
    private final VBox checks = new VBox();
    private final ImageCard image;
    private final GuaranteeCard guarantees = new GuaranteeCard();
    private final StackPane content = new StackPane();
    private final ScrollPane body;
    private final VBox all;
    private final WatchRegistration registration;
    private @Nullable Problem lost;

    /// `again` repeats the checks.
    public DoctorView(WatchedValue<HostState> state, UiContext context, Actions actions, Runnable again) {
        this.context = context;
        this.actions = actions;
        this.again = again;
        this.fixes = new CheckFixes(actions, context, again);
        image = new ImageCard(this::build, this::refreshImage, this::cancelImage);
        Button copy = UiParts.button(Feather.COPY, TEXTS.get("doctor.copy"), "flat");
        copy.setOnAction(e -> copy());
        Button check = UiParts.withKey(UiParts.button(Feather.ROTATE_CW, TEXTS.get("doctor.again")), "F5");
        check.setOnAction(e -> again.run());
        HBox head = new HBox(
                UiParts.text(TEXTS.get("doctor.title"), "h2"),
                UiParts.text(TEXTS.get("doctor.subtitle"), "sm", "muted"),
                UiParts.grow(),
                copy,
                check);
        head.getStyleClass().add("head");
        VBox side = UiParts.column(16, image, guarantees);
        side.setMinWidth(400);
        side.setMaxWidth(400);
        UiParts.growing(checks);
        StackPane columns = new StackPane();
        columns.setPadding(new Insets(24, 16, 24, 16));
        body = new ScrollPane(columns);
        body.setFitToWidth(true);
        all = UiParts.column(0, head, UiParts.growing(content));
        all.widthProperty().addListener((at, was, now) -> arrange(columns, side, now.doubleValue()));
        registration = state.watch(this::show);
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void refresh() {
        again.run();
    }

    @Override
    public void close() {
        registration.close();
    }

    private void show(HostState state) {
        HostStatus host = state.host();
        Problem problem = state.problem();
        if (host == null) {
            if (problem != null && !problem.equals(lost)) {
                lost = problem;
                Button retry = UiParts.button(Feather.ROTATE_CW, TEXTS.get("doctor.lost.again"), "primary");
                retry.setOnAction(e -> again.run());
                content.getChildren().setAll(ProblemPane.screen(TEXTS.get("doctor.lost.title"), problem, retry));
            }
            return;
        }
        if (!content.getChildren().contains(body)) {
            content.getChildren().setAll(body);
        }
        image.show(host.image(), context.now());
        guarantees.show(state);
        if (model.show(host.checks()) || checks.getChildren().isEmpty()) {
            draw();
        }
    }

    /// Places the image and the guarantees beside the checks, or below them if there is no space.
    private void arrange(StackPane columns, VBox side, double width) {
        Pane next = width < TWO_COLUMNS ? UiParts.column(24) : new HBox(24);
        if (columns.getChildren().isEmpty() || columns.getChildren().getFirst().getClass() != next.getClass()) {
            columns.getChildren().setAll(next);
            side.setPadding(new Insets(next instanceof HBox ? 36 : 0, 0, 0, 0));
            next.getChildren().addAll(checks, side);
        }
    }

    private void draw() {
        CardPane card = new CardPane();
        model.ordered().forEach(check -> card.row(CheckRow.of(check, context, fixes)));
        HBox title = UiParts.row(12, UiParts.text(model.verdict(), "h1"), UiParts.grow());
        count(title, "ok", Feather.CHECK, n -> TEXTS.get("doctor.count.ok", n));
        count(title, "warn", Feather.ALERT_TRIANGLE, n -> TEXTS.get("doctor.count.warn", n));
        count(title, "fail", Feather.X, n -> TEXTS.get("doctor.count.fail", n));
        VBox.setMargin(title, new Insets(0, 0, 12, 0));
        checks.getChildren().setAll(title, card);
    }

    private void count(HBox title, String level, Feather icon, LongFunction<String> words) {
        long count = model.count(level);
        if (count > 0) {
            var tag = UiParts.tag(words.apply(count), "big", CheckRow.style(level));
            tag.setGraphic(dev.belljar.app.drawing.Icon.of(icon, 12));
            title.getChildren().add(tag);
        }
    }

    private void build() {
        actions.host()
                .buildImage()
                .failed(problem -> context.overlay().say(Feather.X_OCTAGON, ProblemText.detail(problem), "danger"))
                .begin();
    }

    private void cancelImage() {
        actions.host()
                .cancelImage()
                .failed(problem -> context.overlay().say(Feather.X_OCTAGON, ProblemText.detail(problem), "danger"))
                .begin();
    }

    private void refreshImage() {
        actions.host()
                .refreshImage()
                .failed(problem -> context.overlay().say(Feather.X_OCTAGON, ProblemText.detail(problem), "danger"))
                .begin();
    }

    private void copy() {
        ClipboardContent words = new ClipboardContent();
        words.putString(model.lines());
        Clipboard.getSystemClipboard().setContent(words);
        context.overlay().say(Feather.COPY, TEXTS.get("doctor.copied"), "ok");
    }
}
