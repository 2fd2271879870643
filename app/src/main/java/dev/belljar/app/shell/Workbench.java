package dev.belljar.app.shell;

import dev.belljar.app.action.Actions;
import dev.belljar.app.approval.ApprovalList;
import dev.belljar.app.approval.WaitingCounts;
import dev.belljar.app.approvals.ApprovalDock;
import dev.belljar.app.codingagent.AgentNotices;
import dev.belljar.app.doctor.DoctorView;
import dev.belljar.app.launcher.LauncherView;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.navigation.Location;
import dev.belljar.app.navigation.Navigation;
import dev.belljar.app.palette.FrameCommands;
import dev.belljar.app.palette.PaletteController;
import dev.belljar.app.sandbox.SandboxWatch;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.state.WatchedValue;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.Theme;
import dev.belljar.app.trash.TrashView;
import dev.belljar.app.ui.DialogLayer;
import dev.belljar.app.ui.ScreenView;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.work.ComparisonKey;
import dev.belljar.contract.host.HomeFolder;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.image.Image;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The content of the window: shows the screen of the current location.
public final class Workbench implements FrameActions, AutoCloseable {
    private static final Texts TEXTS = Texts.of(Workbench.class);

    private final WindowServices services;
    private final Navigation model = new Navigation();
    private final ReadOnlyObjectWrapper<Theme> theme;
    private final StackPane window = new StackPane();
    private final DialogLayer overlay = new DialogLayer(window);
    private final UiContext context;
    private final Actions actions;
    private final ApprovalNotices notices;
    private final AgentNotices agentNotices;
    private final WindowFrame frame;
    private final Sidebar sidebar;
    private final ScreenFactory maker;
    private final PaletteController palette;
    private final ReadOnlyObjectWrapper<WaitingCounts> counts = new ReadOnlyObjectWrapper<>(WaitingCounts.NONE);
    private final Scene scene;
    private @Nullable ScreenView current;

    public Workbench(WindowServices services, Theme first, Clock clock, double width, double height) {
        this.services = services;
        theme = new ReadOnlyObjectWrapper<>(first);
        context = new UiContext(overlay, theme.getReadOnlyProperty(), clock);
        actions = new Actions(services.tasks(), context, model, services.desktop());
        notices = new ApprovalNotices(
                actions.approvals(), context, services.desktop().notifier(), () -> looking(window));
        agentNotices = new AgentNotices(services.desktop().notifier(), () -> looking(window), context::now);
        maker = new ScreenFactory(services, context, actions);
        sidebar = new Sidebar(this, actions, services.host().state().now());
        maker.terminals().tell(this::recount);
        palette = new PaletteController(
                services.host().state(),
                waiting(),
                new FrameCommands(this::inbox, this::switchTheme, this::refresh),
                actions,
                overlay);
        ApprovalDock dock = new ApprovalDock(actions, context);
        model.onDialog(new DialogFactory(services, context, actions, dock::cover)::open);
        overlay.standOn(dock);
        frame = new WindowFrame(sidebar, context, new OutageBar(services.again()), dock);
        window.getChildren().add(frame);
        scene = new Scene(overlay, width, height);
        first.dress(scene);
        new GlobalKeys(
                        model,
                        this,
                        sidebar,
                        overlay,
                        () -> services.host().state().now())
                .install(scene);
        model.place().addListener((at, was, now) -> go(now));
        model.onAgain(this::again);
        services.host().state().watch(this::show);
        waiting().watch(this::show);
        go(model.place().get());
    }

    /// The scene for the stage.
    public Scene scene() {
        return scene;
    }

    /// The current location; `--picture` and tests change it.
    public Navigation model() {
        return model;
    }

    /// The newest known state of the host and its sandboxes.
    public HostState state() {
        return services.host().state().now();
    }

    /// The window's icon in several sizes.
    public List<Image> icons() {
        return Theme.icons();
    }

    /// Shows a text in the status bar for as long as the window is open.
    public void note(String text) {
        frame.note(text);
    }

    /// Updates all countdowns now.
    public void tick() {
        context.seconds().tick();
    }

    /// The layer for dialogs.
    public DialogLayer overlay() {
        return overlay;
    }

    @Override
    public void switchTheme() {
        theme.set(theme.get().other());
        theme.get().dress(scene);
    }

    @Override
    public void palette() {
        palette.open(current instanceof SandboxView view ? view.watch() : null, this::typed);
    }

