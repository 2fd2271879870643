package dev.belljar.app.pictures;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.text.Font;
import javafx.scene.text.Text;
import org.kordamp.ikonli.javafx.FontIcon;

/// Finds text in a size other than the one its font was made for: JavaFX spaces its letters unevenly.
final class FontSizes {
    private FontSizes() {}

    /// Each text under `root` whose font family does not end with the font's size, with both.
    static List<String> unfit(Parent root) {
        List<String> found = new ArrayList<>();
        for (Node node : root.getChildrenUnmodifiable()) {
            if (!node.isVisible()) {
                continue;
            }
            if (node instanceof Text text
                    && !(node instanceof FontIcon)
                    && !text.getText().isBlank()) {
                Font font = text.getFont();
                if (!font.getFamily().endsWith(" " + (int) font.getSize()) || font.getSize() % 1 != 0) {
                    found.add("%s (%s at %s, in %s)"
                            .formatted(text.getText(), font.getFamily(), font.getSize(), classes(text)));
                }
            } else if (node instanceof Parent parent) {
                found.addAll(unfit(parent));
            }
        }
        return found;
    }

    private static String classes(Node node) {
        StringBuilder path = new StringBuilder();
        for (Node at = node; at != null && at.getParent() != null && path.length() < 120; at = at.getParent()) {
            path.insert(0, at.getStyleClass() + " ");
        }
        return path.toString().strip();
    }
}
