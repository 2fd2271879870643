package dev.belljar.app.policy;

import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.network.HostMirror;
import dev.belljar.contract.view.network.MirrorChange;
import dev.belljar.contract.view.network.UnusableFile;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;

/// The mirrors of package managers in the configuration of this host. Guests use none until the user chooses
/// it.
final class MirrorsPane extends VBox {
    private static final Texts TEXTS = Texts.of(MirrorsPane.class);
    private static final double WIDTH = 880;
    private static final int GAP = 16;

    private final PolicyWork work;
    private final ChoiceRows rows = new ChoiceRows();
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
                        rows.node(),
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
        rows.show(mirrors.stream().map(this::row).toList(), TEXTS.get("mirrors.none"), unusable);
    }

    private VBox row(HostMirror mirror) {
        return ChoiceRows.row(
                mirror.url(),
                TEXTS.get(mirror.chosen() ? "mirrors.used" : "mirrors.unused"),
                mirror.chosen(),
                buttons(mirror),
                MirrorModel.details(mirror));
    }

    private List<Button> buttons(HostMirror mirror) {
        if (mirror.chosen()) {
            Button forget = UiParts.button(TEXTS.get("mirrors.forget"), "small", "flat");
            forget.setOnAction(e -> work.begin(work.actions().authorities().forgetMirror(mirror.id()), this::changed));
            return List.of(forget);
        }
        if (mirror.problem() != null) {
            return List.of();
        }
        Button use = UiParts.button(TEXTS.get("mirrors.use"), "small");
        use.setOnAction(e -> work.begin(work.actions().authorities().useMirror(mirror.id()), this::changed));
        return List.of(use);
    }
}
