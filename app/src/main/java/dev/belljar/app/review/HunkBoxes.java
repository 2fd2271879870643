package dev.belljar.app.review;

import dev.belljar.app.review.decision.HunkDecision;
import dev.belljar.app.review.decision.ReviewSpot;
import dev.belljar.app.review.decision.ReviewedFile;
import dev.belljar.app.theme.PseudoClasses;
import dev.belljar.app.ui.UiParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/// A small box for each hunk: full if it is accepted, flat if it is skipped, empty while it is undecided. The shape
/// says it, not the colour alone.
final class HunkBoxes extends HBox {
    private static final int MOST = 8;

    HunkBoxes() {
        super(2);
        setAlignment(Pos.CENTER_LEFT);
        getStyleClass().add("hunk-boxes");
        setMinWidth(USE_PREF_SIZE);
    }

    /// Shows the hunks of one file; `current` is the number of the current one, or -1. Many hunks are counted instead.
    void show(ReviewedFile file, int current, String counted) {
        if (file.total() > MOST) {
            getChildren().setAll(UiParts.text(counted, "sm", "muted"));
            return;
        }
        List<Node> boxes = new ArrayList<>();
        for (int i = 0; i < file.total(); i++) {
            boxes.add(box(file.decision(i), i == current, file.risky(), file.counted()));
        }
        getChildren().setAll(boxes);
    }

    /// Shows the hunks of several files, those of files that could run on the host in their own colour and apart.
    void show(List<ReviewedFile> files, ReviewSpot spot) {
        List<Node> boxes = new ArrayList<>();
        boolean risky = false;
        for (ReviewedFile file : files) {
            if (risky && !file.risky()) {
                Region gap = new Region();
                gap.setMinWidth(6);
                boxes.add(gap);
            }
            risky = file.risky();
            for (int i = 0; i < file.total(); i++) {
                boolean current = file.equals(spot.file()) && i == spot.hunk();
                boxes.add(box(file.decision(i), current, file.risky(), file.counted()));
            }
        }
        getChildren().setAll(boxes);
    }

    private static Node box(HunkDecision decision, boolean current, boolean risky, boolean loaded) {
        Region box = new Region();
        box.getStyleClass().addAll("hunk-box", decision.name().toLowerCase(Locale.ROOT));
        if (risky) {
            box.getStyleClass().add("risky");
        }
        if (!loaded && decision == HunkDecision.OPEN) {
            box.getStyleClass().add("unknown");
        }
        box.pseudoClassStateChanged(PseudoClasses.CHOSEN, current);
        return box;
    }
}
