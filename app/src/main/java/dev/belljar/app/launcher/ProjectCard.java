package dev.belljar.app.launcher;

import dev.belljar.app.live.ProjectPicture;
import dev.belljar.app.live.Questions;
import dev.belljar.app.live.WorkPicture;
import dev.belljar.app.look.Badges;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Menus;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.StateShape;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.List;
import javafx.css.PseudoClass;
import javafx.geometry.Insets;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
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
    private final Label held = Badges.held();
    private final HBox end = Parts.row(8);
    private final Label where = Parts.cut("", "card-path");
    private final VBox body = new VBox();
    private final BranchRows branches;
    private @Nullable CardBody drawn;
    private @Nullable SandboxState state;
    private ProjectPicture project;

    ProjectCard(ProjectPicture first, Desk desk, ProjectActions actions) {
        this.desk = desk;
        this.actions = actions;
        this.project = first;
        branches = new BranchRows(actions);
        getStyleClass().add("project-card");
        HBox title = Parts.row(8, shape, Parts.cut(first.name(), "h2"), tag, held, Parts.grow(), end);
        title.setMinHeight(28);
        VBox top = Parts.column(0, title, where);
        top.setPadding(new Insets(10, 12, 0, 16));
        getChildren().addAll(top, Parts.growing(body), branches);
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.BUTTON);
        setOnMouseClicked(e -> {
            if (e.getButton() == MouseButton.PRIMARY && e.getClickCount() == 2) {
                actions.open(project);
            }
        });
        Menus.on(this, this::deeds, () -> this);
        held.getStyleClass().add("clickable");
        held.setOnMouseClicked(e -> {
            actions.inbox();
            e.consume();
        });
        setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER) {
                actions.open(project);
                e.consume();
            }
        });
        show(first, WorkPicture.UNKNOWN, List.of());
    }

    /// Shows how many questions of it wait.
    void waiting(Questions questions) {
        Badges.held(held, questions.of(project.id()).size());
        branches.waiting(questions);
    }

    /// Shows newer figures; what stands on the card is rebuilt only when the state changes.
    void show(ProjectPicture next, WorkPicture work, List<Offshoot> offshoots) {
        project = next;
        where.setText(Figures.home(next.sandbox().spec().project()));
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
        known.show(next, work, desk.now());
        branches.show(offshoots);
    }

    private CardBody build(SandboxState now) {
        getStyleClass().removeAll("busy", "broken");
        end.getChildren().clear();
        CardBody next = switch (now) {
            case RUNNING -> new RunningBody();
            case STARTING, STOPPING -> new BusyBody(() -> actions.stop(project), () -> actions.stopNow(project));
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
        return CardDeeds.of(project, actions);
    }
}
