package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.look.Theme;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.text.Text;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kordamp.ikonli.javafx.FontIcon;

/// Every screen is drawn in a theme: not blank, of the right size, and no word is cut that must not be.
///
/// With `-Dbelljar.pictures=update` the pictures also replace those in `assets/screenshots`. Each theme is a class of
/// its own, so that two can be drawn at once.
abstract class DrawnScreens {
    private final Theme theme;

    DrawnScreens(Theme theme) {
        this.theme = theme;
    }

    @ParameterizedTest
    @MethodSource("dev.belljar.app.pictures.Shots#all")
    void theScreenIsDrawnAndReadable(Shot shot) throws IOException {
        try (Booth booth = shot.open(theme)) {
            BufferedImage picture = booth.picture();
            Booth.write(picture, Path.of("target", "screenshots").resolve(shot.fileName(theme)));
            if ("update".equals(System.getProperty("belljar.pictures"))) {
                Path assets = Path.of(System.getProperty("belljar.assets", "../assets"));
                Booth.write(picture, assets.resolve("screenshots").resolve(shot.fileName(theme)));
            }
            assertThat(picture.getWidth()).isEqualTo(shot.width());
            assertThat(picture.getHeight()).isEqualTo(shot.height());
            assertThat(colours(picture)).as("colours in %s", shot).isGreaterThan(60);
            assertThat(Booth.call(() -> {
                        Parent root = booth.bench().scene().getRoot();
                        // A figure that changed since the last pulse is cut until the next.
                        root.applyCss();
                        root.layout();
                        return cutWords(root);
                    }))
                    .isEmpty();
        }
    }

    private static int colours(BufferedImage picture) {
        Set<Integer> seen = new HashSet<>();
        for (int y = 0; y < picture.getHeight(); y += 3) {
            for (int x = 0; x < picture.getWidth(); x += 3) {
                seen.add(picture.getRGB(x, y));
            }
        }
        return seen.size();
    }

    /// Words that end in an ellipsis although they are not of the kind that may.
    private static List<String> cutWords(Parent root) {
        List<String> cut = new ArrayList<>();
        for (Node node : root.getChildrenUnmodifiable()) {
            if (!node.isVisible()) {
                continue;
            }
            if (node instanceof Label label && !label.getStyleClass().contains("cut") && isCut(label)) {
                cut.add(label.getText());
            }
            if (node instanceof Parent parent) {
                cut.addAll(cutWords(parent));
            }
        }
        return cut;
    }

    static boolean isCut(Label label) {
        String whole = label.getText();
        return whole != null
                && label.getWidth() > 0
                && label.getChildrenUnmodifiable().stream()
                        .anyMatch(n -> n instanceof Text text
                                && !(n instanceof FontIcon)
                                && !text.getText().isEmpty()
                                && !text.getText().equals(whole));
    }
}
