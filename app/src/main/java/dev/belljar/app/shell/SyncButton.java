package dev.belljar.app.shell;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.UiParts;
import dev.belljar.app.work.WorkState;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The split button that starts a sync; it always shows how much a sync would fetch.
final class SyncButton extends HBox {
    private static final Texts TEXTS = Texts.of(SyncButton.class);

    private final Label words = UiParts.text(TEXTS.get("sync.name"), "button-words");
    private final Label commits = count(Feather.ARROW_DOWN);
    private final Label files = count(Feather.EDIT_2);
    private final FontIcon face = Icon.of(Feather.REFRESH_CW);
    private final Button main = new Button();
    private final MenuButton more = new MenuButton(null, Icon.of(Feather.CHEVRON_DOWN, 14));
    private final MenuItem bring;
    private final MenuItem look;

    SyncButton(Runnable review, Runnable changes, Runnable again) {
        setMinWidth(USE_PREF_SIZE);
        setAlignment(Pos.CENTER);
        main.getStyleClass().addAll("sync", "split-left");
        main.setMinWidth(USE_PREF_SIZE);
        main.setGraphic(UiParts.row(6, face, words, commits, files));
        main.setOnAction(e -> review.run());
        UiParts.tip(main, TEXTS.get("sync.tip"), "");
        more.getStyleClass().add("split-right");
        more.setAccessibleText(TEXTS.get("sync.more"));
        bring = ContextMenus.item(TEXTS.get("sync.review"), Feather.GIT_PULL_REQUEST, review);
        look = ContextMenus.item(TEXTS.get("sync.refresh"), Feather.ROTATE_CW, again);
        more.getItems().addAll(bring, ContextMenus.item(TEXTS.get("sync.changes"), Feather.FILE_TEXT, changes), look);
        getChildren().addAll(main, more);
        show(WorkState.UNKNOWN, false);
    }

    void show(WorkState work, boolean running) {
        boolean same = running && work.upToDate();
        boolean due = running && !same;
        boolean some = due && work.commits() + work.uncommitted() > 0;
        main.setDisable(!due);
        bring.setDisable(main.isDisabled());
        look.setDisable(!running);
        words.setText(TEXTS.get(same ? "sync.same" : "sync.name"));
        put(commits, due ? work.commits() : 0);
        put(files, due ? work.uncommitted() : 0);
        face.setIconCode(same ? Feather.CHECK : Feather.REFRESH_CW);
        for (var half : new ButtonBase[] {main, more}) {
            half.getStyleClass().remove("primary");
            if (some) {
                half.getStyleClass().add("primary");
            }
        }
        main.setAccessibleText(some ? TEXTS.get("sync.spoken", work.commits(), work.uncommitted()) : words.getText());
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
