package dev.belljar.app.shell;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.UiParts;
import dev.belljar.app.work.SyncSummary;
import dev.belljar.app.work.WorkState;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncState;
import dev.belljar.contract.sync.SyncStatus;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The split button that starts a sync: it says in words whether there is anything to sync, and its menu has the
/// mode.
final class SyncButton extends HBox {
    private static final Texts TEXTS = Texts.of(SyncButton.class);

    private final Label words = UiParts.text("", "button-words");
    private final Label commits = count(Feather.ARROW_DOWN);
    private final Label files = count(Feather.EDIT_2);
    private final FontIcon face = Icon.of(Feather.REFRESH_CW);
    private final Button main = new Button();
    private final MenuButton more = new MenuButton(null, Icon.of(Feather.CHEVRON_DOWN, 14));
    private final MenuItem look;
    private final MenuItem send;
    private final MenuItem download;
    private final MenuItem artifacts;
    private final Map<SyncMode, RadioMenuItem> modes = new EnumMap<>(SyncMode.class);
    private SyncSummary shown = SyncSummary.of(null, WorkState.UNKNOWN);
    private boolean brief;

    /// What the button and its menu do.
    record SyncButtonActions(
            Runnable review,
            Runnable push,
            Runnable again,
            Runnable download,
            Runnable artifacts,
            Consumer<SyncMode> mode,
            Runnable settings) {}

    SyncButton(SyncButtonActions actions) {
        setMinWidth(USE_PREF_SIZE);
        setAlignment(Pos.CENTER);
        main.getStyleClass().addAll("sync", "split-left");
        main.setMinWidth(USE_PREF_SIZE);
        main.setGraphic(UiParts.row(6, face, words, commits, files));
        main.setOnAction(e -> actions.review().run());
        more.getStyleClass().add("split-right");
        more.setAccessibleText(TEXTS.get("sync.more"));
        look = ContextMenus.item(TEXTS.get("sync.refresh"), Feather.ROTATE_CW, actions.again());
        send = ContextMenus.item(TEXTS.get("sync.push"), Feather.UPLOAD, actions.push());
        download = ContextMenus.item(TEXTS.get("sync.download"), Feather.DOWNLOAD, actions.download());
        artifacts = ContextMenus.item(TEXTS.get("sync.artifacts"), Feather.PACKAGE, actions.artifacts());
        artifacts.setVisible(false);
        more.getItems()
                .addAll(
                        ContextMenus.item(TEXTS.get("sync.review"), Feather.GIT_PULL_REQUEST, actions.review()),
                        send,
                        look,
                        new SeparatorMenuItem(),
                        download,
                        artifacts,
                        new SeparatorMenuItem());
        ToggleGroup group = new ToggleGroup();
        for (SyncMode mode : SyncMode.values()) {
            RadioMenuItem item = new RadioMenuItem();
            item.setToggleGroup(group);
            item.setOnAction(e -> actions.mode().accept(mode));
            modes.put(mode, item);
            more.getItems().add(item);
        }
        more.getItems().add(ContextMenus.item(TEXTS.get("sync.settings"), Feather.SLIDERS, actions.settings()));
        getChildren().addAll(main, more);
        show(null, WorkState.UNKNOWN, false);
    }

    /// Shows the state of the sync.
    void show(@Nullable SyncStatus status, WorkState work, boolean running) {
        shown = SyncSummary.of(status, running ? work : WorkState.UNKNOWN);
        boolean due = running && shown.due();
        main.setDisable(!due);
        look.setDisable(!running);
        send.setDisable(!running);
        download.setDisable(!running);
        artifacts.setDisable(!running);
        face.setIconCode(face(shown.state()));
        spell();
        for (var half : new ButtonBase[] {main, more}) {
            half.getStyleClass().remove("primary");
            if (running && shown.some()) {
                half.getStyleClass().add("primary");
            }
        }
        UiParts.tip(main, shown.tip(), "");
        main.setAccessibleText(
                shown.some()
                        ? TEXTS.get("sync.spoken", brief(shown.state()), shown.commits(), shown.files())
                        : shown.words());
        int idle = status == null ? 0 : status.settings().idleSeconds();
        modes.forEach((mode, item) -> item.setText(TEXTS.get(mode, idle)));
        modes.forEach((mode, item) -> item.setSelected(mode == SyncSummary.mode(status)));
    }

    /// Offers the artifacts that the project proposes, if it does.
    void offerArtifacts(boolean proposed) {
        artifacts.setVisible(proposed);
    }

    /// Calls `then` when the menu opens.
    void onMenu(Runnable then) {
        more.setOnShowing(e -> then.run());
    }

    /// What the button says, which decides how wide it is.
    String words() {
        return shown.words() + " " + shown.commits() + " " + shown.files();
    }

    /// Shows counts instead of a sentence.
    void brief(boolean next) {
        brief = next;
        spell();
    }

    private void spell() {
        boolean counts = brief && shown.some();
        words.setText(counts ? brief(shown.state()) : shown.words());
        put(commits, counts ? shown.commits() : 0);
        put(files, counts ? shown.files() : 0);
    }

    private static String brief(SyncState state) {
        return switch (state) {
            case WAITING -> TEXTS.get("sync.brief.review");
            case CONFLICT -> TEXTS.get("sync.brief.conflict");
            default -> TEXTS.get("sync.brief.sync");
        };
    }

    private static Feather face(SyncState state) {
        return switch (state) {
            case IN_SYNC -> Feather.CHECK;
            case WORKING -> Feather.DOWNLOAD;
            case WAITING -> Feather.GIT_PULL_REQUEST;
            case CONFLICT -> Feather.ALERT_TRIANGLE;
            case UNKNOWN, CHANGED -> Feather.REFRESH_CW;
        };
    }

    private static void put(Label label, int number) {
        label.setText(Integer.toString(number));
        label.setVisible(number > 0);
        label.setManaged(number > 0);
    }

    private static Label count(Feather icon) {
        Label label = UiParts.text("", "semi");
        label.setGraphic(Icon.of(icon, 12));
        label.setContentDisplay(ContentDisplay.RIGHT);
        label.setGraphicTextGap(2);
        return label;
    }
}
