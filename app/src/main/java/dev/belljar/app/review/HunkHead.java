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
    private final Label heading = UiParts.cut("", "mono", "m12");
    private final Label lines = UiParts.text("", "sm", "muted");
    private final HeadPlace place;
    private final HunkButtons to;
    private final UiContext context;
    private @Nullable HeadForm form;
    private int at;

    /// What decides which nodes a head has.
    private record HeadForm(HunkDecision decision, boolean current, boolean risky, boolean headed, long changed) {}

    HunkHead(HeadPlace place, HunkButtons buttons, UiContext context) {
        this.place = place;
        this.to = buttons;
        this.context = context;
        getStyleClass().add("hunk-head");
        // The row is measured before its style sheet is applied.
        setMinHeight(HEIGHT);
        setPrefHeight(HEIGHT);
        setMaxHeight(HEIGHT);
        widthProperty().addListener((on, was, now) -> fit(now.doubleValue()));
    }

    HeadPlace place() {
        return place;
    }

    /// Shows hunk `hunk` of a file; `current` heads name the keys. Heads of the same form keep their nodes: to make and
    /// to style new ones takes longer than all else when the next file is shown.
    void show(ReviewedFile file, int hunk, boolean current) {
        at = hunk;
        String title = file.hunk(hunk).map(Hunk::heading).orElse("").strip();
        heading.setText(FigureFormat.printable(title));
        lines.setText(lines(file, hunk));
        HeadForm next =
                new HeadForm(file.decision(hunk), current, file.risky(), !title.isEmpty(), file.changedAt(hunk));
        if (next.equals(form)) {
            return;
        }
        form = next;
        pseudoClassStateChanged(PseudoClasses.CHOSEN, current);
        pseudoClassStateChanged(PseudoClasses.BAD, file.risky());
        keys.clear();
        optional.clear();
        List<Node> nodes = new ArrayList<>();
        if (place != HeadPlace.RIGHT) {
            nodes.addAll(title(next));
        }
        nodes.add(UiParts.grow());
        if (place != HeadPlace.LEFT) {
            nodes.addAll(buttons(next));
        }
        getChildren().setAll(nodes);
        if (getWidth() > 0) {
            fit(getWidth());
        }
    }

    private void fit(double width) {
        keys.forEach(key -> put(key, width >= KEYS));
        optional.forEach(button -> put(button, width >= WORDS));
    }

    private static void put(Node node, boolean there) {
        node.setVisible(there);
        node.setManaged(there);
    }

    private List<Node> title(HeadForm shown) {
        List<Node> nodes = new ArrayList<>();
        HunkDecision decision = shown.decision();
        if (decision.decided()) {
            nodes.add(Icon.of(
                    decision.included() ? Feather.CHECK : Feather.MINUS, 14, decision.included() ? "ok" : "faint"));
        }
        if (shown.headed()) {
            nodes.add(heading);
        }
        nodes.add(lines);
        if (decision.decided()) {
            nodes.add(UiParts.tag(TEXTS.get(decision), decision.included() ? "ok" : "line"));
        }
        if (shown.changed() > 0) {
            nodes.add(UiParts.tag(TEXTS.get("hunk.changed", context.time(shown.changed())), "warn"));
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

    private List<Node> buttons(HeadForm shown) {
        boolean current = shown.current();
        Button who = button(Feather.USER, TEXTS.get("hunk.who"), "W", current, to::who);
        who.getStyleClass().add("who");
        Button read = button(Feather.FILE_TEXT, TEXTS.get("hunk.read"), "R", current, to::read);
        optional.addAll(List.of(who, read));
        if (shown.decision().decided()) {
            Button undo = button(Feather.CORNER_UP_LEFT, TEXTS.get("hunk.undo"), "U", current, () -> to.reopen(at));
            undo.getStyleClass().add("flat");
            return List.of(undo);
        }
        Button skip = button(null, TEXTS.get("hunk.skip"), "X", current, () -> to.skip(at));
        skip.getStyleClass().add("skip");
        Button accept = shown.risky()
                ? button(null, TEXTS.get("hunk.include"), "", current, () -> to.accept(at))
                : button(Feather.CHECK, TEXTS.get("hunk.accept"), "Y", current, () -> to.accept(at));
        accept.getStyleClass().addAll("accept", shown.risky() ? "dangerous" : current ? "primary" : "second");
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
