package dev.belljar.app.doctor;

import dev.belljar.app.state.HostState;
import dev.belljar.app.ui.Icon;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.sandbox.Guarantee;
import java.util.List;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// What a sandbox on this host promises, and what it does not.
final class GuaranteeCard {
    private final VBox card = new VBox();
    private List<Guarantee> shown = List.of();

    GuaranteeCard() {
        card.getStyleClass().add("card");
        card.setStyle("-fx-padding: 16;");
        card.setVisible(false);
        card.setManaged(false);
    }

    Node node() {
        return card;
    }

    void show(HostState picture) {
        List<Guarantee> next = picture.projects().stream()
                .map(p -> p.sandbox().status().guarantees())
                .filter(g -> !g.isEmpty())
                .findFirst()
                .orElse(List.of());
        if (next.equals(shown)) {
            return;
        }
        shown = next;
        card.setVisible(!next.isEmpty());
        card.setManaged(!next.isEmpty());
        card.getChildren().setAll(UiParts.text("What a sandbox here guarantees", "h3"));
        for (Guarantee promise : next) {
            HBox row = UiParts.row(
                    8,
                    Icon.of(
                            promise.holds() ? Feather.CHECK : Feather.ALERT_TRIANGLE,
                            14,
                            promise.holds() ? "ok" : "warn"),
                    UiParts.growing(UiParts.column(
                            1,
                            UiParts.text(title(promise.name())),
                            UiParts.prose(promise.detail(), 346, "sm", "muted"))));
            row.setAlignment(Pos.TOP_LEFT);
            row.setPadding(new Insets(8, 0, 0, 0));
            card.getChildren().add(row);
        }
    }

    /// The name of a guarantee for people; one that is not known here is shown as it is.
    private static String title(String name) {
        return switch (name) {
            case "own-kernel" -> "Own kernel";
            case "hardware" -> "Hardware virtualization";
            case "isolation-supported" -> "Isolation supported by QEMU";
            case "device-sandbox" -> "QEMU's seccomp sandbox";
            case "egress" -> "Outgoing connections";
            case "no-way-in" -> "No host devices or shared folders";
            case "guest-aslr" -> "Address randomization in the guest";
            case "memory-snapshot" -> "Snapshots with memory";
            case "confined-files" -> "QEMU confined to its files";
            case "confined-network" -> "QEMU without network access";
            case "confined-processes" -> "QEMU isolated from other processes";
            case "confined-user" -> "QEMU under its own user";
            case "confined-memory" -> "QEMU's memory limited";
            default -> name;
        };
    }
}
