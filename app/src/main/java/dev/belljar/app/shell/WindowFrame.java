package dev.belljar.app.shell;

import dev.belljar.app.approval.WaitingCounts;
import dev.belljar.app.approvals.ApprovalDock;
import dev.belljar.app.navigation.Location;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.state.HostState;
import dev.belljar.app.theme.PseudoClasses;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/// The fixed parts of the window around the current screen: the sidebar at the left, the status bar
/// at the bottom.
final class WindowFrame extends VBox {
    private static final double NARROW = 1000;

    private final Sidebar sidebar;
    private final StatusBar status;
    private final OutageBar outage;
    private final ApprovalDock dock;
    private final StackPane main = new StackPane();
    private boolean narrow;

    WindowFrame(Sidebar sidebar, UiContext context, OutageBar outage, ApprovalDock dock) {
        this.dock = dock;
        this.outage = outage;
        this.sidebar = sidebar;
        this.status = new StatusBar(context);
        getStyleClass().add("window-frame");
        main.getStyleClass().add("main");
        main.setMinWidth(0);
        VBox right = UiParts.growing(UiParts.column(0, outage, UiParts.growing(main), dock));
        right.setMinSize(0, 0);
        HBox middle = new HBox(sidebar, right);
        getChildren().addAll(UiParts.growing(middle), status);
        middle.setMinHeight(0);
        widthProperty().addListener((at, was, now) -> {
            boolean next = now.doubleValue() < NARROW;
            if (next != narrow) {
                narrow = next;
                sidebar.fold(next);
            }
        });
    }

    /// Shows a screen.
    void put(Node node) {
        if (node instanceof Region place) {
            place.setMinWidth(0);
        }
        main.getChildren().setAll(node);
    }

    /// Shows what waits; the dock leaves out the approvals that the current screen lists itself.
    void waiting(WaitingCounts waiting, Location place) {
        boolean networkInFront =
                place instanceof Location.SandboxScreen inside && inside.screen() == ScreenKind.NETWORK;
        String front = sidebar.id(place);
        dock.show(waiting.approvals(), front, networkInFront ? front : "");
        sidebar.waiting(waiting);
    }

    /// Shows a text in the status bar from now on.
    void note(String text) {
        status.note(text);
    }

    /// Moves the focus to the approval at the lower edge; false if there is none.
    boolean enterDock() {
        return dock.enter();
    }

    void show(HostState state, Location place) {
        // The data is the last known: it must not look current.
        pseudoClassStateChanged(PseudoClasses.STALE, state.connection() == HostState.AgentConnection.DOWN);
        outage.show(state, place);
        sidebar.show(state);
        status.show(state);
    }
}
