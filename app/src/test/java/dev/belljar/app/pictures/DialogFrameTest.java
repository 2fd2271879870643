package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.shell.Workbench;
import dev.belljar.app.theme.Theme;
import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Labeled;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that all dialogs have the same frame: title and close button at the top, the Cancel button left of
/// the buttons that act, and the same margin on all sides.
@Tag("slow")
class DialogFrameTest {
    private static final double EDGE = 24;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "branch-ask",
                "identity-open",
                "keys-some",
                "trust-missing",
                "storage",
                "retention",
                "destroy-question",
                "terminal-clipboard",
                "snapshot-take",
                "launcher-add",
                "policy-rules",
                "inbox-open",
                "process-end",
                "terminal-link",
                "changes-conflicts"
            })
    void theDialogHasTheCommonFrame(String name) {
        try (WindowHarness window = ScreenCases.named(name).open(Theme.LIGHT)) {
            window.settle();
            assertThat(WindowHarness.call(() -> faults(window))).isEmpty();
            window.press(".dialog-close");
            window.await("no dialog", b -> b.scene().getRoot().lookup(".dialog-box") == null);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"keys-some", "destroy-question"})
    void escapeClosesTheDialog(String name) {
        try (WindowHarness window = ScreenCases.named(name).open(Theme.LIGHT)) {
            window.key(KeyCode.ESCAPE);
            window.await("no dialog", b -> b.scene().getRoot().lookup(".dialog-box") == null);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"keys-some", "policy-rules"})
    void theDialogKeepsTheKeyboard(String name) {
        try (WindowHarness window = ScreenCases.named(name).open(Theme.LIGHT)) {
            window.run(() -> {
                Node close = window.workbench().scene().getRoot().lookup(".dialog-close");
                close.requestFocus();
                close.setDisable(true);
            });
            window.await("the keyboard in the dialog, at an enabled part", DialogFrameTest::hasTheKeyboard);
            window.run(() ->
                    window.workbench().scene().getRoot().lookup(".open-palette").requestFocus());
            window.await("the keyboard in the dialog", DialogFrameTest::hasTheKeyboard);
            window.key(KeyCode.ESCAPE);
            window.await("no dialog", b -> b.scene().getRoot().lookup(".dialog-box") == null);
        }
    }

    private static boolean hasTheKeyboard(Workbench workbench) {
        Node owner = workbench.scene().getFocusOwner();
        if (owner == null || owner.isDisabled()) {
            return false;
        }
        for (Node at = owner; at != null; at = at.getParent()) {
            if (at.getStyleClass().contains("dialog-box")) {
                return true;
            }
        }
        return false;
    }

    private static List<String> faults(WindowHarness window) {
        List<String> faults = new ArrayList<>();
        Parent dialog = (Parent) window.workbench().scene().getRoot().lookup(".dialog-box");
        Bounds edge = dialog.localToScene(dialog.getLayoutBounds());
        Node title = dialog.lookup(".dialog-head .h2");
        if (!(title instanceof Labeled words) || words.getText().isBlank()) {
            faults.add("no title in its head");
        }
        if (!(dialog.lookup(".dialog-head .dialog-close") instanceof Button)) {
            faults.add("no cross");
        }
        Parent foot = (Parent) dialog.lookup(".dialog-foot");
        List<Node> shown = foot.getChildrenUnmodifiable().stream()
                .filter(n -> n.isVisible() && n instanceof Button)
                .toList();
        Node last = shown.getLast();
        // The text of a button without an edge ends 12 pixels inside the button.
        double inset = last.getStyleClass().contains("flat") ? 12 : 0;
        double right = last.localToScene(last.getLayoutBounds()).getMaxX() - inset;
        if (Math.abs(edge.getMaxX() - EDGE - right) > 1) {
            faults.add("its last button ends %.0f pixels from the edge".formatted(edge.getMaxX() - right));
        }
        Node cancel = foot.lookup(".dialog-cancel");
        if (cancel == null || cancel.lookup(".key") == null) {
            faults.add("its way out does not name Esc");
        } else if (!last.equals(cancel) && shown.indexOf(cancel) != shown.size() - 2) {
            faults.add("its way out is not left of what acts");
        }
        if (last.getStyleClass().contains("primary") && last.lookup(".key") == null) {
            faults.add("what acts does not name Enter");
        }
        return faults;
    }
}
