package dev.belljar.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import com.techsenger.jeditermfx.core.util.TermSize;
import dev.belljar.app.pictures.WindowHarness;
import dev.belljar.app.session.OutputGate;
import dev.belljar.app.session.TerminalFeed;
import dev.belljar.app.theme.Theme;
import dev.belljar.app.ui.DialogLayer;
import dev.belljar.app.ui.UiContext;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.event.Event;
import javafx.event.EventType;
import javafx.scene.AccessibleAttribute;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.Label;
import javafx.scene.input.InputMethodEvent;
import javafx.scene.input.InputMethodHighlight;
import javafx.scene.input.InputMethodTextRun;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tests that keyboard and mouse input reaches the program in the form that terminals send.
@Timeout(300)
class TerminalViewTest {
    private final BlockingQueue<String> typed = new LinkedBlockingQueue<>();
    private final TerminalFeed feed = new TerminalFeed(new OutputGate(words -> {}, () -> {})) {
        @Override
        public void write(byte[] bytes) {
            typed.add(new String(bytes, StandardCharsets.UTF_8));
        }

        @Override
        public void resize(TermSize next) {
            size = next;
        }

        @Override
        public String getName() {
            return "hands";
        }
    };
    private final StringBuilder heard = new StringBuilder();
    private final AtomicInteger drawn = new AtomicInteger();
    private final ReadOnlyObjectWrapper<Theme> theme = new ReadOnlyObjectWrapper<>(Theme.DARK) {
        @Override
        public Theme get() {
            drawn.incrementAndGet();
            return super.get();
        }
    };
    private volatile @Nullable TermSize size;
    private TerminalView view;
    private Stage stage;
    private Canvas canvas;

    @BeforeEach
    @SuppressWarnings("NullAway")
    void show() throws InterruptedException {
        WindowHarness.start();
        WindowHarness.call(() -> {
            DialogLayer overlay = new DialogLayer(new StackPane());
            UiContext context = new UiContext(overlay, theme, Clock.systemUTC());
            view = new TerminalView(context, () -> {}, address -> {});
            stage = new Stage();
            stage.setScene(new Scene(new StackPane(view.node(), overlay), 800, 500));
            stage.show();
            view.connect(feed);
            canvas = (Canvas) view.node().lookup("Canvas");
            return canvas;
        });
        awaitItsSize();
    }