    /// Adds the folder with this path; a leading `~` is the user's home folder.
    private void typed(String path) {
        String whole = path.startsWith("~/") ? HomeFolder.of(System.getenv()) + path.substring(1) : path;
        try {
            model.open(new DialogKind.AddProject(Path.of(whole)));
        } catch (InvalidPathException e) {
            overlay.say(Feather.X_OCTAGON, TEXTS.get("add.path", whole, e.getReason()), "danger");
        }
    }

    @Override
    public void answer() {
        if (!frame.enterDock()) {
            inbox();
        }
    }

    @Override
    public void inbox() {
        if (counts.get().terminals().isEmpty()) {
            model.open(new DialogKind.ShowInbox(""));
        } else {
            sidebar.chooseWaiting(() -> model.open(new DialogKind.ShowInbox("")));
        }
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
        actions.close();
        services.work().pause();
        services.host().close();
        services.approvals().close();
        context.seconds().stop();
    }

    private WatchedValue<ApprovalList> waiting() {
        return services.approvals().list();
    }

    /// True if the window has the focus.
    private static boolean looking(Node window) {
        return window.getScene() != null
                && window.getScene().getWindow() != null
                && window.getScene().getWindow().isFocused();
    }

    private void show(ApprovalList now) {
        notices.show(now);
        recount();
    }

    /// Counts what waits, once for all parts that show it.
    private void recount() {
        List<String> there =
                state().sandboxes().stream().map(SandboxViewState::id).toList();
        counts.set(WaitingCounts.of(waiting().now(), maker.terminals().waiting(), there));
        frame.waiting(counts.get(), model.place().get());
        if (current instanceof SandboxView view) {
            view.waiting(counts.get());
        }
    }

    private void show(HostState state) {
        frame.show(state, model.place().get());
        actions.dialogs().reconcile(state);
        model.reconcile(state);
        agentNotices.show(
                state.sandboxes().stream().map(SandboxViewState::reported).toList());
        maker.terminals().show(state);
        recount();
        if (model.place().get() instanceof Location.SandboxScreen inside) {
            if (current instanceof SandboxView view) {
                state.sandbox(inside.name()).ifPresent(p -> view.show(p, state));
            } else {
                go(inside);
            }
        }
    }

    private void go(Location place) {
        sidebar.mark(place);
        frame.waiting(counts.get(), place);
        remember();
        if (place instanceof Location.HomeScreen) {
            services.work().resume();
        } else {
            services.work().pause();
        }
        switch (place) {
            case Location.HomeScreen home -> replace(launcher());
            case Location.TrashScreen gone ->
                replace(new TrashView(services.host().state(), context, actions));
            case Location.DoctorScreen doctor -> replace(doctor());
            case Location.SandboxScreen inside ->
                services.host().state().now().sandbox(inside.name()).ifPresent(p -> enter(p, inside));
        }
    }

    /// Passes the work that a sandbox's screens have requested to the launcher.
    private void remember() {
        if (current instanceof SandboxView view && view.work().diff() != null) {
            services.work().learn(view.id(), view.work());
        }
    }

    private void enter(SandboxViewState sandbox, Location.SandboxScreen inside) {
        if (current instanceof SandboxView view && view.id().equals(sandbox.id())) {
            enter(view, inside);
            return;
        }
        HostState all = services.host().state().now();
        SandboxWatch watch = services.look().apply(sandbox.id());
        SandboxHead head = new SandboxHead(actions, watch::hurry);
        SandboxView view =
                new SandboxView(sandbox, all, watch, services.history().apply(sandbox.id()), head, maker, model);
        view.show(sandbox, all);
        replace(view);
        enter(view, inside);
    }

    private void enter(SandboxView view, Location.SandboxScreen inside) {
        view.waiting(counts.get());
        ComparisonKey between = inside.between();
        if (between == null) {
            view.enter(inside.screen());
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
        if (model.place().get() instanceof Location.SandboxScreen inside) {
            state().sandbox(inside.name())
                    .filter(SandboxViewState::running)
                    .ifPresent(sandbox -> model.open(new DialogKind.TakeSnapshot(sandbox)));
        }
    }

    private void again() {
        if (current != null) {
            current.shown();
        }
    }

    private void replace(ScreenView next) {
        ScreenView old = current;
        current = next;
        frame.put(next.node());
        next.shown();
        if (old != null) {
            old.close();
        }
    }

    private ScreenView launcher() {
        return new LauncherView(
                services.host().state(),
                counts.getReadOnlyProperty(),
                context,
                actions,
                services.work()::of,
                services.again());
    }

    private ScreenView doctor() {
        return new DoctorView(services.host().state(), context, actions, services.host()::hurry);
    }
}
