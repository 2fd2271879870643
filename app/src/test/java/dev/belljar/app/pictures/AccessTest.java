package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.keys.KeysDialog;
import dev.belljar.app.recorded.RecordedAgent.Scenario;
import dev.belljar.app.shell.Workbench;
import dev.belljar.app.ui.Theme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Browsers are told and told otherwise, keys come and go, and what is no key is refused where it was given.
class AccessTest {
    private static final String KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGx mia@phone";

    @Test
    void browsersAreToldByOneClickAndThatIsTakenBackByAnother() {
        try (WindowHarness booth = busy()) {
            DialogShots.trust(booth);
            booth.awaitWords(List.of("not trusted yet", "old certificate", "not trusted"));
            booth.press(".give-trust");
            booth.awaitWords(List.of("trusted", "Remove trust"));
            booth.awaitGone("not trusted yet");
            booth.press(".take-trust");
            booth.awaitWords(List.of("not trusted yet", "Trust"));
        }
    }

    @Test
    void enterMeansTheButtonThatHasTheKeyboardAndNoOther() {
        try (WindowHarness booth = busy()) {
            DialogShots.trust(booth);
            booth.await("the keyboard on the button that gives", b -> focused(b, "give-trust"));
            booth.run(
                    () -> booth.bench().scene().getRoot().lookup(".take-trust").requestFocus());
            booth.key(KeyCode.ENTER);
            booth.awaitGone("old certificate");
            booth.await("the keyboard on the button that gives", b -> focused(b, "give-trust"));
            assertThat(booth.words()).contains("not trusted").doesNotContain("trusted");
            booth.key(KeyCode.ENTER);
            booth.await("a trusted browser", b -> b.scene().getRoot().lookup(".trust .tag.ok") != null);
            assertThat(booth.words()).doesNotContain("not trusted");
        }
    }

    @Test
    void whatFailsIsSaidWithItsCodeAndCanBeLookedAtAgain() {
        try (WindowHarness booth = busy()) {
            booth.browsers().fail("certutil ended with 255: the database is locked");
            DialogShots.trust(booth);
            booth.press(".give-trust");
            booth.awaitWords(List.of("failed", "the database is locked", "window.program-failed", "Check again"));
            booth.key(KeyCode.ESCAPE);
            booth.awaitGone("window.program-failed");
        }
    }

    @Test
    void aKeyIsAddedByEnterAndRemovedAfterASecondClick() {
        try (WindowHarness booth = busy()) {
            DialogShots.keys(booth, "shop");
            booth.awaitWords(List.of("mia@laptop"));
            booth.awaitField();
            fill(booth, "  " + KEY + " ");
            booth.key(KeyCode.ENTER);
            booth.awaitWords(List.of("mia@phone"));
            assertThat(booth.agent().ssh().wishes()).containsExactly("add " + KEY);
            booth.press(".remove-key");
            booth.awaitWords(List.of("Confirm removal"));
            assertThat(booth.agent().ssh().wishes()).hasSize(1);
            booth.press(".remove-key");
            booth.awaitGone("mia@laptop");
            booth.key(KeyCode.ESCAPE);
            booth.awaitGone("SSH keys of shop");
        }
    }

    @Test
    void aPrivateKeyIsRefusedAndNeitherShownNorSent() {
        try (WindowHarness booth = busy()) {
            DialogShots.keys(booth, "shop");
            booth.awaitField();
            fill(booth, "-----BEGIN OPENSSH PRIVATE KEY-----b3BlbnNzaC1rZXk");
            booth.awaitWords(List.of("That's a private key"));
            // The person sees what was refused; the secret part of it is nowhere.
            assertThat(field(booth)).isEqualTo("-----BEGIN OPENSSH PRIVATE KEY-----");
            assertThat(booth.agent().ssh().wishes()).isEmpty();
        }
    }

    @Test
    void nonsenseIsRefusedAtTheFieldAndStaysThereToBeMended() {
        try (WindowHarness booth = busy()) {
            DialogShots.keys(booth, "shop");
            booth.awaitField();
            fill(booth, "hello world");
            booth.key(KeyCode.ENTER);
            booth.awaitWords(List.of("expected a public key that begins with its type", ".pub"));
            assertThat(field(booth)).isEqualTo("hello world");
        }
    }

    @Test
    void aFileIsReadIntoTheField(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("id.pub"), KEY + "\n");
        Path secret = Files.writeString(folder.resolve("id"), "-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n");
        try (WindowHarness booth = busy()) {
            DialogShots.keys(booth, "shop");
            booth.awaitField();
            booth.run(() -> dialog(booth).from(file));
            booth.await("the key in the field", b -> input(booth).getText().equals(KEY));
            booth.run(() -> dialog(booth).from(secret));
            booth.awaitWords(List.of("That's a private key"));
            booth.run(() -> dialog(booth).from(folder.resolve("none")));
            booth.awaitWords(List.of("Couldn't read"));
            assertThat(booth.agent().ssh().wishes()).isEmpty();
        }
    }

    private static KeysDialog dialog(WindowHarness booth) {
        return (KeysDialog) booth.bench().scene().getRoot().lookup(".keys");
    }

    private static void fill(WindowHarness booth, String words) {
        booth.run(() -> input(booth).setText(words));
    }

    private static String field(WindowHarness booth) {
        return WindowHarness.call(() -> input(booth).getText());
    }

    private static TextInputControl input(WindowHarness booth) {
        return (TextInputControl) booth.bench().scene().getRoot().lookup(".keys .text-field");
    }

    private static boolean focused(Workbench bench, String style) {
        Node owner = bench.scene().getFocusOwner();
        return owner != null && owner.getStyleClass().contains(style);
    }

    private static WindowHarness busy() {
        WindowHarness booth = WindowHarness.open(Scenario.BUSY, Theme.LIGHT);
        booth.awaitWords(List.of("shop"));
        return booth;
    }
}
