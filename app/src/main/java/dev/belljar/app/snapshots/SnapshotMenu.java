package dev.belljar.app.snapshots;

import dev.belljar.app.action.Actions;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import org.kordamp.ikonli.feather.Feather;

/// The context menu of a node; it also selects the other side of a comparison.
final class SnapshotMenu {
    private static final Texts TEXTS = Texts.of(SnapshotMenu.class);
    private static final int MOST = 16;

    private SnapshotMenu() {}

    static List<MenuItem> of(
            TreeNode node, SnapshotHistory history, Actions actions, Runnable branch, Runnable compare) {
        List<MenuItem> items = new ArrayList<>();
        switch (node) {
            case TreeNode.SnapshotNode snapshotNode -> {
                items.add(ContextMenus.item(
                        TEXTS.get("menu.restore"),
                        Feather.ROTATE_CCW,
                        () -> node.branch(actions.snapshots(), new BranchSandbox(null, 1))));
                items.add(ContextMenus.item(TEXTS.get("menu.branch"), Feather.GIT_BRANCH, branch));
                items.add(others(node, history, actions));
                items.add(ContextMenus.item(TEXTS.get("menu.compare.pick"), Feather.CROSSHAIR, compare));
                items.addAll(keep(snapshotNode, actions));
                items.add(new SeparatorMenuItem());
                items.add(ContextMenus.copy(TEXTS.get("menu.copy"), snapshotNode.key()));
                items.add(delete(snapshotNode, history, actions));
            }
            case TreeNode.SandboxNode sandboxNode -> {
                boolean stopped = !sandboxNode.sandbox().running();
                items.add(ContextMenus.item(
                        TEXTS.get("menu.open"),
                        Feather.LOG_IN,
                        () -> actions.navigation().enter(sandboxNode.sandbox().name())));
                items.add(off(
                        ContextMenus.item(
                                TEXTS.get("menu.snapshot"),
                                Feather.CAMERA,
                                () -> actions.navigation().open(new DialogKind.TakeSnapshot(sandboxNode.sandbox()))),
                        stopped));
                items.add(off(ContextMenus.item(TEXTS.get("menu.branch"), Feather.GIT_BRANCH, branch), stopped));
                items.add(off(others(node, history, actions), stopped));
            }
        }
        return items;
    }

    /// Only an automatic snapshot needs to be kept.
    private static List<MenuItem> keep(TreeNode.SnapshotNode node, Actions actions) {
        return node.snapshot().automatic() == null
                ? List.of()
                : List.of(ContextMenus.item(
                        TEXTS.get("menu.keep"),
                        Feather.BOOKMARK,
                        () -> actions.snapshots().keep(node.snapshot(), node.title())));
    }

    private static MenuItem delete(TreeNode.SnapshotNode node, SnapshotHistory history, Actions actions) {
        MenuItem delete = ContextMenus.item(
                TEXTS.get("menu.delete"),
                Feather.TRASH_2,
                () -> node.delete(
                        actions.snapshots(), history.branches(node.snapshot()).size()));
        delete.getStyleClass().add("dangerous");
        return delete;
    }

    private static Menu others(TreeNode node, SnapshotHistory history, Actions actions) {
        Menu menu = new Menu(TEXTS.get("menu.compare"), Icon.of(Feather.COLUMNS));
        history.nodes().stream()
                .filter(m -> !m.key().equals(node.key()))
                .filter(m ->
                        !(m instanceof TreeNode.SandboxNode p) || p.sandbox().running())
                .sorted(Comparator.comparingLong((TreeNode m) -> m.at(Long.MAX_VALUE))
                        .reversed())
                .limit(MOST)
                .forEach(m -> menu.getItems()
                        .add(ContextMenus.item(
                                m.title(),
                                m instanceof TreeNode.SandboxNode ? Feather.BOX : Feather.CAMERA,
                                () -> actions.navigation().compare(TreeNode.comparison(node, m)))));
        menu.setDisable(menu.getItems().isEmpty());
        return menu;
    }

    private static <M extends MenuItem> M off(M item, boolean off) {
        item.setDisable(item.isDisable() || off);
        return item;
    }
}
