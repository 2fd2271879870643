package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.theme.Theme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests where accepted hunks go: what is asked before, and what the bar says afterwards.
class SyncTargetTest {
    private static final int PATCH = 1;
    private static final int WORKTREE = 2;

    @TempDir
    private Path temp;

    @Test
    void aPatchIsSavedAndAFileThatExistsIsNotReplaced() throws Exception {
        Path file = temp.resolve("review.patch");
        try (WindowHarness window = accepted(PATCH)) {
            window.run(() -> patchField(window).setText(file.toString()));
            window.press(".sync-hunks");
            window.awaitWords(List.of("review.patch"));
            assertThat(Files.readString(file)).startsWith("diff --git a/README.md");
            Files.writeString(file, "mine\n");
            window.press(".sync-hunks");
            window.await("the failure", b -> b.scene().getRoot().lookup(".result-bar.danger") != null);
            assertThat(Files.readString(file)).isEqualTo("mine\n");
        }
    }

    @Test
    void theWorkingTreeIsLeftAloneIfTheQuestionIsDeclined() {
        try (WindowHarness window = accepted(WORKTREE)) {
            window.press(".sync-hunks");
            window.awaitWords(List.of("Change the files in your working tree?"));
            window.key(KeyCode.ESCAPE);
            window.awaitGone("Change the files in your working tree?");
            assertThat(requests(window)).isEmpty();
        }
    }

    @Test
    void anAnswerGivenAfterTheReviewHasChangedSyncsNothing() {
        try (WindowHarness window = accepted(WORKTREE)) {
            window.press(".sync-hunks");
            window.awaitWords(List.of("Change the files in your working tree?"));
            long read = reviews(window);
            window.agent().addWork();
            window.run(() -> window.workbench().refresh());
            window.await("the review, read again", b -> reviews(window) > read);
            window.awaitGone("Fetching…");
            window.press(".danger-fill");
            window.awaitWords(List.of("so nothing was done"));
            assertThat(requests(window)).isEmpty();
        }
    }

    private static WindowHarness accepted(int target) {
        WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT);
        ScreenCases.enter(window, "shop", ScreenKind.CHANGES);
        window.awaitWords(List.of("hunk 1 of 1"));
        window.part(".sync-target", target);
        window.press(".accept-safe");
        window.press(".danger-fill");
        return window;
    }

    private static List<String> requests(WindowHarness window) {
        return window.agent().requests().stream()
                .filter(request -> request.startsWith("accept "))
                .toList();
    }

    private static long reviews(WindowHarness window) {
        return window.agent().requests().stream()
                .filter(request -> request.startsWith("review "))
                .count();
    }

    private static TextField patchField(WindowHarness window) {
        for (Node field : window.workbench().scene().getRoot().lookupAll(".target-bar .text-field")) {
            if (field.isManaged()) {
                return (TextField) field;
            }
        }
        throw new AssertionError("no field");
    }
}
