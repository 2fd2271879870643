package dev.belljar.agent.tool;

import dev.belljar.contract.problem.BelljarException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/// Bounds how long a build in a machine, which may never answer, keeps this host waiting: each step by how long
/// it makes no progress, and all of them together.
///
/// It interrupts the thread that made it, which builds; closing what that waits for ends the rest.
final class BuildDeadline implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(100);

    private final Crate crate;
    private final Limits limits;
    private final ToolProgress told;
    private final Thread builder = Thread.currentThread();
    private final Thread watcher;
    private final long begun = System.nanoTime();
    private String step = "";
    private Duration quiet = Duration.ZERO;
    private long heard;
    private String verdict = "";

    /// How long the machine may take to start, files to make no progress on their way, the compiler to say nothing, and
    /// everything together.
    record Limits(Duration start, Duration files, Duration compile, Duration all) {
        /// Generous: a compiler that is emulated says nothing for long at its largest crates.
        static final Limits USUAL =
                new Limits(Duration.ofMinutes(30), Duration.ofMinutes(10), Duration.ofHours(2), Duration.ofHours(14));
    }

    /// Something of which a build is made.
    interface Step {
        void run() throws BelljarException, IOException, InterruptedException;
    }

    /// A step that makes something.
    interface MakingStep<T> {
        T make() throws BelljarException, IOException, InterruptedException;
    }

    BuildDeadline(Crate crate, Limits limits, ToolProgress told) {
        this.crate = crate;
        this.limits = limits;
        this.told = told;
        this.watcher = Thread.ofVirtual().name("tool-build-deadline").start(this::watch);
    }

    /// Runs a step that may be so long without progress.
    ///
    /// @throws ToolException naming the step that stalled
    void run(int percent, String name, Duration most, Step work)
            throws BelljarException, IOException, InterruptedException {
        BuildDeadline _ = make(percent, name, most, () -> {
            work.run();
            return this;
        });
    }

    /// The same of the first step, which makes something.
    ///
    /// @throws ToolException naming the step that stalled
    <T> T make(String name, Duration most, MakingStep<T> work)
            throws BelljarException, IOException, InterruptedException {
        return make(0, name, most, work);
    }

    private <T> T make(int percent, String name, Duration most, MakingStep<T> work)
            throws BelljarException, IOException, InterruptedException {
        told.at(percent, name);
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

    /// The step under way made progress.
    synchronized void progress() {
        heard = System.nanoTime();
    }

    /// The same stream; what is read from it is progress.
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

    /// Ends the step; what was wrong with it, empty when it was not interrupted from here.
    private synchronized String end() {
        step = "";
        if (!verdict.isEmpty()) {
            // It was for this step: what follows cleans up.
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
            verdict = "it stalled at the step \"%s\", which made no progress for %s".formatted(step, words(quiet));
        } else if (now - begun > limits.all().toNanos()) {
            verdict = "it was still at the step \"%s\" after %s".formatted(step, words(limits.all()));
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
