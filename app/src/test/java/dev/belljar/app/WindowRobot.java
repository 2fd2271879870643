package dev.belljar.app;

import dev.belljar.app.pictures.WindowHarness;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.embed.swing.SwingFXUtils;
import javafx.geometry.Bounds;
import javafx.geometry.Rectangle2D;
import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.stage.Screen;
import javafx.stage.Window;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.testfx.api.FxRobot;

/// A user of the window in this process: clicks what it shows by its name, types, and waits for what appears. Clicks
/// and keys come from the display server, through TestFX.
final class WindowRobot {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration AGAIN = Duration.ofSeconds(3);
    /// The keys of characters other than letters and digits, on the keyboard that the display server has: an US one.
    private static final Map<Character, KeyCode> PLAIN = Map.of(
            ' ', KeyCode.SPACE,
            '-', KeyCode.MINUS,
            '.', KeyCode.PERIOD,
            '/', KeyCode.SLASH,
            ';', KeyCode.SEMICOLON,
            '=', KeyCode.EQUALS);
    private static final Map<Character, KeyCode> SHIFTED = Map.of(
            ':', KeyCode.SEMICOLON,
            '>', KeyCode.PERIOD,
            '~', KeyCode.BACK_QUOTE);

    private final FxRobot robot = new FxRobot();

    /// Waits until JavaFX runs, which opens the window.
    void awaitToolkit() {
        Awaitility.await().atMost(PATIENCE).pollInterval(PAUSE).until(() -> {
            try {
                Platform.runLater(() -> {});
                return true;
            } catch (IllegalStateException e) {
                return false;
            }
        });
    }

    /// Waits until each of these texts is part of a text in the window.
    void sees(String... words) {
        await("to see " + List.of(words), () -> shows(words));
    }

    /// Waits until this text is in no text in the window.
    void seesNoMore(String word) {
        await("the end of " + word, () -> !shows(word));
    }

    /// Clicks the control with exactly this name once it is enabled and no longer moves.
    void click(String name) {
        click("one enabled control “" + name + "”", () -> named(name));
    }

    /// Clicks the field with this title once it is enabled and no longer moves, and selects its text.
    void enter(String title) {
        click("one enabled field “" + title + "”", () -> titled(title).toList());
        press(KeyCode.CONTROL, KeyCode.A);
    }

    private void click(String what, Callable<List<Node>> nodes) {
        AtomicReference<Bounds> before = new AtomicReference<>();
        await(what, () -> {
            Bounds now = place(nodes);
            if (now == null || !now.equals(before.getAndSet(now))) {
                return false;
            }
            // The pointer takes its time, in which a message may have been moved.
            robot.moveTo(now);
            return now.equals(place(nodes));
        });
        robot.clickOn();
    }

    /// The place of the only node, if it is enabled.
    private static @Nullable Bounds place(Callable<List<Node>> nodes) {
        List<Node> found = WindowHarness.call(nodes);
        return found.size() == 1 && !found.getFirst().isDisabled() ? place(found.getFirst()) : null;
    }

    /// Presses these keys together.
    void press(KeyCode... keys) {
        robot.push(keys);
    }

    /// Presses these keys until the texts appear: each time after a few seconds in which they did not.
    void pressUntilSeen(List<KeyCode> keys, String... words) {
        await("keys " + keys + " to show " + List.of(words), () -> {
            press(keys.toArray(KeyCode[]::new));
            try {
                wait(AGAIN, () -> shows(words));
                return true;
            } catch (ConditionTimeoutException e) {
                return false;
            }
        });
    }

    /// Types a text, key by key.
    void type(String text) {
        text.chars().forEach(c -> type((char) c));
    }

    private void type(char c) {
        KeyCode shifted = SHIFTED.get(c);
        KeyCode plain = PLAIN.get(c);
        if (shifted != null) {
            press(KeyCode.SHIFT, shifted);
        } else if (plain != null) {
            press(plain);
        } else {
            String letter = Character.toString(c).toUpperCase(Locale.ROOT);
            press(Objects.requireNonNull(KeyCode.getKeyCode(letter), letter));
        }
    }

    /// True if each of these texts is part of a text in the window now.
    private boolean shows(String... words) {
        List<String> seen = texts();
        return Stream.of(words).allMatch(word -> seen.stream().anyMatch(text -> text.contains(word)));
    }

    /// All texts in the windows, and the names of controls.
    List<String> texts() {
        return WindowHarness.call(
                () -> nodes().flatMap(WindowRobot::texts).distinct().toList());
    }

    /// Writes a picture of the screen.
    void picture(Path file) throws IOException {
        Rectangle2D screen = WindowHarness.call(() -> Screen.getPrimary().getBounds());
        WindowHarness.write(SwingFXUtils.fromFXImage(robot.capture(screen).getImage(), null), file);
    }

    private void await(String what, BooleanSupplier condition) {
        try {
            wait(PATIENCE, condition);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("waited in vain for %s; the window shows %s".formatted(what, texts()), e);
        }
    }

    private static void wait(Duration longest, BooleanSupplier condition) {
        Awaitility.await()
                .atMost(longest)
                .pollInterval(PAUSE)
                .pollDelay(Duration.ZERO)
                .until(condition::getAsBoolean);
    }

    private static Stream<Node> titled(String title) {
        return nodes().filter(node -> node instanceof Label label && title.equals(label.getText()))
                .map(node -> ((Label) node).getLabelFor())
                .filter(Objects::nonNull);
    }

    /// The outermost visible nodes with this name; tooltips repeat names.
    private static List<Node> named(String name) {
        List<Node> found = new ArrayList<>();
        for (Window window : shown()) {
            if (!(window instanceof Tooltip)) {
                collect(window.getScene().getRoot(), name, found);
            }
        }
        return found;
    }

    private static void collect(Node node, String name, List<Node> found) {
        if (!node.isVisible()) {
            return;
        }
        if (name.equals(name(node))) {
            found.add(node);
        } else if (node instanceof Parent parent) {
            parent.getChildrenUnmodifiable().forEach(child -> collect(child, name, found));
        }
    }

    private static @Nullable String name(Node node) {
        String spoken = node.getAccessibleText();
        return spoken == null && node instanceof Labeled label ? label.getText() : spoken;
    }

    private static Stream<String> texts(Node node) {
        String spoken = node.getAccessibleText();
        String shown = switch (node) {
            case Labeled label -> label.getText();
            case TextInputControl field -> field.getText();
            default ->
                node.getAccessibleRole() == AccessibleRole.TEXT_AREA
                        ? (String) node.queryAccessibleAttribute(AccessibleAttribute.TEXT)
                        : null;
        };
        return Stream.of(spoken, shown).filter(Objects::nonNull).filter(text -> !text.isBlank());
    }

    private static @Nullable Bounds place(Node node) {
        Bounds at = WindowHarness.call(() -> node.localToScreen(node.getLayoutBounds()));
        return at == null || at.getWidth() <= 0 ? null : at;
    }

    private static Stream<Node> nodes() {
        return shown().stream().flatMap(window -> below(window.getScene().getRoot()));
    }

    private static Stream<Node> below(Node node) {
        if (!node.isVisible()) {
            return Stream.empty();
        }
        return node instanceof Parent parent
                ? Stream.concat(
                        Stream.of(node),
                        parent.getChildrenUnmodifiable().stream().flatMap(WindowRobot::below))
                : Stream.of(node);
    }

    private static List<Window> shown() {
        return Window.getWindows().stream()
                .filter(window -> window.isShowing() && window.getScene() != null)
                .toList();
    }
}
