package dev.belljar.app.policy;

import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.network.AuthorityChange;
import dev.belljar.contract.view.network.HostAuthority;
import dev.belljar.contract.view.network.UnusableFile;
import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Insets;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.VBox;

/// The certificate authorities of this host that guests can be made to trust. They trust none until the user
/// chooses it. Below them are the mirrors.
final class AuthoritiesPane extends ScrollPane {
    private static final Texts TEXTS = Texts.of(AuthoritiesPane.class);
    private static final double WIDTH = 880;

    private final PolicyWork work;
    private final UiContext context;
    private final MirrorsPane mirrors;
    private final ChoiceRows rows = new ChoiceRows();
    private final Label result = UiParts.prose("", WIDTH, "sm", "muted");
    private List<UnusableFile> unusable = List.of();

    AuthoritiesPane(PolicyWork work, UiContext context) {
        this.work = work;
        this.context = context;
        this.mirrors = new MirrorsPane(work);
        result.managedProperty().bind(result.textProperty().isNotEmpty());
        VBox all = UiParts.column(
                16,
                UiParts.column(
                        2,
                        UiParts.text(TEXTS.get("authorities.title"), "h3"),
                        UiParts.prose(TEXTS.get("authorities.explain"), WIDTH, "sm", "muted")),
                rows.node(),
                result,
                mirrors);
        all.setPadding(new Insets(16, 24, 24, 24));
        setContent(all);
        setFitToWidth(true);
        setHbarPolicy(ScrollBarPolicy.NEVER);
        setFocusTraversable(false);
    }

    /// Requests the current authorities.
    void look() {
        result.setText("");
        mirrors.look();
        work.begin(work.actions().authorities().list(), list -> {
            unusable = list.unusable();
            show(list.authorities());
        });
    }

    private void changed(AuthorityChange change) {
        show(change.authorities());
        result.setText(AuthorityModel.result(change));
    }

    private void show(List<HostAuthority> authorities) {
        rows.show(authorities.stream().map(this::row).toList(), TEXTS.get("authorities.none"), unusable);
    }

    private VBox row(HostAuthority authority) {
        List<Button> buttons = new ArrayList<>();
        if (authority.problem() == null && !authority.everywhere()) {
            buttons.addAll(List.of(inProject(authority), everywhere(authority)));
        }
        if (authority.chosen()) {
            buttons.add(revoke(authority));
        }
        return ChoiceRows.row(
                authority.subject(),
                AuthorityModel.trusted(authority),
                authority.chosen(),
                buttons,
                AuthorityModel.details(
                        authority, context.date(authority.validFrom()), context.date(authority.validUntil())));
    }

    private Button inProject(HostAuthority authority) {
        Button button = UiParts.button(TEXTS.get("authorities.trust.project"), "small", "flat");
        button.setOnAction(e -> work.begin(
                work.actions().authorities().trustInProject(authority.fingerprint(), work.sandbox()), this::changed));
        return button;
    }

    private Button everywhere(HostAuthority authority) {
        Button button = UiParts.button(TEXTS.get("authorities.trust.all"), "small");
        button.setOnAction(e -> work.begin(work.actions().authorities().trust(authority.fingerprint()), this::changed));
        return button;
    }

    private Button revoke(HostAuthority authority) {
        Button button = UiParts.button(TEXTS.get("authorities.revoke"), "small", "flat");
        button.setOnAction(
                e -> work.begin(work.actions().authorities().revoke(authority.fingerprint()), this::changed));
        return button;
    }
}