    /// Output that is printed before the terminal has its final size is laid out again afterwards, which
    /// moves the cursor.
    private void awaitItsSize() throws InterruptedException {
        AtomicReference<TermSize> before = new AtomicReference<>();
        AtomicInteger same = new AtomicInteger();
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> {
            TermSize now = size;
            boolean settled = now != null && now.equals(before.getAndSet(now));
            return settled ? same.incrementAndGet() >= 20 : same.getAndSet(0) < 0;
        });
    }

    @AfterEach
    void end() {
        WindowHarness.call(() -> {
            view.close();
            stage.close();
            return true;
        });
    }

    /// Drawing looks up the theme's colours. The tests run without motion, as for users who do not want it.
    @Test
    void aFocusedTerminalIsDrawnOnlyWhenItChanges() throws InterruptedException {
        WindowHarness.call(() -> {
            view.enter();
            return true;
        });
        prints("$ ");
        awaitTyped("R");
        int before = drawnAtLast();
        prints("ls");
        Awaitility.await().atMost(Durations.ONE_MINUTE).until(() -> drawn.get() > before);
    }

    @Test
    void aTerminalThatIsNotShownIsNotDrawn() throws InterruptedException {
        StackPane root = (StackPane) stage.getScene().getRoot();
        WindowHarness.call(() -> root.getChildren().remove(view.node()));
        int before = drawnAtLast();
        prints("hidden");
        awaitTyped("R");
        assertThat(drawnAtLast()).isEqualTo(before);
        WindowHarness.call(() -> root.getChildren().add(view.node()));
        Awaitility.await().atMost(Durations.ONE_MINUTE).until(() -> drawn.get() > before);
    }

    /// The count of colours that were looked up, once it stays the same for a second.
    private int drawnAtLast() {
        AtomicInteger before = new AtomicInteger(-1);
        Awaitility.await()
                .pollInterval(Durations.ONE_SECOND)
                .atMost(Durations.TWO_MINUTES)
                .until(() -> before.getAndSet(drawn.get()) == drawn.get());
        return before.get();
    }

    /// Waits until this text was sent; automatic answers of the terminal may come in between.
    private void awaitTyped(String words) throws InterruptedException {
        while (heard.indexOf(words) < 0) {
            String next = typed.poll(60, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError(
                        "nothing more was typed after \"%s\"; meanwhile:%n%s".formatted(heard, threads()));
            }
            heard.append(next);
        }
        heard.setLength(0);
    }

    /// The stack of each thread, for messages about a deadlock.
    private static String threads() {
        StringBuilder all = new StringBuilder();
        Thread.getAllStackTraces().forEach((thread, frames) -> {
            all.append(thread).append(' ').append(thread.getState()).append('\n');
            List.of(frames).forEach(frame -> all.append("    ").append(frame).append('\n'));
        });
        return all.toString();
    }

    private void prints(String words) throws InterruptedException {
        feed.accept(words.getBytes(StandardCharsets.UTF_8));
        // The terminal reports the cursor position after it has drawn the preceding output.
        feed.accept("\u001b[6n".getBytes(StandardCharsets.UTF_8));
    }

    private static void fire(Node node, Event event) {
        WindowHarness.call(() -> {
            Event.fireEvent(node, event);
            return true;
        });
    }

    private void composes(String composed, String committed) {
        List<InputMethodTextRun> runs = composed.isEmpty()
                ? List.of()
                : List.of(new InputMethodTextRun(composed, InputMethodHighlight.UNSELECTED_RAW));
        fire(
                canvas,
                new InputMethodEvent(
                        InputMethodEvent.INPUT_METHOD_TEXT_CHANGED,
                        FXCollections.observableArrayList(runs),
                        committed,
                        0));
    }

    private void mouse(EventType<MouseEvent> type, double x, double y) {
        boolean down = type == MouseEvent.MOUSE_PRESSED;
        fire(
                canvas,
                new MouseEvent(
                        type,
                        x,
                        y,
                        x,
                        y,
                        MouseButton.PRIMARY,
                        1,
                        false,
                        false,
                        false,
                        false,
                        down,
                        false,
                        false,
                        false,
                        false,
                        true,
                        null));
    }

    @Test
    void composedLettersAreShownAtTheCursorAndTypedOnceChosen() throws Exception {
        prints("\r\n$ ");
        awaitTyped("\u001b[2;3R");
        composes("にほ", "");
        Label letters = (Label) view.node().lookup(".composing");
        assertThat(letters.isVisible()).isTrue();
        assertThat(letters.getText()).isEqualTo("にほ");
        assertThat(letters.getLayoutX()).isGreaterThan(8);
        assertThat(letters.getLayoutY()).isGreaterThan(8);
        composes("", "日本");
        awaitTyped("日本");
        assertThat(letters.isVisible()).isFalse();
    }

    @Test
    void aScreenReaderReadsTheScreen() throws Exception {
        prints("$ make test\r\n");
        awaitTyped("\u001b[2;1R");
        Object text = WindowHarness.call(() -> view.node().queryAccessibleAttribute(AccessibleAttribute.TEXT));
        assertThat(String.valueOf(text)).startsWith("$ make test");
    }

    @Test
    void wideLettersTakeTwoCells() throws Exception {
        prints("日本");
        awaitTyped("\u001b[1;5R");
    }

    @Test
    void aProgramThatEnablesTheMouseReceivesItsEvents() throws Exception {
        prints("\u001b[?1000h\u001b[?1006h");
        awaitTyped("R");
        mouse(MouseEvent.MOUSE_PRESSED, 2, 2);
        mouse(MouseEvent.MOUSE_RELEASED, 2, 2);
        awaitTyped("\u001b[<0;1;1M");
    }
}
