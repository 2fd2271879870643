package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.theme.Theme;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.awt.image.RescaleOp;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests on a real screen that a changed word, digit or size is a difference, and that edges shifted by a
/// pixel or slightly lighter are not.
@Tag("slow")
class PictureDifferenceTest {
    @ParameterizedTest
    @EnumSource(Theme.class)
    void oneChangedWordIsADifference(Theme theme) {
        assertThat(changed(theme, text -> text.replaceFirst("\\w+", "xylem"))).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource(Theme.class)
    void aChangedDigitIsADifference(Theme theme) {
        assertThat(changed(theme, text -> text.replaceFirst("4", "5").replaceFirst("1", "7")))
                .isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource(Theme.class)
    void aScreenDrawnTwiceIsTheSame(Theme theme) {
        BufferedImage one;
        try (WindowHarness window = screen(theme)) {
            one = window.picture();
        }
        try (WindowHarness window = screen(theme)) {
            assertThat(difference(window, one, window.picture())).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Theme.class)
    void aShiftByOnePixelIsNoDifference(Theme theme) {
        try (WindowHarness window = screen(theme)) {
            BufferedImage picture = window.picture();
            assertThat(difference(window, picture, shifted(picture, 1, 0))).isEmpty();
            assertThat(difference(window, picture, shifted(picture, 1, 1))).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Theme.class)
    void aSlightlyLighterPictureIsNoDifference(Theme theme) {
        try (WindowHarness window = screen(theme)) {
            BufferedImage picture = window.picture();
            RescaleOp lighter = new RescaleOp(new float[] {1.05f, 1.05f, 1.05f}, new float[] {8, 8, 8}, null);
            assertThat(difference(window, picture, lighter.filter(picture, null)))
                    .isEmpty();
        }
    }

    @Test
    void aShiftByThreePixelsIsADifference() {
        try (WindowHarness window = screen(Theme.DARK)) {
            BufferedImage picture = window.picture();
            assertThat(difference(window, picture, shifted(picture, 3, 0))).isNotEmpty();
        }
    }

    @Test
    void anotherSizeIsADifference() {
        BufferedImage small = new BufferedImage(20, 10, BufferedImage.TYPE_INT_RGB);
        BufferedImage large = new BufferedImage(20, 11, BufferedImage.TYPE_INT_RGB);
        assertThat(PictureDifference.between(small, large, List.of()).none()).isFalse();
    }

    private static WindowHarness screen(Theme theme) {
        return ScreenCases.named("doctor-ready").open(theme);
    }

    private static List<Rectangle> difference(WindowHarness window, BufferedImage one, BufferedImage other) {
        return PictureDifference.between(one, other, window.moving()).blocks();
    }

    /// The difference after the text of the smallest label that `change` affects was changed.
    private static List<Rectangle> changed(Theme theme, UnaryOperator<String> change) {
        try (WindowHarness window = screen(theme)) {
            BufferedImage before = window.picture();
            // In one task: the window sets its own text again as soon as it receives the state of its host.
            BufferedImage after = WindowHarness.call(() -> {
                Parent root = window.workbench().scene().getRoot();
                Label label = root.lookupAll(".label").stream()
                        .filter(node -> node instanceof Label shown
                                && shown.getText() != null
                                && !change.apply(shown.getText()).equals(shown.getText())
                                && visible(shown))
                        .map(Label.class::cast)
                        .min(Comparator.comparingDouble(PictureDifferenceTest::area))
                        .orElseThrow();
                label.setText(change.apply(label.getText()));
                root.applyCss();
                root.layout();
                return WindowHarness.opaque(root.getScene().snapshot(null));
            });
            return difference(window, before, after);
        }
    }

    private static boolean visible(Node node) {
        for (Node at = node; at != null; at = at.getParent()) {
            if (!at.isVisible()) {
                return false;
            }
        }
        return area(node) > 0;
    }

    private static double area(Node node) {
        Bounds bounds = node.getLayoutBounds();
        return bounds.getWidth() * bounds.getHeight();
    }

    /// The picture, shifted to the right and down by this many pixels.
    private static BufferedImage shifted(BufferedImage picture, int right, int down) {
        BufferedImage moved = new BufferedImage(picture.getWidth(), picture.getHeight(), picture.getType());
        Graphics2D pen = moved.createGraphics();
        pen.drawImage(picture, 0, 0, null);
        pen.drawImage(picture, right, down, null);
        pen.dispose();
        return moved;
    }
}
