package dev.belljar.app.timeline;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiParts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.MenuButton;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.feather.Feather;

/// The tools above the timeline: the length of the visible period, which lanes are visible, and whether it follows the
/// present.
final class TimelineTools extends HBox {
    private static final Texts TEXTS = Texts.of(TimelineTools.class);

    private final TimelineModel model;
    private final Runnable changed;
    private final List<ToggleButton> presets = new ArrayList<>();
    private final ToggleButton follow = new ToggleButton(TEXTS.get("timeline.follow"), Icon.of(Feather.PLAY, 14));

    /// `changed` is called after the user has changed something.
    TimelineTools(TimelineModel model, Runnable changed) {
        this.model = model;
        this.changed = changed;
        getStyleClass().addAll("tools", "timeline-tools");
        HBox segments = new HBox();
        segments.getStyleClass().addAll("segments", "timeline-presets");
        List<String> names = List.of(
                TEXTS.get("timeline.preset.hours"),
                TEXTS.get("timeline.preset.minutes"),
                TEXTS.get("timeline.preset.minute"),
                TEXTS.get("timeline.preset.seconds"));
        for (int i = 0; i < names.size(); i++) {
            presets.add(preset(i, names.get(i), names.size(), model::preset));
        }
        segments.getChildren().addAll(presets);
        segments.setMaxHeight(Region.USE_PREF_SIZE);
        follow.getStyleClass().add("follow");
        follow.setMinWidth(Region.USE_PREF_SIZE);
        follow.setOnAction(e -> {
            model.follow(follow.isSelected());
            changed.run();
        });
        UiParts.withKey(follow, "N");
        UiParts.tip(follow, TEXTS.get("timeline.follow.tip"), "N");
        getChildren().addAll(segments, UiParts.grow(), lanes(), follow);
    }

    private ToggleButton preset(int index, String name, int count, IntConsumer chosen) {
        ToggleButton part = new ToggleButton(name);
        part.setMinWidth(Region.USE_PREF_SIZE);
        part.getStyleClass().setAll("segment");
        if (index == 0) {
            part.getStyleClass().add("first");
        } else if (index == count - 1) {
            part.getStyleClass().add("last");
        }
        part.setOnAction(e -> {
            chosen.accept(index);
            changed.run();
        });
        return part;
    }

    private MenuButton lanes() {
        MenuButton menu = new MenuButton(TEXTS.get("timeline.lanes"), Icon.of(Feather.LAYERS, 14));
        menu.getStyleClass().add("flat");
        menu.setMinWidth(Region.USE_PREF_SIZE);
        menu.setAccessibleText(TEXTS.get("timeline.lanes"));
        for (TimelineLane lane : TimelineLane.values()) {
            CheckMenuItem item = new CheckMenuItem(lane.title());
            item.setSelected(true);
            item.setOnAction(e -> {
                model.lane(lane, item.isSelected());
                item.setSelected(model.lanes().contains(lane));
                changed.run();
            });
            menu.getItems().add(item);
        }
        return menu;
    }

    /// Shows what is in effect.
    void show() {
        for (int i = 0; i < presets.size(); i++) {
            presets.get(i).setSelected(model.preset().orElse(-1) == i);
        }
        follow.setSelected(model.following());
        follow.setDisable(!model.running());
    }
}
