package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.theme.Theme;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.text.Text;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kordamp.ikonli.javafx.FontIcon;

/// Draws every screen in both themes and checks that it is not blank, has the right size, cuts no text that
/// must not be cut, and matches the committed picture if there is one.
///
/// All pictures are written to `target/pictures`. With `-Dpictures.approve=true` committed ones are replaced
/// if they differ; with `-Dpictures.drawn=committed` only those are drawn. Reaching a screen takes longer
/// than drawing it, so each is drawn in one theme and then in the other; two classes share the screens, so
/// that two can be drawn at once.
abstract class DrawnScreens {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @ParameterizedTest
    @MethodSource("screens")
    void theScreenIsDrawnAndReadable(ScreenCase screen) throws IOException {
        try (WindowHarness window = screen.open(Theme.DARK)) {
            draw(screen, window, Theme.DARK);
            window.run(() -> window.workbench().switchTheme());
            draw(screen, window, Theme.LIGHT);
        }
    }

    private static void draw(ScreenCase screen, WindowHarness window, Theme theme) throws IOException {
        BufferedImage picture = settled(screen.fileName(theme), window);
        assertThat(picture.getWidth()).isEqualTo(screen.width());
        assertThat(picture.getHeight()).isEqualTo(screen.height());
        assertThat(colours(picture)).as("colours in %s", screen).isGreaterThan(60);
        assertThat(brightness(picture) > 0.5).as("%s is bright", screen).isEqualTo(theme == Theme.LIGHT);
        assertThat(WindowHarness.call(() -> {
                    Parent root = window.workbench().scene().getRoot();
                    // A figure that changed after the last pulse is cut until the next one.
                    root.applyCss();
                    root.layout();
                    List<String> unreadable = cutWords(root);
                    unreadable.addAll(FontSizes.unfit(root));
                    return unreadable;
                }))
                .isEmpty();
        CommittedPictures.here()
                .check(screen.fileName(theme), picture, window.moving(), Boolean.getBoolean("pictures.approve"));
    }

    /// Returns the picture of the window once it looks like the committed one, or after [#PATIENCE] without a change.
    ///
    /// Several threads fetch the parts of a screen: one may arrive after the words that the test waits for.
    private static BufferedImage settled(String name, WindowHarness window) throws IOException {
        BufferedImage picture = window.picture();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!CommittedPictures.here().fits(name, picture, window.moving()) && System.nanoTime() < deadline) {
            BufferedImage next = window.picture();
            if (!PictureDifference.between(picture, next, window.moving()).none()) {
                deadline = System.nanoTime() + PATIENCE.toNanos();
            }
            picture = next;
        }
        return picture;
    }

    /// Every second screen, starting with this index.
    static Stream<ScreenCase> everySecond(int from) {
        boolean all = !"committed".equals(System.getProperty("pictures.drawn"));
        List<ScreenCase> screens = ScreenCases.all().stream()
                .filter(screen -> all || screen.isCommitted())
                .toList();
        return IntStream.range(0, screens.size()).filter(i -> i % 2 == from).mapToObj(screens::get);
    }

    /// The mean of all channels, from 0 to 1.
    private static double brightness(BufferedImage picture) {
        long sum = 0;
        long count = 0;
        for (int y = 0; y < picture.getHeight(); y += 7) {
            for (int x = 0; x < picture.getWidth(); x += 7) {
                int rgb = picture.getRGB(x, y);
                sum += (rgb >> 16 & 0xff) + (rgb >> 8 & 0xff) + (rgb & 0xff);
                count += 3;
            }
        }
        return sum / (255.0 * count);
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

    /// Texts that end in an ellipsis although they must not be cut.
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
