package dev.belljar.app.review;

import dev.belljar.app.diff.HunkHeads.HeadPlace;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.review.decision.HunkDecision;
import dev.belljar.app.review.decision.ReviewedFile;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.PseudoClasses;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.review.FileHunks.Hunk;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The head of a hunk: where it is, what was decided about it, and the buttons to decide.
final class HunkHead extends HBox {
    private static final Texts TEXTS = Texts.of(HunkHead.class);
    private static final double HEIGHT = 36;
    private static final double KEYS = 560;
    private static final double WORDS = 400;

    private final List<Node> keys = new ArrayList<>();
    private final List<Node> optional = new ArrayList<>();

    /// The head of hunk `at` of a file; `current` heads name the keys.
    HunkHead(ReviewedFile file, int at, boolean current, HeadPlace place, HunkButtons buttons, UiContext context) {
        getStyleClass().add("hunk-head");
        // The row is measured before its style sheet is applied.
        setMinHeight(HEIGHT);
        setPrefHeight(HEIGHT);
        setMaxHeight(HEIGHT);
        pseudoClassStateChanged(PseudoClasses.CHOSEN, current);
        pseudoClassStateChanged(PseudoClasses.BAD, file.risky());
        if (place != HeadPlace.RIGHT) {
            getChildren().addAll(title(file, at, context));
        }
        getChildren().add(UiParts.grow());
        if (place != HeadPlace.LEFT) {
            getChildren().addAll(buttons(file, at, current, buttons));
        }
        widthProperty().addListener((on, was, now) -> fit(now.doubleValue()));
    }

    private void fit(double width) {
        keys.forEach(key -> put(key, width >= KEYS));
        optional.forEach(button -> put(button, width >= WORDS));
    }

    private static void put(Node node, boolean there) {
        node.setVisible(there);
        node.setManaged(there);
    }

    private static List<Node> title(ReviewedFile file, int at, UiContext context) {
        List<Node> nodes = new ArrayList<>();
        HunkDecision decision = file.decision(at);
        if (decision.decided()) {
            nodes.add(Icon.of(
                    decision.included() ? Feather.CHECK : Feather.MINUS, 14, decision.included() ? "ok" : "faint"));
        }
        String heading = file.hunk(at).map(Hunk::heading).orElse("");
        if (!heading.isBlank()) {
            nodes.add(UiParts.cut(FigureFormat.printable(heading.strip()), "mono", "m12"));
        }
        Label lines = UiParts.text(lines(file, at), "sm", "muted");
        nodes.add(lines);
        if (decision.decided()) {
            nodes.add(UiParts.tag(TEXTS.get(decision), decision.included() ? "ok" : "line"));
        }
        long changed = file.changedAt(at);
        if (changed > 0) {
            nodes.add(UiParts.tag(TEXTS.get("hunk.changed", context.time(changed)), "warn"));
        }
        return nodes;
    }

    /// The lines of a hunk in the newer version, or in the older one if it only removes lines.
    static String lines(ReviewedFile file, int at) {
        return file.hunk(at)
                .map(hunk -> {
                    boolean gone = hunk.newLines() == 0;
                    int from = gone ? hunk.oldStart() : hunk.newStart();
                    int count = gone ? hunk.oldLines() : hunk.newLines();
                    String last = Integer.toString(from + count - 1);
                    return gone
                            ? TEXTS.get("hunk.removed", count, Integer.toString(from), last)
                            : TEXTS.get("hunk.lines", count, Integer.toString(from), last);
                })
                .orElseGet(() -> TEXTS.get("hunk.whole"));
    }

    private List<Node> buttons(ReviewedFile file, int at, boolean current, HunkButtons to) {
        Button who = button(Feather.USER, TEXTS.get("hunk.who"), "W", current, to::who);
        who.getStyleClass().add("who");
        Button read = button(Feather.FILE_TEXT, TEXTS.get("hunk.read"), "R", current, to::read);
        optional.addAll(List.of(who, read));
        if (file.decision(at).decided()) {
            Button undo = button(Feather.CORNER_UP_LEFT, TEXTS.get("hunk.undo"), "U", current, () -> to.reopen(at));
            undo.getStyleClass().add("flat");
            return List.of(undo);
        }
        Button skip = button(null, TEXTS.get("hunk.skip"), "X", current, () -> to.skip(at));
        skip.getStyleClass().add("skip");
        Button accept = file.risky()
                ? button(null, TEXTS.get("hunk.include"), "", current, () -> to.accept(at))
                : button(Feather.CHECK, TEXTS.get("hunk.accept"), "Y", current, () -> to.accept(at));
        accept.getStyleClass().addAll("accept", file.risky() ? "dangerous" : current ? "primary" : "second");
        if (!current) {
            who.getStyleClass().add("flat");
            return List.of(who, skip, accept);
        }
        return List.of(who, read, skip, accept);
    }

    private Button button(@Nullable Feather icon, String words, String key, boolean current, Runnable action) {
        Button button = icon == null ? UiParts.button(words, "small") : UiParts.button(icon, words, "small");
        button.setAccessibleText(words);
        if (current && !key.isEmpty()) {
            UiParts.withKey(button, key);
            if (button.getGraphic() instanceof HBox row) {
                keys.add(row.getChildren().getLast());
            }
        }
        // The keyboard decides about hunks by letters; the focus stays in the list of lines.
        button.setFocusTraversable(current);
        button.setOnAction(e -> action.run());
        button.setMinWidth(Region.USE_PREF_SIZE);
        return button;
    }
}
