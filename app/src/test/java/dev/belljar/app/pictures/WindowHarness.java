package dev.belljar.app.pictures;

import dev.belljar.app.BelljarWindow;
import dev.belljar.app.desktop.DesktopIntegration;
import dev.belljar.app.desktop.RemoteEditors;
import dev.belljar.app.process.ProcessItem;
import dev.belljar.app.recorded.RecordedAgent;
import dev.belljar.app.recorded.RecordedBrowsers;
import dev.belljar.app.recorded.RecordedHost;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.shell.Workbench;
import dev.belljar.app.snapshots.TreeDrawing;
import dev.belljar.app.theme.Theme;
import dev.belljar.app.timeline.TimelineDrawing;
import dev.belljar.app.ui.SegmentedControl;
import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import javafx.application.Platform;
import javafx.event.Event;
import javafx.event.EventType;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuButton;
import javafx.scene.control.TextInputControl;
import javafx.scene.image.Image;
import javafx.scene.image.PixelFormat;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.robot.Robot;
import javafx.stage.Stage;
import javax.imageio.ImageIO;

/// Opens the real window with a recorded agent, without a display, and takes pictures of it.
public final class WindowHarness implements AutoCloseable {
    private static final AtomicBoolean STARTED = new AtomicBoolean();
    private static final long PATIENCE_MILLIS = 300_000;

    private final RecordedAgent agent;
    private final RecordedBrowsers browsers;
    private final Workbench workbench;
    private final Stage stage;

    private WindowHarness(RecordedAgent agent, RecordedBrowsers browsers, Workbench workbench, Stage stage) {
        this.agent = agent;
        this.browsers = browsers;
        this.workbench = workbench;
        this.stage = stage;
    }

    /// Opens a window of 1440 × 900 in this theme with an agent in this scenario.
    public static WindowHarness open(Scenario scenario, Theme theme) {
        return open(scenario, theme, 1440, 900);
    }

    /// Opens a window of this size.
    public static WindowHarness open(Scenario scenario, Theme theme, int width, int height) {
        return open(scenario, theme, width, height, RecordedHost.CLOCK);
    }

    private static WindowHarness open(Scenario scenario, Theme theme, int width, int height, Clock clock) {
        start();
        RecordedAgent agent = new RecordedAgent(scenario);
        RecordedBrowsers browsers = new RecordedBrowsers();
        DesktopIntegration desktop = new DesktopIntegration((title, words) -> {}, RemoteEditors.NONE, browsers);
        return call(() -> {
            Workbench workbench = BelljarWindow.open(agent, () -> {}, desktop, theme, clock, width, height);
            Stage stage = new Stage();
            stage.setScene(workbench.scene());
            stage.show();
            // A minimized window is not painted: pictures are snapshots of the scene, and to paint a frame, JavaFX's
            // headless platform copies it pixel by pixel, which takes most of a test's time.
            stage.setIconified(true);
            return new WindowHarness(agent, browsers, workbench, stage);
        });
    }

    public RecordedAgent agent() {
        return agent;
    }

    public RecordedBrowsers browsers() {
        return browsers;
    }

    public Workbench workbench() {
        return workbench;
    }

    /// Runs an action on the FX thread.
    public void run(Runnable action) {
        call(() -> {
            action.run();
            return 0;
        });
    }

    /// Opens a window whose clock shows the time that `millis` returns.
    public static WindowHarness open(Scenario scenario, Theme theme, LongSupplier millis) {
        Clock clock = new Clock() {
            @Override
            public ZoneId getZone() {
                return RecordedHost.CLOCK.getZone();
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return Instant.ofEpochMilli(millis.getAsLong());
            }
        };
        return open(scenario, theme, 1440, 900, clock);
    }

    /// Waits until a condition is true on the FX thread.
    public void await(String what, Predicate<Workbench> condition) {
        long deadline = System.currentTimeMillis() + PATIENCE_MILLIS;
        while (!call(() -> condition.test(workbench))) {
            if (System.currentTimeMillis() > deadline) {
                throw new AssertionError("waited in vain for " + what);
            }
            pause(20);
        }
    }

    /// Waits for a few frames, so that styles and layout are complete.
    public void settle() {
        for (int i = 0; i < 3; i++) {
            pause(20);
            run(() -> {
                workbench.scene().getRoot().applyCss();
                workbench.scene().getRoot().layout();
            });
        }
    }

