package dev.belljar.app.review;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.review.decision.ReviewProgress;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.SegmentedControl;
import dev.belljar.app.ui.UiParts;
import java.util.function.Consumer;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// The toolbar of the review: the base, the grouping, the progress, and the form of the diff.
final class ReviewTools extends HBox {
    private static final Texts TEXTS = Texts.of(ReviewTools.class);
    private static final int MOST_BOXES = 40;
    private static final double TWO_SIDES = 900;
    private static final double WORDS = 900;
    private static final double BOXES = 1_020;

    private final ReviewModel model;
    private final HunkBoxes boxes = new HunkBoxes();
    private final Label count = UiParts.text("", "med", "review-count");
    private final Label accepted = UiParts.cut("", "ok");
    private final Label skipped = UiParts.cut("", "muted");
    private final Label fetching = UiParts.cut(TEXTS.get("tools.fetching"), "muted");
    private final SegmentedControl grouping;
    private final SegmentedControl shape;
    private boolean asked;
    private boolean adapting;

    /// `group` runs after another grouping was chosen; `sideBySide` takes the form of the diff.
    ReviewTools(ReviewModel model, MenuButton base, Runnable group, Consumer<Boolean> sideBySide) {
        this.model = model;
        getStyleClass().add("tools");
        grouping = new SegmentedControl(index -> {
            model.group(index == 0 ? ReviewModel.ReviewGrouping.COMMITS : ReviewModel.ReviewGrouping.FOLDERS);
            group.run();
        });
        grouping.getStyleClass().add("grouping");
        grouping.with(null, TEXTS.get("tools.commits")).with(null, TEXTS.get("tools.files"));
        if (model.grouping() == ReviewModel.ReviewGrouping.FOLDERS) {
            grouping.choose(1);
        }
        shape = new SegmentedControl(index -> {
            asked |= !adapting;
            sideBySide.accept(index == 0);
        });
        shape.getStyleClass().add("diff-shape");
        shape.with(Icon.of(Feather.COLUMNS, 14), TEXTS.get("tools.split"))
                .with(Icon.of(Feather.ALIGN_LEFT, 14), TEXTS.get("tools.inline"));
        getChildren()
                .setAll(
                        base,
                        grouping,
                        UiParts.separator(),
                        boxes,
                        count,
                        accepted,
                        skipped,
                        fetching,
                        UiParts.grow(),
                        shape);
        show(false);
        widthProperty().addListener((at, was, now) -> fit(now.doubleValue()));
    }

    /// Chooses the inline form in a narrow pane and two columns otherwise, until the user chooses one.
    void adapt(double paneWidth) {
        if (!asked && paneWidth > 0) {
            adapting = true;
            shape.choose(paneWidth < TWO_SIDES ? 1 : 0);
            adapting = false;
        }
    }

    private void fit(double width) {
        shape.brief(width < WORDS);
        show();
    }

    /// Shows the progress, and whether newer work is being fetched.
    void show(boolean newer) {
        fetching.setVisible(newer);
        fetching.setManaged(newer);
        show();
    }

    private void show() {
        ReviewProgress progress = model.progress();
        count.setText(ProgressText.decided(progress));
        accepted.setText(TEXTS.get("tools.accepted", progress.included()));
        skipped.setText(TEXTS.get("tools.skipped", progress.skipped()));
        boolean room = getWidth() >= BOXES
                && progress.counted()
                && progress.all() <= MOST_BOXES
                && model.spot().isPresent();
        boxes.setVisible(room);
        boxes.setManaged(room);
        if (room) {
            model.spot().ifPresent(spot -> boxes.show(model.files(), spot));
        }
    }
}
