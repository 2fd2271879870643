package dev.belljar.app.shell;

import dev.belljar.app.inbox.QuestionDock;
import dev.belljar.app.live.HostPicture;
import dev.belljar.app.live.Questions;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Parts;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;

/// The window's fixed parts around what changes: sidebar left, status below.
final class Frame extends VBox {
    private static final double NARROW = 1000;

    private final Sidebar sidebar;
    private final StatusBar status;
    private final Outage outage;
    private final QuestionDock dock;
    private final StackPane main = new StackPane();
    private boolean narrow;

    Frame(Sidebar sidebar, Desk desk, Outage outage, QuestionDock dock) {
        this.dock = dock;
        this.outage = outage;
        this.sidebar = sidebar;
        this.status = new StatusBar(desk);
        main.getStyleClass().add("main");
        main.setMinWidth(0);
        VBox right = Parts.growing(Parts.column(0, outage, Parts.growing(main), dock));
        right.setMinSize(0, 0);
        HBox middle = new HBox(sidebar, right);
        getChildren().addAll(Parts.growing(middle), status);
        middle.setMinHeight(0);
        widthProperty().addListener((at, was, now) -> {
            boolean next = now.doubleValue() < NARROW;
            if (next != narrow) {
                narrow = next;
                sidebar.fold(next);
            }
        });
    }

    /// Shows a place.
    void put(Node node) {
        if (node instanceof Region place) {
            place.setMinWidth(0);
        }
        main.getChildren().setAll(node);
    }

    /// Shows what waits; what the room in sight tells of itself is not said twice.
    void questions(Questions questions, Place place, long now) {
        boolean told = place instanceof Place.Inside inside && inside.room() == RoomKind.NETWORK;
        dock.show(questions, told ? sidebar.id(place) : "", now);
        sidebar.questions(questions);
    }

    void show(HostPicture picture, Place place) {
        outage.show(picture, place);
        sidebar.show(picture);
        status.show(picture);
    }
}
