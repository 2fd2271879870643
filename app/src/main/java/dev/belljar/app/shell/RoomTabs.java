package dev.belljar.app.shell;

import dev.belljar.app.look.Badges;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.Pseudo;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;

/// The tabs of a sandbox, with counts where something waits to be looked at.
final class RoomTabs extends HBox {
    private final Map<RoomKind, HBox> tabs = new EnumMap<>(RoomKind.class);
    private final Map<RoomKind, Label> counts = new EnumMap<>(RoomKind.class);
    private final Map<RoomKind, Label> held = new EnumMap<>(RoomKind.class);

    RoomTabs(Consumer<RoomKind> open) {
        getStyleClass().add("room-tabs");
        for (RoomKind kind : RoomKind.values()) {
            Label count = Parts.count("");
            count.setVisible(false);
            count.setManaged(false);
            Label waiting = Badges.held();
            HBox tab = new HBox(Parts.text(kind.title(), "tab-name"), count, waiting);
            tab.getStyleClass().add("room-tab");
            tab.setFocusTraversable(true);
            tab.setAccessibleRole(AccessibleRole.TAB_ITEM);
            tab.setAccessibleText(kind.title());
            tab.setOnMouseClicked(e -> open.accept(kind));
            tab.setOnKeyPressed(e -> {
                if (e.getCode() == KeyCode.ENTER || e.getCode() == KeyCode.SPACE) {
                    open.accept(kind);
                    e.consume();
                }
            });
            Parts.tip(tab, kind.title(), kind.key());
            tabs.put(kind, tab);
            counts.put(kind, count);
            held.put(kind, waiting);
            getChildren().add(tab);
        }
    }

    /// Shows how many questions wait in a room; 0 hides it.
    void held(RoomKind kind, int waiting) {
        Label label = held.get(kind);
        if (label != null) {
            Badges.held(label, waiting);
        }
    }

    void mark(RoomKind chosen) {
        tabs.forEach((kind, tab) -> tab.pseudoClassStateChanged(Pseudo.CHOSEN, kind == chosen));
    }

    /// Shows a number beside a tab's name; 0 hides it.
    void count(RoomKind kind, long number) {
        Label label = counts.get(kind);
        if (label != null) {
            label.setText(number > 999 ? "999+" : Long.toString(number));
            label.setVisible(number > 0);
            label.setManaged(number > 0);
        }
    }
}
