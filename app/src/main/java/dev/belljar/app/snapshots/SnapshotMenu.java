package dev.belljar.app.snapshots;

import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.Icon;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import org.kordamp.ikonli.feather.Feather;

/// What can be done from a moment as a menu's entries; the other side of a comparison can be chosen there too.
final class SnapshotMenu {
    private static final Texts TEXTS = Texts.of(SnapshotMenu.class);
    private static final int MOST = 16;

    private SnapshotMenu() {}

    static List<MenuItem> of(TreeNode moment, SnapshotHistory history, SnapshotActions deeds, Runnable compare) {
        List<MenuItem> items = new ArrayList<>();
        switch (moment) {
            case TreeNode.Taken taken -> {
                items.add(
                        ContextMenus.item(TEXTS.get("menu.restore"), Feather.ROTATE_CCW, () -> deeds.branch(taken, 1)));
                items.add(
                        ContextMenus.item(TEXTS.get("menu.branch"), Feather.GIT_BRANCH, () -> deeds.askBranch(taken)));
                items.add(others(moment, history, deeds));
                items.add(ContextMenus.item(TEXTS.get("menu.compare.pick"), Feather.CROSSHAIR, compare));
                items.add(new SeparatorMenuItem());
                items.add(ContextMenus.copy(TEXTS.get("menu.copy"), taken.key()));
                MenuItem delete = ContextMenus.item(
                        TEXTS.get("menu.delete"),
                        Feather.TRASH_2,
                        () -> deeds.delete(
                                taken, history.branches(taken.snapshot()).size()));
                delete.getStyleClass().add("dangerous");
                items.add(delete);
            }
            case TreeNode.Present present -> {
                boolean asleep = !present.project().running();
                items.add(ContextMenus.item(
                        TEXTS.get("menu.open"), Feather.LOG_IN, () -> deeds.enter(present.project())));
                items.add(off(
                        ContextMenus.item(
                                TEXTS.get("menu.snapshot"), Feather.CAMERA, () -> deeds.snapshot(present.project())),
                        asleep));
                items.add(off(
                        ContextMenus.item(TEXTS.get("menu.branch"), Feather.GIT_BRANCH, () -> deeds.askBranch(present)),
                        asleep));
                items.add(off(others(moment, history, deeds), asleep));
            }
        }
        return items;
    }

    private static Menu others(TreeNode moment, SnapshotHistory history, SnapshotActions deeds) {
        Menu menu = new Menu(TEXTS.get("menu.compare"), Icon.of(Feather.COLUMNS));
        history.moments().stream()
                .filter(m -> !m.key().equals(moment.key()))
                .filter(m -> !(m instanceof TreeNode.Present p) || p.project().running())
                .sorted(Comparator.comparingLong((TreeNode m) -> m.at(Long.MAX_VALUE))
                        .reversed())
                .limit(MOST)
                .forEach(m -> menu.getItems()
                        .add(ContextMenus.item(
                                m.title(),
                                m instanceof TreeNode.Present ? Feather.BOX : Feather.CAMERA,
                                () -> deeds.compare(moment, m))));
        menu.setDisable(menu.getItems().isEmpty());
        return menu;
    }

    private static <M extends MenuItem> M off(M item, boolean off) {
        item.setDisable(item.isDisable() || off);
        return item;
    }
}
