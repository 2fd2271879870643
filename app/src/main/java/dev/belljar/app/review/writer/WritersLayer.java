package dev.belljar.app.review.writer;

import dev.belljar.app.theme.PseudoClasses;
import javafx.geometry.Bounds;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Parent;
import javafx.scene.layout.StackPane;

/// The layer above the hunks: what it shows stands below the head of the current hunk, also when that head moves.
public final class WritersLayer extends StackPane {
    private static final double BELOW = 64;

    private final Parent hunks;
    private final Runnable follow = this::follow;

    /// `hunks` has the heads of the hunks in it.
    public WritersLayer(Parent hunks) {
        this.hunks = hunks;
        setPickOnBounds(false);
        setAlignment(Pos.TOP_RIGHT);
        sceneProperty().subscribe((before, now) -> {
            if (before != null) {
                before.removePostLayoutPulseListener(follow);
            }
            if (now != null) {
                now.addPostLayoutPulseListener(follow);
            }
        });
    }

    private void follow() {
        if (!getChildren().isEmpty()) {
            anchor();
        }
    }

    /// Puts what the layer shows below the head of the current hunk.
    public void anchor() {
        double below = hunks.lookupAll(".hunk-head").stream()
                .filter(one -> one.getPseudoClassStates().contains(PseudoClasses.CHOSEN))
                .map(one -> sceneToLocal(one.localToScene(one.getLayoutBounds())))
                .mapToDouble(Bounds::getMaxY)
                .filter(y -> y > 0 && y < getHeight() / 2)
                .min()
                .orElse(BELOW);
        setPadding(new Insets(below + 4, 16, 12, 12));
    }
}
