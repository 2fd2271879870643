package dev.belljar.app.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.pictures.WindowHarness;
import dev.belljar.app.theme.AppFonts;
import dev.belljar.app.theme.Theme;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.event.Event;
import javafx.scene.AccessibleAttribute;
import javafx.scene.Scene;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.PickResult;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Tests what a column of a diff shows and selects, with the events of a mouse and a keyboard.
class DiffPaneTest {
    private static final double WIDTH = 600;
    private static final double HEIGHT = 300;
    private static final double GUTTER = 54;
    private static final double LINE = 22;

    private final List<Region> heads = new ArrayList<>();
    private final DiffPane pane = WindowHarness.call(this::pane);

    @BeforeAll
    static void startToolkit() {
        WindowHarness.start();
        AppFonts.load();
    }

    private DiffPane pane() {
        DiffPane made = new DiffPane("After", new ReadOnlyObjectWrapper<>(Theme.DARK), this::head);
        Theme.DARK.dress(new Scene(new StackPane(made), WIDTH, HEIGHT));
        return made;
    }

    private Region head(int hunk, HunkHeads.HeadPlace place, @Nullable Region used) {
        Region made = used == null ? new Region() : used;
        if (used == null) {
            heads.add(made);
        }
        made.setUserData(hunk);
        return made;
    }

    private void show(String... texts) {
        WindowHarness.call(() -> {
            pane.show(lines(Stream.of(texts)));
            return layout();
        });
    }

    private static List<PaneLine> lines(Stream<String> texts) {
        List<PaneLine> lines = new ArrayList<>();
        texts.forEach(text -> lines.add(
                PaneLine.line(new DiffRow.DiffSide(lines.size() + 1, text, DiffRow.LineChange.ADDED, List.of()))));
        return lines;
    }

    private int layout() {
        pane.getScene().getRoot().applyCss();
        pane.getScene().getRoot().layout();
        return 0;
    }

    private static String[] many(int count) {
        return IntStream.range(0, count).mapToObj(i -> "line " + i).toArray(String[]::new);
    }

    private void mouse(int line, double x, int clicks, boolean drag, boolean shift) {
        var type = drag ? MouseEvent.MOUSE_DRAGGED : MouseEvent.MOUSE_PRESSED;
        double y = line * LINE + 10;
        PickResult pick = new PickResult(pane, GUTTER + x, y);
        WindowHarness.call(() -> {
            Event.fireEvent(
                    pane,
                    new MouseEvent(
                            type,
                            GUTTER + x,
                            y,
                            0,
                            0,
                            MouseButton.PRIMARY,
                            clicks,
                            shift,
                            false,
                            false,
                            false,
                            true,
                            false,
                            false,
                            false,
                            false,
                            false,
                            pick));
            return layout();
        });
    }

    private void key(KeyCode code, boolean shift, boolean control) {
        WindowHarness.call(() -> {
            Event.fireEvent(pane, new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, shift, control, false, false));
            return layout();
        });
    }

    private String selected() {
        return WindowHarness.call(() -> {
            String all = Objects.toString(pane.queryAccessibleAttribute(AccessibleAttribute.TEXT));
            Integer from = (Integer) pane.queryAccessibleAttribute(AccessibleAttribute.SELECTION_START);
            Integer until = (Integer) pane.queryAccessibleAttribute(AccessibleAttribute.SELECTION_END);
            return all.substring(Objects.requireNonNull(from), Objects.requireNonNull(until));
        });
    }

    @Test
    void textIsSelectedWithTheMouseAndCopied() {
        show("alpha beta", "gamma\tdelta", "end");
        mouse(0, 6 * 8, 1, false, false);
        mouse(1, 5 * 8, 1, true, false);
        assertThat(selected()).isEqualTo("beta\ngamma");
        key(KeyCode.C, false, true);
        assertThat(WindowHarness.<String>call(
                        () -> Clipboard.getSystemClipboard().getString()))
                .isEqualTo("beta\ngamma");
        mouse(2, 500, 1, false, true);
        assertThat(selected()).as("shift extends").isEqualTo("beta\ngamma    delta\nend");
        mouse(1, 10 * 8, 2, false, false);
        assertThat(selected()).as("a word").isEqualTo("delta");
        mouse(1, 10 * 8, 3, false, false);
        assertThat(selected()).as("a line").isEqualTo("gamma    delta");
    }

    @Test
    void textIsSelectedWithTheKeyboard() {
        show("alpha beta", "", "gamma delta");
        key(KeyCode.A, false, true);
        assertThat(selected()).isEqualTo("alpha beta\n\ngamma delta");
        key(KeyCode.HOME, false, true);
        key(KeyCode.END, false, false);
        key(KeyCode.DOWN, false, false);
        key(KeyCode.DOWN, true, false);
        assertThat(selected()).as("the column of the first line").isEqualTo("\ngamma delt");
        key(KeyCode.HOME, false, false);
        key(KeyCode.RIGHT, true, true);
        assertThat(selected()).isEqualTo("gamma");
    }

    @Test
    void theCaretScrollsTheColumn() {
        show(many(100));
        key(KeyCode.END, false, true);
        assertThat(pane.scrollY()).isEqualTo(100 * LINE - HEIGHT);
        key(KeyCode.PAGE_UP, false, false);
        key(KeyCode.HOME, false, true);
        assertThat(pane.scrollY()).isZero();
        key(KeyCode.PAGE_DOWN, true, false);
        assertThat(selected()).startsWith("line 0\n").endsWith("line 11\n");
    }

    @Test
    void charactersOfOtherWidthsAndOrderAreFound() {
        show("日本語 text", "שלום = 1;");
        mouse(0, 0, 1, false, false);
        mouse(0, 500, 1, true, false);
        assertThat(selected()).isEqualTo("日本語 text");
        mouse(1, 8 * 8 + 4, 2, false, false);
        assertThat(selected()).as("the first word, which is at the right").isEqualTo("שלום");
    }

    @Test
    void headsAreUsedAgain() {
        List<PaneLine> first = new ArrayList<>(List.of(PaneLine.head(0)));
        first.addAll(lines(Stream.of(many(100))));
        first.add(PaneLine.head(1));
        for (int i = 0; i < 3; i++) {
            WindowHarness.call(() -> {
                pane.show(first);
                return layout();
            });
        }
        assertThat(heads).hasSize(1).first().extracting(Region::getUserData).isEqualTo(0);
        WindowHarness.call(() -> {
            pane.revealHead(pane.row(1));
            return layout();
        });
        assertThat(heads).hasSize(1).first().extracting(Region::getUserData).isEqualTo(1);
        assertThat(pane.scrollY()).isEqualTo(100 * LINE + 2 * 36 - HEIGHT);
    }

    @Test
    void aLongLineScrollsSideways() {
        show("x".repeat(300), "short");
        key(KeyCode.END, false, false);
        assertThat(pane.scrollX()).isGreaterThan(1_500);
        key(KeyCode.HOME, false, false);
        assertThat(pane.scrollX()).isZero();
    }
}
