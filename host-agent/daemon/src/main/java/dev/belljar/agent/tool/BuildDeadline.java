package dev.belljar.agent.tool;

import dev.belljar.contract.problem.BelljarException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/// Limits how long this host waits for a build in a machine, which may never answer: each step by the time
/// without progress, and all steps by a total.
///
/// It interrupts the thread that created it, which runs the build; closing what that thread waits for ends the
/// rest.
final class BuildDeadline implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(100);

    private final Crate crate;
    private final Limits limits;
    private final ToolProgress progress;
    private final Thread builder = Thread.currentThread();
    private final Thread watcher;
    private final long begun = System.nanoTime();
    private String step = "";
    private Duration quiet = Duration.ZERO;
    private long heard;
    private String verdict = "";

    /// Time limits: for the machine's start, for file transfer without progress, for the compiler without
    /// output, and for all together.
    record Limits(Duration start, Duration files, Duration compile, Duration all) {
        /// The default limits, which are generous: an emulated compiler prints nothing for long at its largest
        /// crates.
        static final Limits USUAL =
                new Limits(Duration.ofMinutes(30), Duration.ofMinutes(10), Duration.ofHours(2), Duration.ofHours(14));
    }

    /// A step of a build.
    interface Step {
        void run() throws BelljarException, IOException, InterruptedException;
    }

    /// A step with a result.
    interface MakingStep<T> {
        T make() throws BelljarException, IOException, InterruptedException;
    }

    BuildDeadline(Crate crate, Limits limits, ToolProgress progress) {
        this.crate = crate;
        this.limits = limits;
        this.progress = progress;
        this.watcher = Thread.ofVirtual().name("tool-build-deadline").start(this::watch);
    }

    /// Runs a step that may be without progress for at most this long.
    ///
    /// @throws ToolException naming the step that stalled
    void run(int percent, String name, Duration most, Step work)
            throws BelljarException, IOException, InterruptedException {
        BuildDeadline _ = make(percent, name, most, () -> {
            work.run();
            return this;
        });
    }

    /// Runs the first step, which has a result.
    ///
    /// @throws ToolException naming the step that stalled
    <T> T make(String name, Duration most, MakingStep<T> work)
            throws BelljarException, IOException, InterruptedException {
        return make(0, name, most, work);
    }

    private <T> T make(int percent, String name, Duration most, MakingStep<T> work)
            throws BelljarException, IOException, InterruptedException {
        progress.at(percent, name);
        begin(name, most);
        try {
            return work.make();
        } catch (BelljarException | IOException | InterruptedException e) {
            String late = end();
            if (!late.isEmpty()) {
                throw ToolException.notBuilt(crate, late);
            }
            throw e;
        } finally {
            String _ = end();
        }
    }

    /// Notes that the present step made progress.
    synchronized void progress() {
        heard = System.nanoTime();
    }

    /// Wraps a stream so that bytes read from it count as progress.
    InputStream watched(InputStream stream) {
        return new FilterInputStream(stream) {
            @Override
            public int read() throws IOException {
                int one = super.read();
                progress();
                return one;
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                int count = super.read(into, offset, length);
                progress();
                return count;
            }
        };
    }

    @Override
    public void close() {
        watcher.interrupt();
    }

    private synchronized void begin(String name, Duration most) {
        step = name;
        quiet = most;
        heard = System.nanoTime();
        verdict = "";
    }

    /// Ends the step and returns why it was interrupted; empty if this deadline did not interrupt it.
    private synchronized String end() {
        step = "";
        if (!verdict.isEmpty()) {
            // The interrupt was for this step: clears it, so that the clean-up can run.
            boolean _ = Thread.interrupted();
        }
        return verdict;
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(LOOK);
                look(System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void look(long now) {
        if (step.isEmpty() || !verdict.isEmpty()) {
            return;
        }
        if (now - heard > quiet.toNanos()) {
            verdict = "the step \"%s\" made no progress for %s".formatted(step, words(quiet));
        } else if (now - begun > limits.all().toNanos()) {
            verdict = "the step \"%s\" was still running when the time limit of %s was reached"
                    .formatted(step, words(limits.all()));
        } else {
            return;
        }
        builder.interrupt();
    }

    private static String words(Duration time) {
        if (time.toMinutes() < 2) {
            return time.toSeconds() + " s";
        }
        return time.toHours() < 2 ? time.toMinutes() + " minutes" : time.toHours() + " hours";
    }
}
