package dev.belljar.agent.recording;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.FileEvent;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/// Tracks when a machine was last used: by a command, input, CPU load, or a change to the user's files.
///
/// Uses monotonic time, so that setting the clock does not make a machine look unused.
public final class MachineActivity {
    /// In thousandths of one processor: an idle machine stays below this, even emulated on a slow host.
    private static final int BUSY_PERMILLE = 100;

    private final LongSupplier nanos;
    private final AtomicInteger commands = new AtomicInteger();
    private volatile long began;
    private volatile long used;
    private volatile boolean attended;

    public MachineActivity(LongSupplier nanos) {
        this.nanos = nanos;
        restart();
    }

    /// A machine begins to run or is observed again.
    public void restart() {
        began = nanos.getAsLong();
        used = began;
        attended = false;
    }

    /// A terminal is opened in the machine, which uses it.
    void terminal() {
        attended = true;
        touch();
    }

    /// True if a terminal was opened since the machine began to run, as far as this host agent knows. The
    /// session behind it continues when the terminal is closed.
    public boolean attended() {
        return attended;
    }

    /// The machine is used at this moment.
    public void touch() {
        used = nanos.getAsLong();
    }

    /// A command begins that counts as use as long as it runs.
    public void begin() {
        commands.incrementAndGet();
        touch();
    }

    /// Such a command has ended.
    void end() {
        commands.decrementAndGet();
        touch();
    }

    /// The CPU load of the machine was this much.
    public void cpu(int permille) {
        if (permille >= BUSY_PERMILLE) {
            touch();
        }
    }

    /// An event was observed in the machine. What the system itself writes does not count as use.
    void happened(Event event) {
        if (event instanceof FileEvent file && isPersonal(file.path())) {
            touch();
        }
    }

    /// How long the machine has been idle.
    public Duration idle() {
        return commands.get() > 0 ? Duration.ZERO : Duration.ofNanos(Math.max(0, nanos.getAsLong() - used));
    }

    /// How long the machine has run, as far as this host agent knows.
    public Duration age() {
        return Duration.ofNanos(Math.max(0, nanos.getAsLong() - began));
    }

    // Fetching the work also writes to the repository, so the git folder does not count.
    private static boolean isPersonal(String path) {
        return (path.startsWith("/workspace/") || path.startsWith("/home/")) && !path.contains("/.git/");
    }
}
