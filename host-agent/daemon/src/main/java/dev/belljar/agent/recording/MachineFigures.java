package dev.belljar.agent.recording;

import dev.belljar.agent.guest.GuestHeartbeat;
import dev.belljar.contract.sandbox.Gauges;
import org.jspecify.annotations.Nullable;

/// The newest figures of a machine, from the heartbeats of its guest agent.
final class MachineFigures {
    private volatile @Nullable GuestHeartbeat last;
    private volatile @Nullable Gauges gauges;

    /// The figures of this heartbeat, the newest from now on.
    Gauges take(GuestHeartbeat beat, long now) {
        GuestHeartbeat before = last;
        last = beat;
        int permille = 0;
        if (before != null && beat.monoNs() > before.monoNs()) {
            permille = Math.clamp(
                    (beat.cpuBusyUs() - before.cpuBusyUs()) * 1_000_000 / (beat.monoNs() - before.monoNs()),
                    0,
                    1_000_000);
        }
        Gauges newest = new Gauges(
                permille,
                beat.memTotal() - beat.memAvailable(),
                beat.memTotal(),
                beat.diskTotal() - beat.diskFree(),
                beat.diskTotal(),
                (int) beat.processes(),
                now);
        gauges = newest;
        return newest;
    }

    /// The newest figures, null while there are none.
    @Nullable
    Gauges gauges() {
        return gauges;
    }

    /// The number of processes and threads that the process limit counts now, null if the guest does not tell.
    @Nullable
    Long limited() {
        GuestHeartbeat newest = last;
        return gauges == null || newest == null || newest.limited() == GuestHeartbeat.UNCOUNTED
                ? null
                : (Long) newest.limited();
    }

    /// There are no figures until the next heartbeat.
    void silent() {
        gauges = null;
    }

    /// Forgets the previous boot.
    void reset() {
        gauges = null;
        last = null;
    }
}
