package dev.belljar.app.doctor;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.state.HostState;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.CardPane;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.sandbox.Guarantee;
import java.util.List;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// The guarantees of a sandbox on this host, those that hold and those that do not.
final class GuaranteeCard extends CardPane {
    private static final Texts TEXTS = Texts.of(GuaranteeCard.class);

    private List<Guarantee> shown = List.of();

    GuaranteeCard() {
        super(0);
        shown(false);
    }

    void show(HostState state) {
        List<Guarantee> next = state.sandboxes().stream()
                .map(p -> p.reported().status().guarantees())
                .filter(g -> !g.isEmpty())
                .findFirst()
                .orElse(List.of());
        if (next.equals(shown)) {
            return;
        }
        shown = next;
        shown(!next.isEmpty());
        getChildren().setAll(UiParts.text(TEXTS.get("doctor.guarantees.title"), "h3"));
        for (Guarantee guarantee : next) {
            HBox row = UiParts.row(
                    8,
                    Icon.of(
                            guarantee.holds() ? Feather.CHECK : Feather.ALERT_TRIANGLE,
                            14,
                            guarantee.holds() ? "ok" : "warn"),
                    UiParts.growing(UiParts.column(
                            1,
                            UiParts.text(title(guarantee.name())),
                            UiParts.prose(guarantee.detail(), 346, "sm", "muted"))));
            row.setAlignment(Pos.TOP_LEFT);
            row.setPadding(new Insets(8, 0, 0, 0));
            getChildren().add(row);
        }
    }

    /// The name of a guarantee for the user; an unknown one is shown unchanged.
    private static String title(String name) {
        return switch (name) {
            case "own-kernel" -> TEXTS.get("doctor.guarantee.own-kernel");
            case "hardware" -> TEXTS.get("doctor.guarantee.hardware");
            case "isolation-supported" -> TEXTS.get("doctor.guarantee.isolation-supported");
            case "device-sandbox" -> TEXTS.get("doctor.guarantee.device-sandbox");
            case "egress" -> TEXTS.get("doctor.guarantee.egress");
            case "no-way-in" -> TEXTS.get("doctor.guarantee.no-way-in");
            case "guest-aslr" -> TEXTS.get("doctor.guarantee.guest-aslr");
            case "memory-snapshot" -> TEXTS.get("doctor.guarantee.memory-snapshot");
            case "confined-files" -> TEXTS.get("doctor.guarantee.confined-files");
            case "confined-network" -> TEXTS.get("doctor.guarantee.confined-network");
            case "confined-processes" -> TEXTS.get("doctor.guarantee.confined-processes");
            case "confined-user" -> TEXTS.get("doctor.guarantee.confined-user");
            case "confined-memory" -> TEXTS.get("doctor.guarantee.confined-memory");
            default -> name;
        };
    }
}
