package dev.belljar.app.policy;

import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.CardPane;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.network.HostMirror;
import dev.belljar.contract.view.network.MirrorChange;
import dev.belljar.contract.view.network.UnusableFile;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// The mirrors of package managers in the configuration of this host. Guests use none until the user chooses
/// it.
final class MirrorsPane extends VBox {
    private static final Texts TEXTS = Texts.of(MirrorsPane.class);
    private static final double WIDTH = 880;
    private static final int GAP = 16;

    private final PolicyWork work;
    private final CardPane rows = new CardPane();
    private final Label result = UiParts.prose("", WIDTH, "sm", "muted");
    private List<UnusableFile> unusable = List.of();

    MirrorsPane(PolicyWork work) {
        super(GAP);
        this.work = work;
        result.managedProperty().bind(result.textProperty().isNotEmpty());
        getChildren()
                .setAll(
                        UiParts.column(
                                2,
                                UiParts.text(TEXTS.get("mirrors.title"), "h3"),
                                UiParts.prose(TEXTS.get("mirrors.explain"), WIDTH, "sm", "muted")),
                        rows,
                        result);
    }

    /// Requests the current mirrors.
    void look() {
        result.setText("");
        work.begin(work.actions().authorities().mirrors(), list -> {
            unusable = list.unusable();
            show(list.mirrors());
        });
    }

    private void changed(MirrorChange change) {
        show(change.mirrors());
        result.setText(MirrorModel.result(change));
    }

    private void show(List<HostMirror> mirrors) {
        List<Node> all = new ArrayList<>();
        mirrors.forEach(each -> all.add(row(each)));
        if (mirrors.isEmpty()) {
            all.add(line(UiParts.text(TEXTS.get("mirrors.none"), "sm", "faint")));
        }
        unusable.forEach(each ->
                all.add(line(UiParts.cut(AuthorityModel.leftOut(each.file(), each.problem()), "sm", "faint"))));
        rows.rows(all);
    }

    private static HBox line(Node node) {
        HBox line = new HBox(node);
        line.getStyleClass().add("rule-row");
        return line;
    }

    private VBox row(HostMirror mirror) {
        Label url = UiParts.cut(mirror.url(), "m12");
        UiParts.tip(url, mirror.url(), "");
        HBox head = UiParts.row(8, url, UiParts.grow());
        String used = TEXTS.get(mirror.chosen() ? "mirrors.used" : "mirrors.unused");
        head.getChildren().add(mirror.chosen() ? UiParts.tag(used, "accent") : UiParts.tag(used));
        if (mirror.chosen()) {
            Button forget = UiParts.button(TEXTS.get("mirrors.forget"), "small", "flat");
            forget.setOnAction(e -> work.begin(work.actions().authorities().forgetMirror(mirror.id()), this::changed));
            head.getChildren().add(forget);
        } else if (mirror.problem() == null) {
            Button use = UiParts.button(TEXTS.get("mirrors.use"), "small");
            use.setOnAction(e -> work.begin(work.actions().authorities().useMirror(mirror.id()), this::changed));
            head.getChildren().add(use);
        }
        VBox row = UiParts.column(2, head);
        MirrorModel.details(mirror).forEach(text -> {
            Label label = UiParts.cut(text, "sm", "faint");
            UiParts.tip(label, text, "");
            row.getChildren().add(label);
        });
        row.getStyleClass().addAll("rule-row", "change-row");
        return row;
    }
}
