package dev.belljar.app.review;

import dev.belljar.app.action.Actions;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.work.ComparisonKey;
import dev.belljar.contract.sandbox.Snapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import org.kordamp.ikonli.feather.Feather;

/// What the work is compared with: the start of the sandbox or the last sync, which can be reviewed, or a snapshot or
/// another sandbox, which opens a comparison to read.
final class BaseMenu extends MenuButton {
    private static final Texts TEXTS = Texts.of(BaseMenu.class);
    private static final int MOST = 20;

    private final String sandbox;
    private final ReviewModel model;
    private final Supplier<HostState> host;
    private final Actions actions;
    private final Runnable changed;

    /// `changed` runs after another base for the review was chosen.
    BaseMenu(String sandbox, ReviewModel model, Supplier<HostState> host, Actions actions, Runnable changed) {
        this.sandbox = sandbox;
        this.model = model;
        this.host = host;
        this.actions = actions;
        this.changed = changed;
        setGraphic(Icon.of(Feather.GIT_COMMIT, 14));
        getStyleClass().add("base-menu");
        setMinWidth(96);
        // The items depend on the snapshots of this moment.
        setOnShowing(e -> getItems().setAll(items()));
        getItems().setAll(items());
        update();
    }

    /// Shows the current base.
    void update() {
        String id = model.queue().map(queue -> queue.base()).orElse("");
        String start = id.length() > 7 ? id.substring(0, 7) : id;
        String base = model.sinceSync()
                ? TEXTS.get("base.sync")
                : TEXTS.get("base.start.id", start).strip();
        setText(base);
        setAccessibleText(TEXTS.get("base.spoken", base));
    }

    private List<MenuItem> items() {
        HostState state = host.get();
        String now = state.sandboxes().stream()
                .filter(one -> one.id().equals(sandbox))
                .map(SandboxViewState::name)
                .findFirst()
                .orElse(sandbox);
        List<MenuItem> items = new ArrayList<>();
        items.add(ContextMenus.item(TEXTS.get("base.start"), Feather.GIT_COMMIT, () -> choose(false)));
        items.add(ContextMenus.item(TEXTS.get("base.sync"), Feather.REFRESH_CW, () -> choose(true)));
        List<MenuItem> others = new ArrayList<>();
        state.snapshots().stream()
                .filter(snapshot -> snapshot.sandbox().equals(sandbox))
                .sorted(Comparator.comparingLong(Snapshot::created).reversed())
                .limit(MOST)
                .forEach(snapshot -> others.add(compare(Feather.CAMERA, snapshot.id(), name(snapshot), now)));
        state.sandboxes().stream()
                .filter(other -> !other.id().equals(sandbox) && other.running())
                .forEach(other -> others.add(compare(Feather.GIT_BRANCH, other.id(), other.name(), now)));
        if (!others.isEmpty()) {
            items.add(new SeparatorMenuItem());
            items.addAll(others);
        }
        return items;
    }

    private static String name(Snapshot snapshot) {
        String name = snapshot.name();
        return FigureFormat.printable(name == null ? snapshot.id() : name);
    }

    private MenuItem compare(Feather icon, String id, String name, String now) {
        return ContextMenus.item(
                TEXTS.get("base.compare", name),
                icon,
                () -> actions.navigation().compare(new ComparisonKey(id, name, sandbox, now)));
    }

    private void choose(boolean sinceSync) {
        model.sinceSync(sinceSync);
        update();
        changed.run();
    }
}
