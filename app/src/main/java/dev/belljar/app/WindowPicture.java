package dev.belljar.app;

import dev.belljar.app.navigation.Location;
import dev.belljar.app.shell.Workbench;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.problem.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import javafx.animation.KeyFrame;
import javafx.animation.PauseTransition;
import javafx.animation.Timeline;
import javafx.embed.swing.SwingFXUtils;
import javafx.scene.Node;
import javafx.util.Duration;
import javax.imageio.ImageIO;

/// Writes one picture of the window to a file. All methods run on the FX thread.
final class WindowPicture {
    private static final Texts TEXTS = Texts.of(WindowPicture.class);
    private static final double SETTLE_SECONDS = 6;
    private static final int MOST_SECONDS = 30;
    private static final int MOST_TICKS = 450;
    private static final int PATIENT_TICKS = 50;

    private final Workbench workbench;
    private final WindowOptions options;
    private final Path file;
    private final CompletableFuture<Integer> exit = new CompletableFuture<>();
    private final Timeline waiting = new Timeline(new KeyFrame(Duration.millis(200), e -> look()));
    private int ticks;

    WindowPicture(Workbench workbench, WindowOptions options, Path file) {
        this.workbench = workbench;
        this.options = options;
        this.file = file;
    }

    /// Starts; the result is the exit code. It fails with one sentence, and writes nothing, when the sandbox
    /// does not exist or the host agent never answers.
    CompletableFuture<Integer> take() {
        waiting.setCycleCount(MOST_TICKS);
        waiting.setOnFinished(e -> fail(TEXTS.get("picture.timeout")));
        waiting.play();
        return exit;
    }

    private void look() {
        ticks++;
        HostState state = workbench.state();
        String sandbox = options.subject().sandbox();
        if (state.connection() == HostState.AgentConnection.CONNECTING) {
            return;
        }
        if (sandbox == null) {
            settle();
        } else if (state.sandbox(sandbox).isPresent()) {
            workbench
                    .model()
                    .go(new Location.SandboxScreen(sandbox, options.subject().screen()));
            settle();
        } else if (state.connection() == HostState.AgentConnection.UP) {
            waiting.stop();
            fail(TEXTS.get("picture.unknown", sandbox, names(state)));
        } else if (ticks > PATIENT_TICKS) {
            Problem problem = state.problem();
            waiting.stop();
            fail(TEXTS.get("picture.lost", sandbox, problem == null ? "" : problem.detail()));
        }
    }

    private static String names(HostState state) {
        String names =
                state.sandboxes().stream().map(SandboxViewState::name).sorted().collect(Collectors.joining(", "));
        return names.isEmpty() ? TEXTS.get("picture.none") : TEXTS.get("picture.names", names);
    }

    private void settle() {
        waiting.stop();
        PauseTransition settle = new PauseTransition(Duration.seconds(SETTLE_SECONDS));
        settle.setOnFinished(e -> awaitTerminals(MOST_SECONDS));
        settle.play();
    }

    /// Waits for terminals: they show nothing before their machine has answered, which takes long
    /// on a busy host.
    private void awaitTerminals(int seconds) {
        boolean waits =
                workbench.scene().getRoot().lookupAll(".waiting").stream().anyMatch(Node::isVisible);
        if (!waits || seconds <= 0) {
            draw();
            return;
        }
        PauseTransition second = new PauseTransition(Duration.seconds(1));
        second.setOnFinished(e -> awaitTerminals(seconds - 1));
        second.play();
    }

    private void fail(String sentence) {
        exit.completeExceptionally(new IllegalStateException(sentence));
    }

    private void draw() {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            ImageIO.write(SwingFXUtils.fromFXImage(workbench.scene().snapshot(null), null), "png", file.toFile());
            exit.complete(0);
        } catch (IOException e) {
            exit.completeExceptionally(new UncheckedIOException(file + ": the screenshot could not be written", e));
        }
    }
}
