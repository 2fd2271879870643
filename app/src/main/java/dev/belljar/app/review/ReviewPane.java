package dev.belljar.app.review;

import dev.belljar.app.action.Actions;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.work.FileChange;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;

/// The commits and the files of a review; a file being read takes the right half, and the commits are hidden.
final class ReviewPane extends HBox {
    private static final double LEFT = 456;

    private final ReviewModel model;
    private final CommitColumn commits;
    private final FileLists files;
    private final FileReader reader;
    private final String sandbox;

    ReviewPane(ReviewModel model, CommitColumn commits, Actions actions, String sandbox, Runnable changed) {
        this.model = model;
        this.commits = commits;
        this.sandbox = sandbox;
        files = new FileLists(model, changed, this::read);
        reader = new FileReader(actions, this::shut);
        setMinHeight(0);
        getChildren().setAll(commits, UiParts.growing(files));
        addEventHandler(KeyEvent.KEY_PRESSED, e -> {
            if (e.getCode() == KeyCode.ESCAPE && getChildren().contains(reader)) {
                shut();
                e.consume();
            }
        });
    }

    private void read(FileChange file) {
        files.mark(file);
        files.setPrefWidth(LEFT);
        files.setMaxWidth(LEFT);
        if (!getChildren().contains(reader)) {
            getChildren().setAll(files, UiParts.growing(reader));
        }
        reader.show(file, model.sides(sandbox, file));
    }

    private void shut() {
        files.mark(null);
        files.setPrefWidth(USE_COMPUTED_SIZE);
        files.setMaxWidth(Double.MAX_VALUE);
        reader.stop();
        getChildren().setAll(commits, files);
        files.requestFocus();
    }
}
