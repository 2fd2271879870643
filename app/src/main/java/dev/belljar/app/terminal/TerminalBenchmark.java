package dev.belljar.app.terminal;

import dev.belljar.app.session.OutputGate;
import dev.belljar.app.session.TerminalFeed;
import dev.belljar.app.ui.UiContext;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javafx.animation.AnimationTimer;
import javafx.scene.Node;

/// Measures the cost of a terminal in the window that receives output as fast as it draws it:
/// `belljar window --flood` prints the figures, `belljar bench terminal` reports them.
public final class TerminalBenchmark {
    private static final int CHUNK = 16_384;
    private static final double FRAME_NANOS = 1e9 / 60;
    private static final int LAST_FRAMES = 3;
    private static final long LONGEST_MINUTES = 10;

    private final int megabytes;
    private final Source source = new Source();
    private final TerminalView view;
    private final CompletableFuture<TerminalCost> cost = new CompletableFuture<>();

    /// `seconds` from the first byte to the last one drawn; `frames` that the window drew in that time, and
    /// `dropped` frames, compared with 60 per second; `heapMib` the largest heap in use at any frame, in MiB.
    public record TerminalCost(int megabytes, double seconds, int frames, int dropped, long heapMib) {}

    /// A terminal for this many million bytes; called on the FX thread.
    public TerminalBenchmark(UiContext context, int megabytes) {
        this.megabytes = megabytes;
        this.view = new TerminalView(context, () -> {}, address -> {});
    }

    /// The node to show.
    public Node node() {
        return view.node();
    }

    /// Starts the measurement, once the node is shown; called on the FX thread. Fails if it is not finished
    /// after ten minutes.
    public CompletableFuture<TerminalCost> run() {
        view.connect(source);
        Thread.ofVirtual().name("belljar-flood").start(this::pour);
        new Frames().start();
        return cost.orTimeout(LONGEST_MINUTES, TimeUnit.MINUTES);
    }

    private void pour() {
        byte[] chunk = lines();
        try {
            for (long left = megabytes * 1_000_000L; left > 0; left -= chunk.length) {
                source.accept(chunk);
            }
            source.end("");
        } catch (InterruptedException e) {
            cost.completeExceptionally(e);
        }
    }

    /// Output like that of a build: lines of words, numbers and colours.
    private static byte[] lines() {
        StringBuilder words = new StringBuilder();
        for (int line = 0; words.length() < CHUNK; line++) {
            words.append("\u001b[3%dm[%5d/99999]\u001b[0m cc -O2 -Wall -o build/part-%d.o src/part-%d.c\r\n"
                    .formatted(1 + line % 6, line, line, line));
        }
        return words.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static long heapMib() {
        Runtime java = Runtime.getRuntime();
        return (java.totalMemory() - java.freeMemory()) >> 20;
    }

    /// The source of the output; input is dropped.
    private static final class Source extends TerminalFeed {
        Source() {
            super(new OutputGate(words -> {}, () -> {}));
        }

        @Override
        public void write(byte[] bytes) {}

        @Override
        public String getName() {
            return "flood";
        }
    }

    /// Counts frames until the last byte is drawn.
    private final class Frames extends AnimationTimer {
        private final long begun = System.nanoTime();
        private long before;
        private int frames;
        private int dropped;
        private long heap;
        private int after;

        @Override
        public void handle(long now) {
            if (before > 0) {
                dropped += (int) Math.max(0, Math.round((now - before) / FRAME_NANOS) - 1);
            }
            before = now;
            frames++;
            heap = Math.max(heap, heapMib());
            if (!source.isConnected()) {
                after++;
            }
            if (after == LAST_FRAMES) {
                stop();
                view.close();
                cost.complete(new TerminalCost(megabytes, (System.nanoTime() - begun) / 1e9, frames, dropped, heap));
            }
        }
    }
}
