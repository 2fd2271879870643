package dev.belljar.app.snapshots;

import dev.belljar.app.action.Actions;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.WatchRegistration;
import dev.belljar.app.state.WatchedValue;
import dev.belljar.app.table.DenseTable;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.EmptyState;
import dev.belljar.app.ui.ScreenView;
import dev.belljar.app.ui.SplitDetails;
import dev.belljar.app.ui.StateBadges;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.app.work.ComparisonKey;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.view.session.IdentityCheck;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The snapshots and branches related to a sandbox: a tree, a table below it, and the details of the selected
/// node beside it.
public final class SnapshotsView implements ScreenView {
    private static final Texts TEXTS = Texts.of(SnapshotsView.class);
    private static final double LEAST_TREE = 200;
    private static final double TREE_SHARE = 0.58;

    private final SnapshotsModel model;
    private final WatchedValue<HostState> host;
    private final Actions actions;
    private final UiContext context;
    private final TreeDrawing tree;
    private final DenseTable<TreeNode.SnapshotNode> table;
    private final SnapshotDetails details;
    private final SplitDetails beside;
    private final SnapshotTools tools;
    private final StackPane all = new StackPane();
    private final VBox left;
    private final VBox full;
    private final Map<String, IdentityCheck> checks = new HashMap<>();
    private final SnapshotComparisons pairs;
    private final WatchRegistration registration;
    private @Nullable Boolean emptyWhileRunning;

    public SnapshotsView(String id, WatchedValue<HostState> host, Actions actions, UiContext context) {
        this.model = new SnapshotsModel(id);
        this.host = host;
        this.actions = actions;
        this.context = context;
        pairs = new SnapshotComparisons(actions, this::mark);
        tree = new TreeDrawing(context);
        table = SnapshotTable.of(context, model::comparedKey);
        tools = new SnapshotTools(
                tree,
                () -> model.present()
                        .ifPresent(p -> actions.navigation().open(new DialogKind.TakeSnapshot(p.sandbox()))),
                this::settings);
        details = new SnapshotDetails(context, actions, this::toggleCompare);
        left = new VBox(tree, UiParts.growing(table));
        left.setMinSize(0, 0);
        left.heightProperty().addListener((at, was, is) -> fit(is.doubleValue()));
        beside = new SplitDetails(left, details);
        details.closing(beside.over(), beside::shut);
        full = UiParts.column(0, tools, UiParts.growing(beside));
        wire();
        registration = host.watch(this::show);
    }

    /// Gives the tree the height that it needs, up to 58 % (`TREE_SHARE`), and the rest to the table.
    private void fit(double height) {
        double most = Math.max(LEAST_TREE, height * TREE_SHARE);
        tree.setMaxHeight(most);
        tree.setMinHeight(Math.min(most, tree.prefHeight(-1)));
    }

