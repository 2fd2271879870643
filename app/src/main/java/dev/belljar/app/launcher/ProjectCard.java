package dev.belljar.app.launcher;

import dev.belljar.app.live.ProjectPicture;
import dev.belljar.app.look.Badges;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Menus;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.StateShape;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.ArrayList;
import java.util.List;
import javafx.css.PseudoClass;
import javafx.geometry.Insets;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// One project of the launcher: its state, its figures or its progress, and the one thing to do next.
final class ProjectCard extends VBox {
    private final Desk desk;
    private final ProjectActions actions;
    private final StateShape shape = new StateShape(StateShape.Kind.STOPPED, 12);
    private final Label tag = Parts.tag("");
    private final HBox end = Parts.row(8);
    private final Label where = Parts.cut("", "card-path");
    private final VBox body = new VBox();
    private @Nullable CardBody drawn;
    private @Nullable SandboxState state;
    private ProjectPicture project;

    ProjectCard(ProjectPicture first, Desk desk, ProjectActions actions) {
        this.desk = desk;
        this.actions = actions;
        this.project = first;
        getStyleClass().add("project-card");
        HBox title = Parts.row(8, shape, Parts.text(first.name(), "h2"), tag, Parts.grow(), end);
        title.setMinHeight(28);
        VBox top = Parts.column(0, title, where);
        top.setPadding(new Insets(10, 12, 0, 16));
        getChildren().addAll(top, Parts.growing(body));
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.BUTTON);
        setOnMouseClicked(e -> {
            if (e.getButton() == MouseButton.PRIMARY && e.getClickCount() == 2) {
                actions.open(project);
            }
        });
        Menus.on(this, this::deeds, () -> this);
        setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER) {
                actions.open(project);
                e.consume();
            }
        });
        show(first, "");
    }

    /// Shows newer figures; what stands on the card is rebuilt only when the state changes. `from` says where a
    /// branch came from.
    void show(ProjectPicture next, String from) {
        project = next;
        where.setText(from.isEmpty() ? Figures.home(next.sandbox().spec().project()) : from);
        shape.show(Badges.kind(next.sandbox()));
        setAccessibleText(next.name() + ", " + Badges.word(next.sandbox()));
        CardBody known = drawn;
        if (known == null || next.state() != state) {
            state = next.state();
            known = build(next.state());
            drawn = known;
        }
        tag.setText(Badges.word(next.sandbox()));
        tag.getStyleClass().setAll("label", "tag", Badges.style(next.sandbox()));
        known.show(next, desk.now());
    }

    private CardBody build(SandboxState now) {
        getStyleClass().removeAll("busy", "broken");
        end.getChildren().clear();
        CardBody next = switch (now) {
            case RUNNING -> new RunningBody();
            case STARTING, STOPPING -> new BusyBody(() -> actions.stop(project));
            case ERROR -> new BrokenBody(() -> actions.start(project));
            case CREATED, STOPPED, DESTROYED -> new StoppedBody(desk, () -> actions.start(project));
        };
        if (now == SandboxState.RUNNING) {
            var open = Parts.button("Open");
            open.setGraphic(Icon.of(Feather.TERMINAL, 14));
            open.setOnAction(e -> actions.open(project));
            end.getChildren().add(open);
        } else if (now == SandboxState.ERROR) {
            getStyleClass().add("broken");
        } else if (now != SandboxState.STOPPED && now != SandboxState.CREATED) {
            getStyleClass().add("busy");
        }
        end.getChildren().add(menu());
        body.getChildren().setAll(next.node());
        pseudoClassStateChanged(PseudoClass.getPseudoClass("running"), now == SandboxState.RUNNING);
        return next;
    }

    private Node menu() {
        MenuButton more = new MenuButton(null, Icon.of(Feather.MORE_HORIZONTAL));
        more.getStyleClass().addAll("flat", "icon-only");
        more.setAccessibleText("More for " + project.name());
        more.getItems().setAll(deeds());
        return more;
    }

    private List<MenuItem> deeds() {
        MenuItem destroy = Menus.item("Destroy…", Feather.TRASH_2, () -> actions.destroy(project));
        destroy.getStyleClass().add("dangerous");
        boolean stopped = switch (project.state()) {
            case RUNNING, STARTING, STOPPING -> false;
            case CREATED, STOPPED, ERROR, DESTROYED -> true;
        };
        List<MenuItem> items = new ArrayList<>();
        items.add(Menus.item("Open", Feather.LOG_IN, () -> actions.open(project)));
        if (stopped) {
            String word = Badges.asleep(project.sandbox()) ? "Resume" : "Start";
            items.add(Menus.item(word, Feather.PLAY, () -> actions.start(project)));
        } else {
            if (project.running()) {
                items.add(Menus.item("Branch…", Feather.GIT_BRANCH, () -> actions.branch(project)));
                items.add(Menus.item("Hibernate", Feather.MOON, () -> actions.hibernate(project)));
            }
            items.add(Menus.item("Shut down", Feather.SQUARE, () -> actions.stop(project)));
        }
        items.add(new SeparatorMenuItem());
        items.add(destroy);
        return items;
    }
}