    /// Selects the row of a list that shows this process.
    public void chooseRow(String name, int pid) {
        await("process " + name, b -> !rows().isEmpty());
        run(() -> rows().forEach(list -> list.getItems().stream()
                .filter(item -> item instanceof ProcessItem line && line.row().pid() == pid)
                .findFirst()
                .ifPresent(
                        item -> list.getSelectionModel().select(list.getItems().indexOf(item)))));
    }

    /// Presses a key at the focused node.
    public void key(KeyCode code) {
        run(() -> {
            Node owner = Objects.requireNonNull(workbench.scene().getFocusOwner(), "nothing has the keyboard");
            for (var type : List.of(KeyEvent.KEY_PRESSED, KeyEvent.KEY_RELEASED)) {
                Event.fireEvent(owner, new KeyEvent(type, "", "", code, false, false, false, false));
            }
        });
    }

    /// Presses a key with Shift.
    public void shifted(KeyCode code) {
        run(() -> {
            Node owner = Objects.requireNonNull(workbench.scene().getFocusOwner(), "nothing has the keyboard");
            for (var type : List.of(KeyEvent.KEY_PRESSED, KeyEvent.KEY_RELEASED)) {
                Event.fireEvent(owner, new KeyEvent(type, "", "", code, true, false, false, false));
            }
        });
    }

    /// Presses a key with Ctrl, and with Shift if `shift`.
    public void shortcut(KeyCode code, boolean shift) {
        run(() -> {
            Node owner = Objects.requireNonNull(workbench.scene().getFocusOwner(), "nothing has the keyboard");
            for (var type : List.of(KeyEvent.KEY_PRESSED, KeyEvent.KEY_RELEASED)) {
                Event.fireEvent(owner, new KeyEvent(type, "", "", code, shift, true, false, false));
            }
        });
    }

