package dev.belljar.agent.sandbox;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.FileEvent;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/// When a machine was last used: a command, something typed, work for its processors, or a change to a
/// person's files.
///
/// Told in a time that only ever goes on evenly, so that setting the clock makes no machine look unused.
final class MachineActivity {
    /// Thousandths of one processor: what a machine that does nothing needs, emulated on a slow host,
    /// stays below.
    private static final int BUSY_PERMILLE = 100;

    private final LongSupplier nanos;
    private final AtomicInteger commands = new AtomicInteger();
    private volatile long began;
    private volatile long used;

    MachineActivity(LongSupplier nanos) {
        this.nanos = nanos;
        restart();
    }

    /// A machine begins to run, or is watched again.
    void restart() {
        began = nanos.getAsLong();
        used = began;
    }

    /// It is used at this moment.
    void touch() {
        used = nanos.getAsLong();
    }

    /// A command begins that counts for as long as it runs.
    void begin() {
        commands.incrementAndGet();
        touch();
    }

    /// Such a command has ended.
    void end() {
        commands.decrementAndGet();
        touch();
    }

    /// Its processors did this much.
    void cpu(int permille) {
        if (permille >= BUSY_PERMILLE) {
            touch();
        }
    }

    /// This happened inside. What the system writes for itself is no use.
    void happened(Event event) {
        if (event instanceof FileEvent file && isPersonal(file.path())) {
            touch();
        }
    }

    /// For how long nobody has used it.
    Duration idle() {
        return commands.get() > 0 ? Duration.ZERO : Duration.ofNanos(Math.max(0, nanos.getAsLong() - used));
    }

    /// For how long it has run, as far as this host agent knows.
    Duration age() {
        return Duration.ofNanos(Math.max(0, nanos.getAsLong() - began));
    }

    // Looking at the work writes to the repository too.
    private static boolean isPersonal(String path) {
        return (path.startsWith("/workspace/") || path.startsWith("/home/")) && !path.contains("/.git/");
    }
}
