package dev.belljar.app.shell;

import dev.belljar.app.doctor.DoctorView;
import dev.belljar.app.inbox.QuestionDock;
import dev.belljar.app.intent.Doing;
import dev.belljar.app.launcher.AddDialog;
import dev.belljar.app.launcher.LauncherView;
import dev.belljar.app.live.Between;
import dev.belljar.app.live.Cell;
import dev.belljar.app.live.HostPicture;
import dev.belljar.app.live.ProjectPicture;
import dev.belljar.app.live.Questions;
import dev.belljar.app.live.SandboxWatch;
import dev.belljar.app.live.WorkPicture;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Overlay;
import dev.belljar.app.look.Room;
import dev.belljar.app.look.Theme;
import dev.belljar.app.trash.TrashView;
import dev.belljar.contract.view.HostStatus;
import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.image.Image;
import javafx.scene.layout.StackPane;
import javafx.stage.DirectoryChooser;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The whole window: follows the place the person is in and shows what stands there.
public final class Workbench implements Commands, AutoCloseable {
    private final Services services;
    private final FrameModel model = new FrameModel();
    private final ReadOnlyObjectWrapper<Theme> theme;
    private final StackPane window = new StackPane();
    private final Overlay overlay = new Overlay(window);
    private final Desk desk;
    private final MomentActs moments;
    private final TrashActs trash;
    private final QuestionActs questions;
    private final Deeds deeds;
    private final Frame frame;
    private final Sidebar sidebar;
    private final RoomMaker maker;
    private final Scene scene;
    private final Map<String, WorkPicture> known = new HashMap<>();
    private @Nullable Room current;

    public Workbench(Services services, Theme first, Clock clock, double width, double height) {
        this.services = services;
        theme = new ReadOnlyObjectWrapper<>(first);
        desk = new Desk(overlay, theme.getReadOnlyProperty(), clock);
        moments = new MomentActs(services.wishes(), desk, model, services.host().picture()::now);
        trash = new TrashActs(services.wishes(), desk, model);
        questions = new QuestionActs(
                services.wishes().policies(),
                desk,
                waiting(),
                services.desktop().notifier(),
                () -> looking(window));
        deeds = new Deeds(services, desk, model, moments, trash, questions);
        maker = new RoomMaker(services, desk, model, deeds, moments, questions);
        sidebar = new Sidebar(model, this, deeds, services.host().picture().now());
        maker.terminals().tell(sidebar::terminals);
        QuestionDock dock = new QuestionDock(questions);
        overlay.standOn(dock);
        frame = new Frame(sidebar, desk, new Outage(services.again()), dock);
        window.getChildren().add(frame);
        scene = new Scene(overlay, width, height);
        first.dress(scene);
        new Keys(model, this, sidebar, overlay, () -> services.host().picture().now()).install(scene);
        model.place().addListener((at, was, now) -> go(now));
        services.host().picture().watch(this::show);
        waiting().watch(this::show);
        go(model.place().get());
    }

    /// What the stage shows.
    public Scene scene() {
        return scene;
    }

    /// Where the person is; `--picture` and tests go elsewhere with it.
    public FrameModel model() {
        return model;
    }

    /// What is known of the host and its sandboxes.
    public HostPicture picture() {
        return services.host().picture().now();
    }

    /// The window's icon in several sizes.
    public List<Image> icons() {
        return Theme.icons();
    }

    /// The layer for dialogs.
    public Overlay overlay() {
        return overlay;
    }

    @Override
    public void add() {
        DirectoryChooser chooser = new DirectoryChooser();
        chooser.setTitle("Add project");
        File folder = chooser.showDialog(scene.getWindow());
        if (folder != null) {
            add(folder.toPath());
        }
    }

    /// Asks for name and limits of a sandbox for this folder.
    public void add(Path folder) {
        HostStatus host = services.host().picture().now().host();
        if (host != null) {
            AddDialog.open(folder, host, desk, services.wishes(), made -> model.go(new Place.Home()));
        }
    }

    @Override
    public void switchTheme() {
        theme.set(theme.get().other());
        theme.get().dress(scene);
    }

    @Override
    public void palette() {
        HostPicture picture = services.host().picture().now();
        Palette.open(overlay, Palette.entries(picture, model, this, deeds), this::typed);
    }

