package dev.belljar.app.snapshots;

import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Menus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import org.kordamp.ikonli.feather.Feather;

/// What can be done from a moment as a menu's entries; the other side of a comparison can be chosen there too.
final class MomentMenu {
    private static final int MOST = 16;

    private MomentMenu() {}

    static List<MenuItem> of(Moment moment, History history, MomentDeeds deeds, Runnable compare) {
        List<MenuItem> items = new ArrayList<>();
        switch (moment) {
            case Moment.Taken taken -> {
                items.add(Menus.item("Restore to a new sandbox", Feather.ROTATE_CCW, () -> deeds.branch(taken, 1)));
                items.add(Menus.item("Branch…", Feather.GIT_BRANCH, () -> deeds.askBranch(taken)));
                items.add(others(moment, history, deeds));
                items.add(Menus.item("Compare with one I choose", Feather.CROSSHAIR, compare));
                items.add(new SeparatorMenuItem());
                items.add(Menus.copy("Copy id", taken.key()));
                MenuItem delete = Menus.item(
                        "Delete…",
                        Feather.TRASH_2,
                        () -> deeds.delete(
                                taken, history.branches(taken.snapshot()).size()));
                delete.getStyleClass().add("dangerous");
                items.add(delete);
            }
            case Moment.Present present -> {
                boolean asleep = !present.project().running();
                items.add(Menus.item("Open", Feather.LOG_IN, () -> deeds.enter(present.project())));
                items.add(
                        off(Menus.item("Snapshot…", Feather.CAMERA, () -> deeds.snapshot(present.project())), asleep));
                items.add(off(Menus.item("Branch…", Feather.GIT_BRANCH, () -> deeds.askBranch(present)), asleep));
                items.add(off(others(moment, history, deeds), asleep));
            }
        }
        return items;
    }

    private static Menu others(Moment moment, History history, MomentDeeds deeds) {
        Menu menu = new Menu("Compare with", Icon.of(Feather.COLUMNS));
        history.moments().stream()
                .filter(m -> !m.key().equals(moment.key()))
                .filter(m -> !(m instanceof Moment.Present p) || p.project().running())
                .sorted(Comparator.comparingLong((Moment m) -> m.at(Long.MAX_VALUE))
                        .reversed())
                .limit(MOST)
                .forEach(m -> menu.getItems()
                        .add(Menus.item(
                                m.title(),
                                m instanceof Moment.Present ? Feather.BOX : Feather.CAMERA,
                                () -> deeds.compare(moment, m))));
        menu.setDisable(menu.getItems().isEmpty());
        return menu;
    }

    private static <M extends MenuItem> M off(M item, boolean off) {
        item.setDisable(item.isDisable() || off);
        return item;
    }
}
