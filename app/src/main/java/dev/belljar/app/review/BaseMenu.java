package dev.belljar.app.review;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.contract.request.work.ReviewBase;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.review.ReviewBases;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// What the work is compared with: the start of the sandbox, the last sync, a snapshot, a branch of the project or
/// another running sandbox of the project.
final class BaseMenu extends MenuButton {
    private static final Texts TEXTS = Texts.of(BaseMenu.class);
    private static final int MOST = 20;

    private final String sandbox;
    private final ReviewModel model;
    private final Supplier<HostState> host;
    private final Actions actions;
    private final Runnable changed;
    private List<String> branches = List.of();
    private @Nullable UiTask<ReviewBases> asking;

    /// `changed` runs after another base was chosen.
    BaseMenu(String sandbox, ReviewModel model, Supplier<HostState> host, Actions actions, Runnable changed) {
        this.sandbox = sandbox;
        this.model = model;
        this.host = host;
        this.actions = actions;
        this.changed = changed;
        setGraphic(Icon.of(Feather.GIT_COMMIT, 14));
        getStyleClass().add("base-menu");
        setMinWidth(96);
        // The items depend on the snapshots and branches of this moment.
        setOnShowing(e -> {
            getItems().setAll(items());
            ask();
        });
        getItems().setAll(items());
        update();
    }

    // The branches of the project appear in the open menu when they are known; without an answer, none is offered.
    private void ask() {
        if (asking == null) {
            asking = actions.sync()
                    .bases(sandbox)
                    .done(bases -> {
                        asking = null;
                        branches = bases.branches();
                        getItems().setAll(items());
                    })
                    .failed(problem -> asking = null)
                    .begin();
        }
    }

    /// Shows the current base.
    void update() {
        String base = TEXTS.get("base.now", name());
        setText(base);
        setAccessibleText(TEXTS.get("base.spoken", name()));
    }

    private String name() {
        String base = model.base();
        if (base.equals(ReviewBase.LAST_SYNC)) {
            return TEXTS.get("base.sync");
        }
        if (base.equals(ReviewBase.START)) {
            String id = model.queue().map(queue -> queue.base()).orElse("");
            return TEXTS.get("base.start.id", id.length() > 7 ? id.substring(0, 7) : id)
                    .strip();
        }
        if (base.startsWith(ReviewBase.BRANCHES)) {
            return TEXTS.get("base.branch", FigureFormat.printable(base.substring(ReviewBase.BRANCHES.length())));
        }
        HostState state = host.get();
        return state.snapshots().stream()
                .filter(snapshot -> snapshot.id().equals(base))
                .map(snapshot -> TEXTS.get("base.snapshot", name(snapshot)))
                .findFirst()
                .or(() -> state.sandboxes().stream()
                        .filter(one -> one.id().equals(base))
                        .map(one -> TEXTS.get("base.sandbox", one.name()))
                        .findFirst())
                .orElse(base);
    }

    private List<MenuItem> items() {
        HostState state = host.get();
        List<MenuItem> items = new ArrayList<>();
        items.add(item(Feather.REFRESH_CW, TEXTS.get("base.sync"), ReviewBase.LAST_SYNC));
        items.add(item(Feather.GIT_COMMIT, TEXTS.get("base.start"), ReviewBase.START));
        add(
                items,
                state.snapshots().stream()
                        .filter(snapshot -> snapshot.sandbox().equals(sandbox) && snapshot.work() != null)
                        .sorted(Comparator.comparingLong(Snapshot::created).reversed())
                        .limit(MOST)
                        .map(one -> item(Feather.CAMERA, TEXTS.get("base.snapshot", name(one)), one.id()))
                        .toList());
        add(
                items,
                branches.stream()
                        .limit(MOST)
                        .map(one -> item(
                                Feather.GIT_BRANCH,
                                TEXTS.get("base.branch", FigureFormat.printable(one)),
                                ReviewBase.BRANCHES + one))
                        .toList());
        add(
                items,
                others(state).stream()
                        .map(one -> item(Feather.BOX, TEXTS.get("base.sandbox", one.name()), one.id()))
                        .toList());
        return items;
    }

    private static void add(List<MenuItem> items, List<MenuItem> group) {
        if (!group.isEmpty()) {
            items.add(new SeparatorMenuItem());
            items.addAll(group);
        }
    }

    // The other running sandboxes of the project.
    private List<SandboxViewState> others(HostState state) {
        String project = state.sandboxes().stream()
                .filter(one -> one.id().equals(sandbox))
                .map(one -> one.reported().spec().project())
                .findFirst()
                .orElse(null);
        return state.sandboxes().stream()
                .filter(one -> !one.id().equals(sandbox) && one.running())
                .filter(one -> Objects.equals(one.reported().spec().project(), project))
                .toList();
    }

    private static String name(Snapshot snapshot) {
        String name = snapshot.name();
        return FigureFormat.printable(name == null ? snapshot.id() : name);
    }

    private MenuItem item(Feather icon, String text, String base) {
        return ContextMenus.item(text, icon, () -> {
            model.base(base);
            update();
            changed.run();
        });
    }
}
