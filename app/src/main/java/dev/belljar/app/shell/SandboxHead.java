package dev.belljar.app.shell;

import dev.belljar.app.live.HostPicture;
import dev.belljar.app.live.ProjectPicture;
import dev.belljar.app.live.WorkPicture;
import dev.belljar.app.look.Badges;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.StateShape;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The header of a sandbox: name, state, branch, what it runs on, Sync and the rest of what can be done with it.
final class SandboxHead extends HBox {
    private final FrameModel model;
    private final SandboxDeeds deeds;
    private final MenuButton name = new MenuButton();
    private final StateShape shape = new StateShape(StateShape.Kind.STOPPED, 10);
    private final Label state = Parts.text("");
    private final HBox branch = Parts.row(6);
    private final HBox badge = Parts.row(0);
    private final SyncButton sync;
    private final MenuButton more = new MenuButton(null, Icon.of(Feather.MORE_HORIZONTAL));
    private @Nullable ProjectPicture shown;

    SandboxHead(FrameModel model, SandboxDeeds deeds) {
        this.model = model;
        this.deeds = deeds;
        this.sync = new SyncButton(() -> withShown(deeds::review));
        getStyleClass().add("head");
        name.getStyleClass().addAll("flat", "project-name");
        more.getStyleClass().addAll("flat", "icon-only");
        more.setAccessibleText("More for this sandbox");
        Parts.tip(more, "Stop, start, destroy", "");
        getChildren()
                .addAll(name, Parts.row(8, shape, state), Parts.separator(), branch, badge, Parts.grow(), sync, more);
    }

    void show(ProjectPicture project, HostPicture all, WorkPicture work) {
        boolean other = shown == null
                || !shown.sandbox().acceleration().equals(project.sandbox().acceleration())
                || shown.state() != project.state()
                || !shown.name().equals(project.name());
        shown = project;
        state.setText(Badges.word(project.state()));
        shape.show(Badges.kind(project.state()));
        sync.show(work, project.running());
        name.setText(project.name());
        if (other) {
            String git = project.sandbox().branch();
            branch.getChildren()
                    .setAll(
                            Icon.of(Feather.GIT_BRANCH, 14, "muted"),
                            Parts.text(git == null ? noBranch(project) : git, "mono"),
                            Parts.separator());
            badge.getChildren().setAll(Badges.acceleration(project.sandbox().acceleration()));
            more.getItems().setAll(deedsFor(project));
        }
        List<String> names = all.projects().stream().map(ProjectPicture::name).toList();
        if (!names.equals(name.getItems().stream().map(MenuItem::getText).toList())) {
            name.getItems().setAll(names.stream().map(this::way).toList());
        }
    }

    private static String noBranch(ProjectPicture project) {
        return project.sandbox().spec().plainFolder() ? "plain folder" : "no branch";
    }

    private MenuItem way(String to) {
        MenuItem item = new MenuItem(to, Icon.of(Feather.BOX));
        item.setOnAction(e -> model.enter(to));
        return item;
    }

    private List<MenuItem> deedsFor(ProjectPicture project) {
        boolean stopped = switch (project.state()) {
            case CREATED, STOPPED, ERROR -> true;
            case STARTING, RUNNING, STOPPING, DESTROYED -> false;
        };
        MenuItem start = item("Start", Feather.PLAY, () -> deeds.start(project));
        start.setDisable(!stopped);
        MenuItem stop = item("Stop", Feather.SQUARE, () -> deeds.stop(project));
        stop.setDisable(stopped || project.state() == SandboxState.STOPPING);
        MenuItem destroy = item("Destroy…", Feather.TRASH_2, () -> deeds.destroy(project));
        destroy.getStyleClass().add("dangerous");
        return List.of(start, stop, new SeparatorMenuItem(), destroy);
    }

    private static MenuItem item(String words, Feather icon, Runnable action) {
        MenuItem item = new MenuItem(words, Icon.of(icon));
        item.setOnAction(e -> action.run());
        return item;
    }

    private void withShown(java.util.function.Consumer<ProjectPicture> deed) {
        ProjectPicture project = shown;
        if (project != null) {
            deed.accept(project);
        }
    }
}