    /// Adds the folder with this path, `~` standing for the person's home.
    private void typed(String path) {
        String whole = path.startsWith("~/") ? System.getProperty("user.home") + path.substring(1) : path;
        try {
            add(Path.of(whole));
        } catch (InvalidPathException e) {
            overlay.say(Feather.X_OCTAGON, whole + " is not a path: " + e.getReason(), "danger");
        }
    }

    @Override
    public void inbox() {
        questions.inbox("");
    }

    @Override
    public void refresh() {
        services.host().hurry();
        if (current != null) {
            current.refresh();
        }
    }

    @Override
    public void close() {
        if (current != null) {
            current.close();
        }
        maker.terminals().close();
        services.host().close();
        services.questions().close();
    }

    private Cell<Questions> waiting() {
        return services.questions().questions();
    }

    /// Whether the window is the one the person works in.
    private static boolean looking(Node window) {
        return window.getScene() != null
                && window.getScene().getWindow() != null
                && window.getScene().getWindow().isFocused();
    }

    private void show(Questions now) {
        questions.show(now);
        frame.questions(now, model.place().get(), desk.now());
        if (current instanceof SandboxView view) {
            view.questions(now);
        }
    }

    private void show(HostPicture picture) {
        frame.show(picture, model.place().get());
        frame.questions(waiting().now(), model.place().get(), desk.now());
        deeds.reconcile(picture);
        model.reconcile(picture);
        maker.terminals().show(picture);
        known.keySet()
                .retainAll(picture.projects().stream().map(ProjectPicture::id).toList());
        if (model.place().get() instanceof Place.Inside inside) {
            if (current instanceof SandboxView view) {
                picture.project(inside.name()).ifPresent(p -> view.show(p, picture));
            } else {
                go(inside);
            }
        }
    }

    private void go(Place place) {
        sidebar.mark(place);
        frame.questions(waiting().now(), place, desk.now());
        remember();
        switch (place) {
            case Place.Home home -> replace(launcher());
            case Place.Trash gone -> replace(new TrashView(services.host().picture(), desk, trash));
            case Place.Doctor doctor -> replace(doctor());
            case Place.Inside inside ->
                services.host().picture().now().project(inside.name()).ifPresent(p -> enter(p, inside));
        }
    }

    /// To look into a machine runs programs in it: the launcher shows what was seen when the person was there.
    private void remember() {
        if (current instanceof SandboxView view && view.work().diff() != null) {
            known.put(view.id(), view.work());
        }
    }

    private void enter(ProjectPicture project, Place.Inside inside) {
        if (current instanceof SandboxView view && view.id().equals(project.id())) {
            enter(view, inside);
            return;
        }
        HostPicture all = services.host().picture().now();
        SandboxWatch watch = services.look().apply(project.id());
        SandboxView view = new SandboxView(
                project, all, watch, new SandboxHead(model, deeds, moments.saving(), watch::hurry), maker, model);
        view.show(project, all);
        replace(view);
        enter(view, inside);
    }

    private void enter(SandboxView view, Place.Inside inside) {
        view.questions(waiting().now());
        Between between = inside.between();
        if (between == null) {
            view.enter(inside.room());
        } else {
            view.compare(between);
        }
        String seek = inside.seek();
        if (seek != null) {
            view.seek(seek);
        }
    }

    @Override
    public void snapshot() {
        if (model.place().get() instanceof Place.Inside inside) {
            picture().project(inside.name()).filter(ProjectPicture::running).ifPresent(moments::snapshot);
        }
    }

    private void replace(Room next) {
        Room old = current;
        current = next;
        frame.put(next.node());
        next.shown();
        if (old != null) {
            old.close();
        }
    }

    private Room launcher() {
        return new LauncherView(
                services.host().picture(),
                waiting(),
                desk,
                deeds,
                id -> known.getOrDefault(id, WorkPicture.UNKNOWN),
                this::add,
                services.again());
    }

    private Room doctor() {
        return new DoctorView(services.host().picture(), desk, services.wishes(), services.host()::hurry);
    }

    /// Begins something and tells the person when it failed.
    static <T> void begin(Doing<T> doing, Desk desk) {
        doing.failed(problem -> desk.overlay().say(Feather.X_OCTAGON, problem.detail(), "danger"))
                .begin();
    }
}
