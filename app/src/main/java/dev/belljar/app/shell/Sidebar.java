package dev.belljar.app.shell;

import dev.belljar.app.action.Actions;
import dev.belljar.app.approval.WaitingCounts;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.Logo;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.navigation.Location;
import dev.belljar.app.navigation.Navigation;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxTree;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.SearchField;
import dev.belljar.app.ui.StateBadges;
import dev.belljar.app.ui.UiParts;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javafx.geometry.Insets;
import javafx.geometry.Side;
import javafx.scene.Cursor;
import javafx.scene.Node;
import javafx.scene.TraversalDirection;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The sidebar at the left of the window: all projects, filtered by typing, the inbox, the trash
/// and the doctor.
final class Sidebar extends VBox {
    private static final Texts TEXTS = Texts.of(Sidebar.class);

    private final Navigation model;
    private final Actions actions;
    private final SearchField search;
    private final SideRow home;
    private final SideRow add;
    private final SideRow doctor;
    private final SideRow bin;
    private final VBox list = new VBox();
    private final Label hint = UiParts.prose(TEXTS.get("sidebar.empty"), 208, "sm", "faint");
    private final Label section = UiParts.text(TEXTS.get("sidebar.section"), "section");
    private final Label held = StateBadges.held();
    private final SideRow inbox;
    private final Label gone = UiParts.count("");
    private final Label ill = UiParts.count("", "danger");
    private final Map<String, SandboxRow> rows = new LinkedHashMap<>();
    private final Map<String, Boolean> beneath = new LinkedHashMap<>();
    private final Node title;
    private final Logo logo = new Logo(20);
    private final Label words = UiParts.growing(UiParts.text(TEXTS.get("sidebar.search"), "sm", "faint"));
    private final Node command = Icon.of(Feather.SEARCH, 14, "faint");
    private HostState state;
    private WaitingCounts waiting = WaitingCounts.NONE;
    private String filter = "";
    private boolean folded;

    Sidebar(FrameActions commands, Actions actions, HostState first) {
        this.model = actions.navigation();
        this.actions = actions;
        this.state = first;
        getStyleClass().add("sidebar");
        search = new SearchField(TEXTS.get("sidebar.filter"), 215, "/", this::filter);
        search.onLeave(this::first);
        home = new SideRow(Feather.GRID, TEXTS.get("sidebar.home"), false, () -> model.go(new Location.HomeScreen()));
        add = new SideRow(
                Feather.PLUS, TEXTS.get("sidebar.add"), true, () -> model.open(new DialogKind.AddProject(null)));
        doctor = new SideRow(
                Feather.ACTIVITY, TEXTS.get("sidebar.doctor"), false, () -> model.go(new Location.DoctorScreen()), ill);
        inbox = new SideRow(Feather.INBOX, TEXTS.get("sidebar.waiting", 0), false, commands::inbox, held);
        bin = new SideRow(
                Feather.TRASH_2, TEXTS.get("sidebar.trash"), false, () -> model.go(new Location.TrashScreen()), gone);
        UiParts.tip(add, TEXTS.get("sidebar.add"), "Ctrl N");
        title = UiParts.growing(UiParts.text(TEXTS.get("sidebar.brand"), "semi"));
        section.getStyleClass().add("side-section");
        VBox.setMargin(search, new Insets(0, 12, 8, 12));
        VBox.setMargin(hint, new Insets(4, 16, 8, 16));
        VBox.setMargin(doctor, new Insets(0, 0, 8, 0));
        ScrollPane scroll = new ScrollPane(new VBox(section, hint, list, add));
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        UiParts.growing(scroll);
        addEventHandler(KeyEvent.KEY_TYPED, this::typed);
        addEventHandler(KeyEvent.KEY_PRESSED, this::walk);
        getChildren().addAll(brand(), search, home, scroll, inbox, bin, doctor, foot(commands));
    }

    /// Moves the focus to the filter.
    void search() {
        search.enter();
    }

    /// Collapses the sidebar to icons, or expands it.
    void fold(boolean next) {
        folded = next;
        getStyleClass().remove("folded");
        if (folded) {
            getStyleClass().add("folded");
        }
        List.of(search, section, title, hint, logo, words, command).forEach(n -> {
            n.setVisible(!folded);
            n.setManaged(!folded);
        });
        List.of(home, add, inbox, bin, doctor).forEach(r -> r.fold(folded));
        rows.values().forEach(r -> r.node().fold(folded));
        show(state);
    }

    void show(HostState next) {
        state = next;
        SandboxTree tree = new SandboxTree(next);
        List<SandboxViewState> shown =
                tree.ordered().stream().filter(p -> matches(p.name())).toList();
        beneath.entrySet()
                .removeIf(e -> rows.containsKey(e.getKey())
                        && next.sandbox(e.getKey())
                                .filter(p -> tree.branch(p.id()) == e.getValue())
                                .isEmpty()
                        && rows.remove(e.getKey()) != null);
        rows.keySet().retainAll(shown.stream().map(SandboxViewState::name).toList());
        list(tree, shown);
        // Without the host agent it is not known whether there are projects.
        boolean empty = next.sandboxes().isEmpty() && next.connection() == HostState.AgentConnection.UP && !folded;
        hint.setVisible(empty);
        hint.setManaged(empty);
        counts();
        waits();
        mark(model.place().get());
    }

