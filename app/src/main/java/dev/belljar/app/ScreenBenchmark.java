package dev.belljar.app;

import dev.belljar.app.navigation.Location;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.shell.Workbench;
import dev.belljar.app.state.HostState;
import dev.belljar.app.text.Texts;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javafx.animation.AnimationTimer;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.jspecify.annotations.Nullable;

/// Measures a screen of a sandbox: how long it takes to open, and the frames while a key is held down that shows the
/// next change, or an earlier time. `belljar window --measure` prints the figures, and `belljar bench sync` reports
/// them. All methods run on the FX thread.
final class ScreenBenchmark extends AnimationTimer {
    private static final Texts TEXTS = Texts.of(ScreenBenchmark.class);
    /// For five seconds of a smooth window.
    static final int FRAMES = 300;

    private static final long LONGEST_MINUTES = 5;
    /// How long the window shows all projects first, so that its own start is not counted.
    private static final long CALM_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final Workbench workbench;
    private final String sandbox;
    private final ScreenKind screen;
    private final CompletableFuture<ScreenCost> cost = new CompletableFuture<>();
    private final double[] intervals;
    private final double[] works;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private MeasureStage stage = MeasureStage.CONNECTING;
    private long since = System.nanoTime();
    private double openMillis;
    private double openWork;
    private double worked;
    private int frames;

    private enum MeasureStage {
        CONNECTING,
        CALM,
        OPENING,
        HOLDING
    }

    /// `openMillis` from all projects until the screen shows its content; then the median, the 95th percentile and
    /// the longest of the times between the `frames` that followed, milliseconds.
    ///
    /// On a busy computer, these depend on its other programs. `openCpuMillis`, the CPU time of the whole window
    /// meanwhile, and `frameCpuMillis`, the median of the CPU time of the FX thread for one frame, do not.
    record ScreenCost(
            String screen,
            double openMillis,
            double openCpuMillis,
            int frames,
            double frameMillis,
            double frameMillisP95,
            double frameMillisLongest,
            double frameCpuMillis,
            double frameCpuMillisP95) {}

    /// A screen of the sandbox with this name, in which the key is held for this many frames.
    ScreenBenchmark(Workbench workbench, String sandbox, ScreenKind screen, int frames) {
        this.workbench = workbench;
        this.sandbox = sandbox;
        this.screen = screen;
        intervals = new double[frames];
        works = new double[frames];
    }

    /// Starts the measurement, once the window is shown. Fails after five minutes.
    CompletableFuture<ScreenCost> run() {
        start();
        return cost.orTimeout(LONGEST_MINUTES, TimeUnit.MINUTES);
    }

    @Override
    public void handle(long frame) {
        long now = System.nanoTime();
        long passed = now - since;
        switch (stage) {
            case CONNECTING -> {
                if (isListed()) {
                    turn(MeasureStage.CALM, now);
                }
            }
            case CALM -> {
                if (passed > CALM_NANOS) {
                    turn(MeasureStage.OPENING, now);
                    openWork = processMillis();
                    workbench.model().go(new Location.SandboxScreen(sandbox, screen));
                }
            }
            case OPENING -> {
                if (hasContent()) {
                    openMillis = passed / 1e6;
                    openWork = processMillis() - openWork;
                    worked = threadMillis();
                    turn(MeasureStage.HOLDING, now);
                }
            }
            case HOLDING -> {
                double work = threadMillis();
                intervals[frames] = passed / 1e6;
                works[frames] = work - worked;
                frames++;
                since = now;
                worked = work;
                if (frames == intervals.length) {
                    finish();
                } else {
                    press();
                }
            }
        }
    }

    private void turn(MeasureStage next, long now) {
        stage = next;
        since = now;
    }

    private boolean isListed() {
        HostState state = workbench.state();
        boolean listed = state.sandbox(sandbox).isPresent();
        if (!listed && state.connection() == HostState.AgentConnection.UP) {
            stop();
            cost.completeExceptionally(new IllegalStateException(TEXTS.get("measure.unknown", sandbox)));
        }
        return listed;
    }

    private boolean hasContent() {
        Node root = workbench.scene().getRoot();
        return switch (screen) {
            case CHANGES -> root.lookup(".hunk-head") != null;
            case TIMELINE -> isUncovered(root.lookup(".timeline-drawing"));
            default -> throw new IllegalStateException(screen + " cannot be measured");
        };
    }

    /// While there is nothing to draw, a message is in front of the drawing.
    private static boolean isUncovered(@Nullable Node drawing) {
        return drawing != null && drawing.getParent().getChildrenUnmodifiable().size() == 1;
    }

    private void press() {
        KeyCode key = screen == ScreenKind.CHANGES ? KeyCode.J : KeyCode.LEFT;
        Scene scene = workbench.scene();
        Node focused = scene.getFocusOwner();
        Event.fireEvent(
                focused == null ? scene.getRoot() : focused,
                new KeyEvent(KeyEvent.KEY_PRESSED, "", "", key, false, false, false, false));
    }

    private double threadMillis() {
        return threads.getCurrentThreadCpuTime() / 1e6;
    }

    private static double processMillis() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .orElse(Duration.ZERO)
                .toMillis();
    }

    private void finish() {
        stop();
        Arrays.sort(intervals);
        Arrays.sort(works);
        int middle = frames / 2;
        int late = frames * 95 / 100;
        cost.complete(new ScreenCost(
                screen.name().toLowerCase(Locale.ROOT),
                openMillis,
                openWork,
                frames,
                intervals[middle],
                intervals[late],
                intervals[frames - 1],
                works[middle],
                works[late]));
    }
}
