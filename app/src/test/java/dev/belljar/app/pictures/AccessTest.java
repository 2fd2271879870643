package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.keys.KeysDialog;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.shell.Workbench;
import dev.belljar.app.theme.Theme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the certificate is added to browsers and removed, that SSH keys are added and removed, and that
/// invalid keys are refused at their field.
@Tag("slow")
class AccessTest {
    private static final String KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGx mia@phone";

    @Test
    void browserTrustIsGivenAndRemovedByOneClickEach() {
        try (WindowHarness window = busy()) {
            DialogShots.trust(window);
            window.awaitWords(List.of("not trusted yet", "old certificate", "not trusted"));
            window.press(".give-trust");
            window.awaitWords(List.of("trusted", "Remove trust"));
            window.awaitGone("not trusted yet");
            window.press(".take-trust");
            window.awaitWords(List.of("not trusted yet", "Trust"));
        }
    }

    @Test
    void enterPressesOnlyTheFocusedButton() {
        try (WindowHarness window = busy()) {
            DialogShots.trust(window);
            window.await("the keyboard on the button that gives", b -> focused(b, "give-trust"));
            window.run(() ->
                    window.workbench().scene().getRoot().lookup(".take-trust").requestFocus());
            window.key(KeyCode.ENTER);
            window.awaitGone("old certificate");
            window.await("the keyboard on the button that gives", b -> focused(b, "give-trust"));
            assertThat(window.words()).contains("not trusted").doesNotContain("trusted");
            window.key(KeyCode.ENTER);
            window.await("a trusted browser", b -> b.scene().getRoot().lookup(".trust .tag.ok") != null);
            assertThat(window.words()).doesNotContain("not trusted");
        }
    }

    @Test
    void aFailureIsShownWithItsCodeAndCanBeCheckedAgain() {
        try (WindowHarness window = busy()) {
            window.browsers().fail("certutil ended with 255: the database is locked");
            DialogShots.trust(window);
            window.press(".give-trust");
            window.awaitWords(List.of("failed", "the database is locked", "window.program-failed", "Check again"));
            window.key(KeyCode.ESCAPE);
            window.awaitGone("window.program-failed");
        }
    }

    @Test
    void aKeyIsAddedByEnterAndRemovedAfterASecondClick() {
        try (WindowHarness window = busy()) {
            DialogShots.keys(window, "shop");
            window.awaitWords(List.of("mia@laptop"));
            window.awaitField();
            fill(window, "  " + KEY + " ");
            window.key(KeyCode.ENTER);
            window.awaitWords(List.of("mia@phone"));
            assertThat(window.agent().ssh().requests()).containsExactly("add " + KEY);
            window.press(".remove-key");
            window.awaitWords(List.of("Confirm removal"));
            assertThat(window.agent().ssh().requests()).hasSize(1);
            window.press(".remove-key");
            window.awaitGone("mia@laptop");
            window.key(KeyCode.ESCAPE);
            window.awaitGone("SSH keys that can log in to shop");
        }
    }

    @Test
    void aPrivateKeyIsRefusedAndNeitherShownNorSent() {
        try (WindowHarness window = busy()) {
            DialogShots.keys(window, "shop");
            window.awaitField();
            fill(window, "-----BEGIN OPENSSH PRIVATE KEY-----b3BlbnNzaC1rZXk");
            window.awaitWords(List.of("That's a private key"));
            // The user sees the kind of text that was refused; its secret part is not shown.
            assertThat(field(window)).isEqualTo("-----BEGIN OPENSSH PRIVATE KEY-----");
            assertThat(window.agent().ssh().requests()).isEmpty();
        }
    }

    @Test
    void anInvalidKeyIsRefusedAtTheFieldAndStaysInIt() {
        try (WindowHarness window = busy()) {
            DialogShots.keys(window, "shop");
            window.awaitField();
            fill(window, "hello world");
            window.key(KeyCode.ENTER);
            window.awaitWords(List.of("expected a public key that begins with its type", ".pub"));
            assertThat(field(window)).isEqualTo("hello world");
        }
    }

    @Test
    void aKeyFileIsReadIntoTheField(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("id.pub"), KEY + "\n");
        Path secret = Files.writeString(folder.resolve("id"), "-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n");
        try (WindowHarness window = busy()) {
            DialogShots.keys(window, "shop");
            window.awaitField();
            window.run(() -> dialog(window).from(file));
            window.await("the key in the field", b -> input(window).getText().equals(KEY));
            window.run(() -> dialog(window).from(secret));
            window.awaitWords(List.of("That's a private key"));
            window.run(() -> dialog(window).from(folder.resolve("none")));
            window.awaitWords(List.of("Couldn't read"));
            assertThat(window.agent().ssh().requests()).isEmpty();
        }
    }

    private static KeysDialog dialog(WindowHarness window) {
        return (KeysDialog) window.workbench().scene().getRoot().lookup(".keys");
    }

    private static void fill(WindowHarness window, String words) {
        window.run(() -> input(window).setText(words));
    }

    private static String field(WindowHarness window) {
        return WindowHarness.call(() -> input(window).getText());
    }

    private static TextInputControl input(WindowHarness window) {
        return (TextInputControl) window.workbench().scene().getRoot().lookup(".keys .text-field");
    }

    private static boolean focused(Workbench workbench, String style) {
        Node owner = workbench.scene().getFocusOwner();
        return owner != null && owner.getStyleClass().contains(style);
    }

    private static WindowHarness busy() {
        WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT);
        window.awaitWords(List.of("shop"));
        return window;
    }
}