    /// Shows a row for each of these sandboxes.
    private void list(SandboxTree tree, List<SandboxViewState> shown) {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < shown.size(); i++) {
            SandboxViewState sandbox = shown.get(i);
            beneath.put(sandbox.name(), tree.branch(sandbox.id()));
            SandboxRow row = rows.computeIfAbsent(sandbox.name(), this::row);
            row.last(i + 1 == shown.size() || !tree.branch(shown.get(i + 1).id()));
            row.show(sandbox, state.at(), ZoneId.systemDefault());
            mark(sandbox.name(), row);
            row.node().fold(folded);
            nodes.add(row.node());
        }
        if (!list.getChildren().equals(nodes)) {
            list.getChildren().setAll(nodes);
        }
    }

    /// Shows how many sandboxes are in the trash, and how many checks of the doctor fail.
    private void counts() {
        long bad = state.host() == null
                ? 0
                : state.host().checks().stream()
                        .filter(c -> c.level().equals("fail"))
                        .count();
        gone.setText(Integer.toString(state.trash().size()));
        gone.setVisible(!state.trash().isEmpty() && !folded);
        gone.setManaged(gone.isVisible());
        ill.setText(Long.toString(bad));
        ill.setVisible(bad > 0 && !folded);
        ill.setManaged(ill.isVisible());
    }

    /// Shows where something waits for the user.
    void waiting(WaitingCounts next) {
        waiting = next;
        waits();
        rows.forEach((name, row) -> {
            mark(name, row);
            row.node().fold(folded);
        });
    }

    /// Shows how much waits, or that it is not known while the host agent does not answer.
    private void waits() {
        boolean known = state.connection() == HostState.AgentConnection.UP;
        int count = known ? waiting.total() : 0;
        inbox.rename(known ? TEXTS.get("sidebar.waiting", count) : TEXTS.get("sidebar.waiting.unknown"));
        StateBadges.held(held, count);
        inbox.fold(folded);
    }

    /// Opens a menu of what waits: each sandbox with a waiting terminal, and the approvals.
    void chooseWaiting(Runnable requests) {
        List<MenuItem> items = new ArrayList<>();
        for (SandboxViewState sandbox : state.sandboxes()) {
            if (waiting.terminals(sandbox.id()) > 0) {
                items.add(ContextMenus.item(
                        TEXTS.get("sidebar.waiting.terminal", sandbox.name()),
                        Feather.TERMINAL,
                        () -> model.go(new Location.SandboxScreen(sandbox.name(), ScreenKind.TERMINAL))));
            }
        }
        int asked = waiting.approvals().waiting().size();
        if (asked > 0 || items.isEmpty()) {
            items.add(ContextMenus.item(TEXTS.get("sidebar.waiting.requests", asked), Feather.BELL, requests));
        }
        ContextMenu menu = new ContextMenu(items.toArray(MenuItem[]::new));
        menu.show(inbox, Side.TOP, 16, 0);
    }

    /// Returns the id of the sandbox of a location; empty for none.
    String id(Location place) {
        return place instanceof Location.SandboxScreen inside
                ? state.sandbox(inside.name()).map(SandboxViewState::id).orElse("")
                : "";
    }

    private void mark(String name, SandboxRow row) {
        row.waiting(state.sandbox(name).map(p -> waiting.of(p.id())).orElse(0));
    }

    /// Marks the row of the current location.
    void mark(Location place) {
        home.choose(place instanceof Location.HomeScreen);
        bin.choose(place instanceof Location.TrashScreen);
        doctor.choose(place instanceof Location.DoctorScreen);
        rows.forEach((name, row) -> row.node()
                .choose(place instanceof Location.SandboxScreen inside
                        && inside.name().equals(name)));
    }

    private SandboxRow row(String name) {
        SandboxRow row = new SandboxRow(name, beneath.getOrDefault(name, false), () -> model.enter(name));
        ContextMenus.on(
                row.node(),
                () -> state.sandbox(name).map(p -> SandboxMenu.of(p, actions)).orElse(List.of()),
                row::node);
        return row;
    }

    /// Opens the first project that matches the filter.
    private void first() {
        state.sandboxes().stream().filter(p -> matches(p.name())).findFirst().ifPresent(p -> model.enter(p.name()));
    }

    private void typed(KeyEvent e) {
        if (!(e.getTarget() instanceof TextInputControl) && !folded) {
            search.begin(e);
        }
    }

    private void walk(KeyEvent e) {
        if (e.getTarget() instanceof Node at && (e.getCode() == KeyCode.DOWN || e.getCode() == KeyCode.UP)) {
            at.requestFocusTraversal(
                    e.getCode() == KeyCode.DOWN ? TraversalDirection.NEXT : TraversalDirection.PREVIOUS);
            e.consume();
        }
    }

    private void filter(String words) {
        filter = words.toLowerCase(Locale.ROOT);
        show(state);
    }

    private boolean matches(String name) {
        return filter.isEmpty() || name.toLowerCase(Locale.ROOT).contains(filter);
    }

    private HBox brand() {
        Button fold = UiParts.iconButton(Feather.SIDEBAR, TEXTS.get("sidebar.collapse"));
        fold.setOnAction(e -> fold(!folded));
        HBox brand = new HBox(logo, title, fold);
        brand.getStyleClass().add("brand");
        return brand;
    }

    private HBox foot(FrameActions commands) {
        Button look = UiParts.iconButton(Feather.MOON, TEXTS.get("sidebar.theme"));
        look.setOnAction(e -> commands.switchTheme());
        words.getStyleClass().add("open-palette");
        List.of(command, words).forEach(n -> {
            n.setCursor(Cursor.HAND);
            n.setOnMouseClicked(e -> commands.palette());
        });
        HBox foot = new HBox(command, words, look);
        foot.getStyleClass().add("side-foot");
        return foot;
    }
}
