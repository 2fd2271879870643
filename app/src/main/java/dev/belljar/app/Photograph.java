package dev.belljar.app;

import dev.belljar.app.live.HostPicture;
import dev.belljar.app.shell.Place;
import dev.belljar.app.shell.Workbench;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import javafx.animation.KeyFrame;
import javafx.animation.PauseTransition;
import javafx.animation.Timeline;
import javafx.embed.swing.SwingFXUtils;
import javafx.util.Duration;
import javax.imageio.ImageIO;

/// Takes one picture of the real window on the real agent, then ends. Everything here runs on the FX thread.
final class Photograph {
    private static final double SETTLE_SECONDS = 6;
    private static final int MOST_TICKS = 450;

    private final Workbench bench;
    private final Options options;
    private final Path file;
    private final CompletableFuture<Integer> exit = new CompletableFuture<>();
    private final Timeline waiting = new Timeline(new KeyFrame(Duration.millis(200), e -> look()));
    private int ticks;

    Photograph(Workbench bench, Options options, Path file) {
        this.bench = bench;
        this.options = options;
        this.file = file;
    }

    /// Begins; the answer is the exit code: 0 drawn, 1 the sandbox is not there.
    CompletableFuture<Integer> take() {
        waiting.setCycleCount(MOST_TICKS);
        waiting.setOnFinished(e -> draw(1));
        waiting.play();
        return exit;
    }

    private void look() {
        ticks++;
        HostPicture picture = bench.picture();
        String sandbox = options.sandbox();
        if (picture.link() == HostPicture.Link.CONNECTING) {
            return;
        }
        boolean there = sandbox == null || picture.project(sandbox).isPresent();
        if (there || ticks > 50) {
            waiting.stop();
            if (sandbox != null && there) {
                bench.model().go(new Place.Inside(sandbox, options.room()));
            }
            PauseTransition settle = new PauseTransition(Duration.seconds(SETTLE_SECONDS));
            settle.setOnFinished(e -> draw(there ? 0 : 1));
            settle.play();
        }
    }

    private void draw(int code) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            ImageIO.write(SwingFXUtils.fromFXImage(bench.scene().snapshot(null), null), "png", file.toFile());
            exit.complete(code);
        } catch (IOException e) {
            exit.completeExceptionally(new UncheckedIOException("picture " + file + " could not be written", e));
        }
    }
}
