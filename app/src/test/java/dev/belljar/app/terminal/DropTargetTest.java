package dev.belljar.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.pictures.WindowHarness;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javafx.event.Event;
import javafx.scene.Scene;
import javafx.scene.image.Image;
import javafx.scene.image.WritableImage;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Tests what a terminal takes from the clipboard as files, and how their paths are typed.
class DropTargetTest {
    private final List<Object> taken = new ArrayList<>();

    @BeforeAll
    static void start() throws InterruptedException {
        WindowHarness.start();
    }

    @Test
    void filesAreTakenBeforeTheirText() throws InterruptedException {
        boolean consumed = pasted(content -> {
            content.putString("/tmp/a b.txt");
            content.putFiles(List.of(new File("/tmp/a b.txt")));
        });
        assertThat(consumed).isTrue();
        assertThat(taken).containsExactly(List.of(Path.of("/tmp/a b.txt")));
    }

    @Test
    void aPictureIsTaken() throws InterruptedException {
        assertThat(pasted(content -> content.putImage(new WritableImage(2, 2)))).isTrue();
        assertThat(taken).singleElement().isInstanceOf(Image.class);
    }

    @Test
    void aPictureWithTextIsPastedAsText() throws InterruptedException {
        boolean consumed = pasted(content -> {
            content.putImage(new WritableImage(2, 2));
            content.putString("a cell of a spreadsheet");
        });
        assertThat(consumed).isFalse();
        assertThat(taken).isEmpty();
    }

    @Test
    void textIsLeftToTheTerminal() throws InterruptedException {
        assertThat(pasted(content -> content.putString("make test"))).isFalse();
        assertThat(taken).isEmpty();
    }

    @Test
    void pathsAreTypedAsWordsOfAShell() {
        assertThat(DroppedFiles.paths(List.of("/home/agent/dropped/1/plan.pdf", "/x/it's $(id)", "/x/Übung-1.txt")))
                .isEqualTo("/home/agent/dropped/1/plan.pdf '/x/it'\\''s $(id)' /x/Übung-1.txt ");
    }

    @Test
    void aLineEndInANameRunsNothing() {
        assertThat(DroppedFiles.paths(List.of("/x/a\nrm -r b"))).doesNotContain("\n");
    }

    /// Fills the clipboard, presses Ctrl+Shift+V, and returns whether the key was taken.
    private boolean pasted(Consumer<ClipboardContent> fill) throws InterruptedException {
        return WindowHarness.call(() -> {
            StackPane box = new StackPane();
            var _ = new Scene(box);
            var _ = new DropTarget(box, new DropTarget.FileReceiver() {
                @Override
                public void files(List<Path> files) {
                    taken.add(files);
                }

                @Override
                public void picture(Image picture) {
                    taken.add(picture);
                }
            });
            boolean[] left = new boolean[1];
            box.setOnKeyPressed(e -> left[0] = true);
            ClipboardContent content = new ClipboardContent();
            fill.accept(content);
            Clipboard.getSystemClipboard().setContent(content);
            Event.fireEvent(box, new KeyEvent(KeyEvent.KEY_PRESSED, "", "", KeyCode.V, true, true, false, false));
            return !left[0];
        });
    }
}
