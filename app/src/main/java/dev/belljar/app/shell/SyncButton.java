package dev.belljar.app.shell;

import dev.belljar.app.live.WorkPicture;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// The button that brings work back; it always says what it would bring.
final class SyncButton extends Button {
    SyncButton(Runnable review) {
        getStyleClass().add("sync");
        setMinWidth(USE_PREF_SIZE);
        setOnAction(e -> review.run());
        Parts.tip(this, "Review what the machine made, then bring it to your project", "");
        show(WorkPicture.UNKNOWN, false);
    }

    void show(WorkPicture work, boolean running) {
        getStyleClass().removeAll("primary");
        setDisable(!running || work.upToDate());
        if (running && work.upToDate()) {
            face(Feather.CHECK, "In sync");
        } else if (work.commits() + work.uncommitted() > 0) {
            getStyleClass().add("primary");
            face(Feather.REFRESH_CW, "Sync");
            add(work.commits(), Feather.ARROW_DOWN);
            add(work.uncommitted(), Feather.EDIT_2);
        } else {
            face(Feather.REFRESH_CW, "Sync");
        }
        setAccessibleText(getAccessibleText()
                + (work.commits() + work.uncommitted() > 0
                        ? ", " + work.commits() + " commits, " + work.uncommitted() + " files not committed"
                        : ""));
    }

    private void face(Feather icon, String words) {
        setGraphic(Parts.row(6, Icon.of(icon), Parts.text(words, "button-words")));
        setAccessibleText(words);
    }

    private void add(int number, Feather icon) {
        if (number > 0 && getGraphic() instanceof HBox row) {
            row.getChildren().add(Parts.row(2, Parts.text(Integer.toString(number), "semi"), Icon.of(icon, 12)));
        }
    }
}
