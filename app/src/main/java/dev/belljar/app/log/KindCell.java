package dev.belljar.app.log;

import dev.belljar.app.sandbox.LogLine;
import dev.belljar.app.table.CellView;
import dev.belljar.app.ui.UiParts;
import javafx.scene.Node;
import javafx.scene.control.Label;

/// The kind of a log line as a tag in the colour of its level.
final class KindCell implements CellView<LogLine> {
    private final Label tag = UiParts.tag("");

    @Override
    public Node node() {
        return tag;
    }

    @Override
    public void show(LogLine line) {
        tag.setText(line.kind());
        tag.getStyleClass().removeAll("ok", "warn", "danger", "line");
        switch (line.level()) {
            case GOOD -> tag.getStyleClass().add("ok");
            case WARN -> tag.getStyleClass().add("warn");
            case BAD -> tag.getStyleClass().add("danger");
            case PLAIN -> {
                if (line.kind().equals("console")) {
                    tag.getStyleClass().add("line");
                }
            }
        }
    }
}
