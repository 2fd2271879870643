package dev.belljar.app.processes;

import dev.belljar.app.ui.UiParts;
import javafx.geometry.Insets;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// The sections of a process's details.
final class DetailsSection {
    /// The most rows of a section; the rest is counted.
    static final int MOST = 12;

    private DetailsSection() {}

    /// The title of a section, with the number of its rows.
    static HBox heading(String words, int count) {
        HBox heading = UiParts.row(6, UiParts.text(words, "sm", "semi"), UiParts.count(Integer.toString(count)));
        heading.setPadding(new Insets(0, 0, 6, 0));
        return heading;
    }

    /// Makes a column a section.
    static VBox of(VBox content) {
        content.getStyleClass().add("details-section");
        return content;
    }
}
