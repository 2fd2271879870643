package dev.belljar.app.shell;

import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.theme.PseudoClasses;
import dev.belljar.app.ui.StateBadges;
import dev.belljar.app.ui.UiParts;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;

/// The tabs of a sandbox, with counts of changed files and flows, and of what waits for the user.
final class ScreenTabs extends HBox {
    private final Map<ScreenKind, HBox> tabs = new EnumMap<>(ScreenKind.class);
    private final Map<ScreenKind, Label> counts = new EnumMap<>(ScreenKind.class);
    private final Map<ScreenKind, Label> held = new EnumMap<>(ScreenKind.class);

    ScreenTabs(Consumer<ScreenKind> open) {
        getStyleClass().add("screen-tabs");
        for (ScreenKind kind : ScreenKind.values()) {
            Label count = UiParts.count("");
            count.setVisible(false);
            count.setManaged(false);
            Label waiting = StateBadges.held();
            HBox tab = new HBox(UiParts.text(kind.title(), "tab-name"), count, waiting);
            tab.getStyleClass().add("screen-tab");
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
            UiParts.tip(tab, kind.title(), kind.key());
            tabs.put(kind, tab);
            counts.put(kind, count);
            held.put(kind, waiting);
            getChildren().add(tab);
        }
    }

    /// Shows how many approvals or terminals of a screen wait; 0 hides the count.
    void held(ScreenKind kind, int waiting) {
        Label label = held.get(kind);
        if (label != null) {
            StateBadges.held(label, waiting);
        }
    }

    void mark(ScreenKind chosen) {
        tabs.forEach((kind, tab) -> tab.pseudoClassStateChanged(PseudoClasses.CHOSEN, kind == chosen));
    }

    /// Shows a number next to a tab's name; 0 hides it.
    void count(ScreenKind kind, long number) {
        Label label = counts.get(kind);
        if (label != null) {
            label.setText(number > 999 ? "999+" : Long.toString(number));
            label.setVisible(number > 0);
            label.setManaged(number > 0);
        }
    }
}
