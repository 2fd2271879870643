package dev.belljar.app.doctor;

import dev.belljar.app.intent.Wishes;
import dev.belljar.app.live.Cell;
import dev.belljar.app.live.HostPicture;
import dev.belljar.app.live.Pin;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.Room;
import dev.belljar.app.look.Trouble;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.Check;
import dev.belljar.contract.view.HostStatus;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
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

/// Named checks, the worst first, one sentence and one fix each; beside them the guest image.
public final class DoctorView implements Room {
    private static final double TWO_COLUMNS = 900;

    private final Desk desk;
    private final Wishes wishes;
    private final Runnable again;
    private final VBox checks = new VBox();
    private final ImageCard image;
    private final PromiseCard promises = new PromiseCard();
    private final StackPane content = new StackPane();
    private final ScrollPane body;
    private final VBox all;
    private final Pin pin;
    private List<Check> shown = List.of();
    private @Nullable Problem lost;

    public DoctorView(Cell<HostPicture> picture, Desk desk, Wishes wishes, Runnable again) {
        this.desk = desk;
        this.wishes = wishes;
        this.again = again;
        image = new ImageCard(this::build, this::refreshImage);
        Button copy = Parts.button(Feather.COPY, "Copy report", "flat");
        copy.setOnAction(e -> copy());
        Button check = Parts.withKey(Parts.button(Feather.ROTATE_CW, "Check again"), "F5");
        check.setOnAction(e -> again.run());
        HBox head = new HBox(
                Parts.text("Doctor", "h2"),
                Parts.text("what this computer can do, and what it would cost", "sm", "muted"),
                Parts.grow(),
                copy,
                check);
        head.getStyleClass().add("head");
        VBox side = Parts.column(16, image.node(), promises.node());
        side.setMinWidth(400);
        side.setMaxWidth(400);
        Parts.growing(checks);
        StackPane columns = new StackPane();
        columns.setPadding(new Insets(24, 16, 24, 16));
        body = new ScrollPane(columns);
        body.setFitToWidth(true);
        all = Parts.column(0, head, Parts.growing(content));
        all.widthProperty().addListener((at, was, now) -> arrange(columns, side, now.doubleValue()));
        pin = picture.watch(this::show);
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
        pin.close();
    }

    private void show(HostPicture picture) {
        HostStatus host = picture.host();
        Problem problem = picture.problem();
        if (host == null) {
            if (problem != null && !problem.equals(lost)) {
                lost = problem;
                Button retry = Parts.button(Feather.ROTATE_CW, "Try again", "primary");
                retry.setOnAction(e -> again.run());
                content.getChildren().setAll(Trouble.screen("The host agent does not answer", problem, retry));
            }
            return;
        }
        if (!content.getChildren().contains(body)) {
            content.getChildren().setAll(body);
        }
        image.show(host.image());
        promises.show(picture);
        if (!host.checks().equals(shown) || checks.getChildren().isEmpty()) {
            shown = host.checks();
            draw();
        }
    }

    /// The image and the promises stand beside the checks, or below them where there is no room.
    private void arrange(StackPane columns, VBox side, double width) {
        Pane wanted = width < TWO_COLUMNS ? Parts.column(24) : new HBox(24);
        if (columns.getChildren().isEmpty() || columns.getChildren().getFirst().getClass() != wanted.getClass()) {
            columns.getChildren().setAll(wanted);
            side.setPadding(new Insets(wanted instanceof HBox ? 36 : 0, 0, 0, 0));
            wanted.getChildren().addAll(checks, side);
        }
    }

    private void draw() {
        List<Check> ordered = shown.stream()
                .sorted(Comparator.comparingInt(c -> rank(c.level())))
                .toList();
        VBox card = new VBox();
        card.getStyleClass().add("card");
        ordered.forEach(check ->
                card.getChildren().add(CheckRow.of(check, card.getChildren().isEmpty(), desk)));
        HBox title = Parts.row(12, Parts.text(verdict(), "h1"), Parts.grow());
        count(title, "ok", Feather.CHECK, "fine");
        count(title, "warn", Feather.ALERT_TRIANGLE, "to know");
        count(title, "fail", Feather.X, "to fix");
        VBox.setMargin(title, new Insets(0, 0, 12, 0));
        checks.getChildren().setAll(title, card);
    }

    private String verdict() {
        boolean ill = shown.stream().anyMatch(c -> c.level().equals("fail"));
        return ill ? "This computer needs attention" : "This computer can run Belljar";
    }

    private void count(HBox title, String level, Feather icon, String word) {
        long count = shown.stream().filter(c -> c.level().equals(level)).count();
        if (count > 0) {
            var tag = Parts.tag(count + " " + word, "big", CheckRow.style(level));
            tag.setGraphic(dev.belljar.app.look.Icon.of(icon, 12));
            title.getChildren().add(tag);
        }
    }

    private static int rank(String level) {
        return switch (level) {
            case "fail" -> 0;
            case "warn" -> 1;
            default -> 2;
        };
    }

    private void build() {
        wishes.buildImage()
                .failed(problem -> desk.overlay().say(Feather.X_OCTAGON, problem.detail(), "danger"))
                .begin();
    }

    private void refreshImage() {
        wishes.refreshImage()
                .failed(problem -> desk.overlay().say(Feather.X_OCTAGON, problem.detail(), "danger"))
                .begin();
    }

    private void copy() {
        ClipboardContent words = new ClipboardContent();
        words.putString(shown.stream()
                .map(c -> c.level() + "\t" + c.name() + "\t" + c.detail())
                .collect(Collectors.joining("\n")));
        Clipboard.getSystemClipboard().setContent(words);
        desk.overlay().say(Feather.COPY, "The report is on your clipboard", "ok");
    }
}
