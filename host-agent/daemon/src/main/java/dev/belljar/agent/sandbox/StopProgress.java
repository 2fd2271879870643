package dev.belljar.agent.sandbox;

import dev.belljar.contract.sandbox.Requirement;
import dev.belljar.contract.text.ByteCount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The progress of a machine's end: its network is closed, its work fetched, the machine ended.
///
/// The step of the work reports how many bytes have been received and which file the guest reads; the journal
/// records only its begin and end.
public final class StopProgress {
    private final StartRequirements.Listener listener;
    private Requirement.State work = Requirement.State.PENDING;
    private long begun;
    private long took;
    private long bytes;
    private String file = "";
    private @Nullable String fault;

    StopProgress(StartRequirements.Listener listener) {
        this.listener = listener;
    }

    /// The machine is stopping and its network is closed.
    synchronized void begin() {
        work = Requirement.State.PENDING;
        took = 0;
        bytes = 0;
        file = "";
        fault = null;
    }

    /// So many bytes of the work were received; `reading` is the file that the guest reads, or empty.
    public synchronized void work(long received, String reading) {
        bytes = received;
        file = reading;
    }

    public void workBegins() {
        Requirement step;
        synchronized (this) {
            work = Requirement.State.WAITING;
            begun = System.nanoTime();
            step = work();
        }
        listener.changed(step);
    }

    /// The work was fetched, or was not for this reason.
    public void workEnds(@Nullable String why) {
        Requirement step;
        synchronized (this) {
            work = why == null ? Requirement.State.MET : Requirement.State.FAILED;
            took = (System.nanoTime() - begun) / 1_000_000;
            fault = why;
            step = work();
        }
        listener.changed(step);
    }

    public synchronized List<Requirement> list() {
        boolean ends = work == Requirement.State.MET || work == Requirement.State.FAILED;
        return List.of(
                new Requirement("network", "Close the network", Requirement.State.MET, 0, null, null, null),
                work(),
                new Requirement(
                        "end",
                        "Stop the machine",
                        ends ? Requirement.State.WAITING : Requirement.State.PENDING,
                        0,
                        null,
                        null,
                        null));
    }

    private Requirement work() {
        boolean waits = work == Requirement.State.WAITING;
        String reading = file.isEmpty() ? "" : ", reading " + file;
        String detail = waits ? words(bytes) + reading : fault;
        long millis = waits ? (System.nanoTime() - begun) / 1_000_000 : took;
        return new Requirement("work", "Fetch the work", work, millis, null, detail, null);
    }

    private static String words(long bytes) {
        return bytes == 0 ? "looking for changes" : ByteCount.words(bytes);
    }
}