    private void wire() {
        tree.onClicked(this::point);
        tree.onOpened(node -> {
            choose(node);
            beside.open();
        });
        tree.hovered().addListener((at, was, is) -> {
            mark();
            model.compared().ifPresent(first -> pairs.ask(first, is));
        });
        table.onChosen(snapshotNode -> {
            if (snapshotNode != null && !snapshotNode.key().equals(model.chosenKey())) {
                choose(snapshotNode);
            }
        });
        table.onClicked(this::point);
        table.menu(this::menu);
        ContextMenus.on(tree, () -> model.chosen().map(this::menu).orElse(List.of()), () -> tree);
        full.addEventFilter(KeyEvent.KEY_PRESSED, this::key);
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void shown() {
        show(host.now());
        tree.requestFocus();
    }

    /// Selects the snapshot with this id.
    @Override
    public void seek(String snapshot) {
        model.history().node(snapshot).ifPresent(this::choose);
    }

    @Override
    public void close() {
        registration.close();
    }

    private void show(HostState state) {
        if (all.getScene() == null) {
            return;
        }
        model.show(state);
        boolean running = model.running();
        if (model.empty()) {
            if (emptyWhileRunning == null || emptyWhileRunning != running) {
                emptyWhileRunning = running;
                all.getChildren().setAll(empty());
            }
            return;
        }
        if (!all.getChildren().contains(full)) {
            all.getChildren().setAll(full);
            context.focus(tree);
        }
        emptyWhileRunning = null;
        SnapshotHistory history = model.history();
        List<TreeNode.SnapshotNode> taken = history.taken();
        tools.show(taken.size(), history.size(), running);
        tree.show(history);
        fit(left.getHeight());
        table.show(taken);
        model.fallback().ifPresentOrElse(this::choose, this::refreshDetails);
    }

    private Node empty() {
        Button way = model.present()
                .filter(p -> !p.sandbox().running())
                .map(p -> UiParts.button(
                        Feather.PLAY,
                        StateBadges.hasSavedMemory(p.sandbox().reported())
                                ? TEXTS.get("snapshots.empty.resume")
                                : TEXTS.get("snapshots.empty.start"),
                        "primary"))
                .orElseGet(() -> UiParts.withKey(
                        UiParts.button(Feather.CAMERA, TEXTS.get("snapshots.empty.take"), "primary"), "Ctrl S"));
        way.setOnAction(e -> model.present().ifPresent(p -> {
            if (p.sandbox().running()) {
                actions.navigation().open(new DialogKind.TakeSnapshot(p.sandbox()));
            } else {
                actions.sandboxes().start(p.sandbox());
            }
        }));
        Button automatic = UiParts.button(Feather.SLIDERS, TEXTS.get("tools.automatic"), "flat", "automatic-snapshots");
        automatic.setOnAction(e -> settings());
        return EmptyState.screen(Feather.CAMERA, model.emptyTitle(), model.emptyText(), way, automatic);
    }

    /// Handles a click on a node: selects it, or takes it as the other side of a comparison.
    private void point(TreeNode node) {
        Optional<ComparisonKey> comparison = model.comparison(node);
        if (comparison.isPresent()) {
            stopCompare();
            actions.navigation().compare(comparison.get());
            return;
        }
        choose(node);
        beside.open();
    }

    private void choose(TreeNode node) {
        boolean other = model.choose(node);
        if (node instanceof TreeNode.SnapshotNode) {
            table.choose(node.key());
        } else {
            table.list().getSelectionModel().clearSelection();
        }
        tree.reveal(node);
        mark();
        refreshDetails();
        if (other) {
            model.unchecked(node, checks.keySet()).forEach(this::check);
        }
    }

    private void refreshDetails() {
        model.chosen().ifPresent(m -> details.show(m, model.history(), checks));
        details.comparing(model.comparing());
    }

    /// Checks the identity of a running branch.
    private void check(SnapshotLane lane) {
        actions.sandboxes()
                .identity(lane.id())
                .done(check -> {
                    checks.put(lane.id(), check);
                    refreshDetails();
                })
                .begin();
    }

    private void mark() {
        TreeNode over = tree.hovered().get();
        String pair = over == null ? "" : pairs.words(model.comparedKey(), over);
        tree.mark(new TreePainter.NodeMarks(
                model.chosenKey(), over == null ? null : over.key(), model.comparedKey(), pair));
    }

    private void toggleCompare() {
        model.toggleCompare();
        showComparing();
        if (model.comparing()) {
            tree.requestFocus();
        }
    }

    private void stopCompare() {
        model.stopCompare();
        showComparing();
    }

    private void showComparing() {
        tools.say(model.prompt());
        details.comparing(model.comparing());
        table.list().refresh();
        mark();
    }

    private List<javafx.scene.control.MenuItem> menu(TreeNode node) {
        return SnapshotMenu.of(node, model.history(), actions, () -> askBranch(node), () -> {
            choose(node);
            toggleCompare();
        });
    }

    private void key(KeyEvent e) {
        Optional<TreeNode> at = model.chosen();
        if (e.isControlDown() || e.isAltDown() || at.isEmpty()) {
            return;
        }
        TreeNode node = at.get();
        if (e.getTarget() == tree && walk(e.getCode(), node)) {
            e.consume();
            return;
        }
        boolean done = true;
        switch (e.getCode()) {
            case ENTER -> enter(node);
            case B -> askBranch(node);
            case R -> restore(node);
            case C -> toggleCompare();
            case K -> keep(node);
            case DELETE -> delete(node);
            case ESCAPE -> done = escape();
            default -> done = false;
        }
        if (done && !(e.getCode() == KeyCode.ENTER && e.getTarget() instanceof Button)) {
            e.consume();
        }
    }

    private boolean escape() {
        boolean comparing = model.comparing();
        stopCompare();
        return comparing || beside.shut();
    }

    private void askBranch(TreeNode node) {
        BranchDialog.open(context, actions.snapshots(), node, host.now());
    }

    private void enter(TreeNode node) {
        if (model.comparing()) {
            point(node);
        } else {
            beside.open();
        }
    }

    private void restore(TreeNode node) {
        if (node instanceof TreeNode.SnapshotNode) {
            node.branch(actions.snapshots(), new BranchSandbox(null, 1));
        }
    }

    private void settings() {
        model.present().ifPresent(p -> actions.navigation().open(new DialogKind.ShowAutomaticSnapshots(p.sandbox())));
    }

    private void keep(TreeNode node) {
        if (node instanceof TreeNode.SnapshotNode taken && taken.snapshot().automatic() != null) {
            actions.snapshots().keep(taken.snapshot(), taken.title());
        }
    }

    private void delete(TreeNode node) {
        if (node instanceof TreeNode.SnapshotNode snapshotNode) {
            snapshotNode.delete(
                    actions.snapshots(),
                    model.history().branches(snapshotNode.snapshot()).size());
        }
    }

    private boolean walk(KeyCode code, TreeNode from) {
        SnapshotHistory history = model.history();
        Optional<TreeNode> next = switch (code) {
            case LEFT -> history.along(from, -1);
            case RIGHT -> history.along(from, 1);
            case UP -> history.across(from, -1, context.now());
            case DOWN -> history.across(from, 1, context.now());
            default -> Optional.empty();
        };
        next.ifPresent(this::choose);
        return code.isArrowKey();
    }
}