    /// Presses a key without releasing it.
    public void hold(KeyCode code) {
        run(() -> Event.fireEvent(
                Objects.requireNonNull(workbench.scene().getFocusOwner(), "nothing has the keyboard"),
                new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, false, false, false, false)));
    }

    /// Types text at the focused node.
    public void type(String words) {
        words.chars()
                .forEach(c -> run(() -> {
                    Node owner = Objects.requireNonNull(workbench.scene().getFocusOwner(), "nothing has the keyboard");
                    String letter = Character.toString(c);
                    Event.fireEvent(
                            owner,
                            new KeyEvent(
                                    KeyEvent.KEY_TYPED, letter, "", KeyCode.UNDEFINED, false, false, false, false));
                }));
    }

    /// Waits until a field has the focus: the text of a dialog is shown before that.
    public void awaitField() {
        await(
                "a field with the keyboard",
                b -> b.scene().getFocusOwner() instanceof TextInputControl field && field.getSkin() != null);
    }

    /// Selects the snapshot with this name in the table of snapshots.
    public void chooseSnapshot(String name) {
        awaitWords(List.of(name));
        run(() -> rows().forEach(list -> list.getItems().stream()
                .filter(item -> item.toString().contains("name=" + name + ","))
                .findFirst()
                .ifPresent(
                        item -> list.getSelectionModel().select(list.getItems().indexOf(item)))));
        settle();
    }

    /// Moves the pointer to the snapshot with this id in the tree.
    public void point(String snapshot) {
        run(() -> {
            TreeDrawing drawing = (TreeDrawing) workbench.scene().getRoot().lookup(".tree-drawing");
            Event.fireEvent(
                    drawing, moved(drawing.localToScene(drawing.place(snapshot).orElseThrow())));
        });
    }

    /// Clicks the link at the terminal's upper left corner until a dialog opens; links are found in the background.
    public void follow() {
        await("a dialog", b -> {
            Node canvas = b.scene().getRoot().lookup(".terminal Canvas");
            if (canvas != null && b.scene().getRoot().lookup(".dialog-box") == null) {
                Point2D at = canvas.localToScene(40, 12);
                Event.fireEvent(canvas, moved(at));
                for (var type :
                        List.of(MouseEvent.MOUSE_PRESSED, MouseEvent.MOUSE_RELEASED, MouseEvent.MOUSE_CLICKED)) {
                    Event.fireEvent(canvas, pointer(type, at, MouseButton.PRIMARY, 1));
                }
            }
            return b.scene().getRoot().lookup(".dialog-box") != null;
        });
    }

    private static MouseEvent moved(Point2D at) {
        return pointer(MouseEvent.MOUSE_MOVED, at, MouseButton.NONE, 0);
    }

    private static MouseEvent pointer(EventType<MouseEvent> type, Point2D at, MouseButton button, int clicks) {
        return new MouseEvent(
                type, at.getX(), at.getY(), at.getX(), at.getY(), button, clicks, false, false, false, false, false,
                false, false, false, false, false, null);
    }

    /// Opens a changed file, and waits for its diff.
    public void chooseChange(String path) {
        await("changes", b -> b.scene().getRoot().lookup(".change-tree") != null && !rows().isEmpty());
        select(path);
        await("the diff", WindowHarness::showsDiff);
    }

    /// True if a diff can be seen; the one of the file before stays in the window while a file is loaded.
    static boolean showsDiff(Workbench workbench) {
        return workbench.scene().getRoot().lookupAll(".diff-view").stream().anyMatch(Node::isVisible);
    }

    /// Selects a changed file in its list.
    public void select(String path) {
        run(() -> rows().forEach(list -> list.getItems().stream()
                // The row of a commit names all its files.
                .filter(item -> !item.toString().startsWith("EntryRow"))
                .filter(item -> item.toString().contains("path=" + path + ","))
                .findFirst()
                .ifPresent(
                        item -> list.getSelectionModel().select(list.getItems().indexOf(item)))));
    }

    /// All visible texts in the window.
    public List<String> words() {
        return call(() -> {
            List<String> words = new ArrayList<>();
            read(workbench.scene().getRoot(), words);
            return words;
        });
    }

    /// Adds all visible texts below a node.
    public static void read(Parent root, List<String> words) {
        for (Node node : root.getChildrenUnmodifiable()) {
            if (!node.isVisible()) {
                continue;
            }
            if (node instanceof Labeled label && label.getText() != null) {
                words.add(label.getText());
            }
            if (node instanceof Parent parent) {
                read(parent, words);
            }
        }
    }

    /// Waits until the window contains all of these texts.
    public void awaitWords(List<String> wanted) {
        long deadline = System.currentTimeMillis() + PATIENCE_MILLIS;
        while (true) {
            List<String> seen = words();
            List<String> missing = wanted.stream()
                    .filter(w -> seen.stream().noneMatch(s -> s.contains(w)))
                    .toList();
            if (missing.isEmpty()) {
                return;
            } else if (System.currentTimeMillis() > deadline) {
                throw new AssertionError("not in the window: " + missing + "; there is " + seen);
            }
            pause(20);
        }
    }

    /// Waits until the window does not contain this text.
    public void awaitGone(String words) {
        long deadline = System.currentTimeMillis() + PATIENCE_MILLIS;
        while (words().contains(words)) {
            if (System.currentTimeMillis() > deadline) {
                throw new AssertionError("still in the window: " + words);
            }
            pause(20);
        }
    }

    /// Selects an entry of the menu with this accessible name.
    public void choose(String menu, String entry) {
        run(() -> workbench.scene().getRoot().lookupAll(".menu-button").stream()
                .map(MenuButton.class::cast)
                .filter(m -> menu.equals(m.getAccessibleText()))
                .flatMap(m -> m.getItems().stream())
                .filter(item -> entry.equals(item.getText()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no entry " + entry + " in " + menu))
                .fire());
    }

    /// Opens a shell in the guest, besides the session.
    public void shell() {
        run(() -> ((Button) workbench.scene().getRoot().lookup(".terminal-tabs .icon-only"))
                .getContextMenu()
                .getItems()
                .get(3)
                .fire());
    }

    /// Presses the first button with this style class.
    public void press(String style) {
        await(style, b -> b.scene().getRoot().lookup(style) instanceof Button button && !button.isDisabled());
        run(() -> ((Button) workbench.scene().getRoot().lookup(style)).fire());
    }

    /// Clicks the first node with this style class.
    public void click(String style) {
        run(() -> {
            Node node = workbench.scene().getRoot().lookup(style);
            Event.fireEvent(node, pointer(MouseEvent.MOUSE_CLICKED, node.localToScene(1, 1), MouseButton.PRIMARY, 1));
        });
    }

    /// Moves the pointer to the middle of the first node with this style class.
    public void hover(String style) {
        await(style, b -> b.scene().getRoot().lookup(style) != null);
        run(() -> {
            Node node = workbench.scene().getRoot().lookup(style);
            Bounds bounds = node.getLayoutBounds();
            new Robot().mouseMove(node.localToScreen(bounds.getCenterX(), bounds.getCenterY()));
        });
        await(
                style + " below the pointer",
                b -> b.scene().getRoot().lookup(style).isHover());
    }

    /// Clicks a time of the timeline, at this height of the drawing.
    public void clickTimeline(long at, double y) {
        run(() -> {
            TimelineDrawing drawing =
                    (TimelineDrawing) workbench.scene().getRoot().lookup(".timeline-drawing");
            Point2D place = drawing.localToScene(drawing.place(at), y);
            for (var type : List.of(MouseEvent.MOUSE_PRESSED, MouseEvent.MOUSE_RELEASED, MouseEvent.MOUSE_CLICKED)) {
                Event.fireEvent(drawing, pointer(type, place, MouseButton.PRIMARY, 1));
            }
        });
    }

    /// Turns the wheel over a time of the timeline, by this many notches; upwards zooms in.
    public void zoomTimeline(long at, int notches) {
        run(() -> {
            TimelineDrawing drawing =
                    (TimelineDrawing) workbench.scene().getRoot().lookup(".timeline-drawing");
            Point2D place = drawing.localToScene(drawing.place(at), 200);
            Event.fireEvent(
                    drawing,
                    new ScrollEvent(
                            ScrollEvent.SCROLL,
                            place.getX(),
                            place.getY(),
                            place.getX(),
                            place.getY(),
                            false,
                            false,
                            false,
                            false,
                            false,
                            false,
                            0,
                            40.0 * notches,
                            0,
                            0,
                            ScrollEvent.HorizontalTextScrollUnits.NONE,
                            0,
                            ScrollEvent.VerticalTextScrollUnits.NONE,
                            0,
                            0,
                            null));
        });
    }

    /// Selects a segment of a segmented control.
    public void part(String segments, int index) {
        await(segments, b -> b.scene().getRoot().lookup(segments) instanceof SegmentedControl);
        run(() -> ((SegmentedControl) workbench.scene().getRoot().lookup(segments)).choose(index));
    }

    private List<ListView<?>> rows() {
        return workbench.scene().getRoot().lookupAll(".list-view").stream()
                .map(node -> (ListView<?>) node)
                .filter(list -> !list.getItems().isEmpty())
                .<ListView<?>>map(list -> list)
                .toList();
    }

    /// Takes a picture of the window.
    public BufferedImage picture() {
        // The caret is hidden because it blinks.
        run(() -> workbench
                .scene()
                .getRoot()
                .lookupAll(".text-input")
                .forEach(field -> field.setStyle(field.getStyle() + "; -fx-display-caret: false")));
        settle();
        return call(() -> opaque(workbench.scene().snapshot(null)));
    }

    /// An image whose pixels [PictureDifference] can compare without converting each of them.
    static BufferedImage opaque(Image image) {
        int width = (int) image.getWidth();
        int height = (int) image.getHeight();
        int[] pixels = new int[width * height];
        image.getPixelReader().getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), pixels, 0, width);
        BufferedImage picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        picture.getRaster().setDataElements(0, 0, width, height, pixels);
        return picture;
    }

    /// The areas that depend on how long the window has been open: the lines of CPU figures.
    List<Rectangle> moving() {
        return call(() -> workbench.scene().getRoot().lookupAll(".sparkline").stream()
                .map(node -> node.localToScene(node.getLayoutBounds()))
                .map(at -> new Rectangle(
                        (int) at.getMinX() - 1,
                        (int) at.getMinY() - 1,
                        (int) at.getWidth() + 3,
                        (int) at.getHeight() + 3))
                .toList());
    }

    /// Writes a picture as PNG.
    public static void write(BufferedImage picture, Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        ImageIO.write(picture, "png", file.toFile());
    }

    @Override
    public void close() {
        run(() -> {
            stage.close();
            workbench.close();
        });
    }

    /// Starts JavaFX once for all tests.
    public static void start() {
        if (STARTED.compareAndSet(false, true)) {
            System.setProperty("belljar.still", "true");
            CountDownLatch ready = new CountDownLatch(1);
            Platform.startup(ready::countDown);
            Platform.setImplicitExit(false);
            try {
                if (!ready.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                    throw new AssertionError("JavaFX did not start");
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /// Runs an action on the FX thread and returns its result.
    public static <T> T call(Callable<T> action) {
        FutureTask<T> task = new FutureTask<>(action);
        Platform.runLater(task);
        try {
            return task.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | InterruptedException | java.util.concurrent.TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
