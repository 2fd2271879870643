package dev.belljar.agent.status;

import dev.belljar.agent.guest.GuestProcess;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Computes the CPU shares of processes, in thousandths of one CPU, from successive readings of their CPU times.
public final class CpuShares {
    private record Reading(long start, long cpuUs) {}

    private Map<Integer, Reading> before = Map.of();
    private long beforeNanos;

    /// The shares since the last call, by pid; a process seen for the first time has none.
    synchronized Map<Integer, Integer> update(List<GuestProcess> living) {
        long now = System.nanoTime();
        long micros = Math.max(1, (now - beforeNanos) / 1_000);
        Map<Integer, Reading> readings = new HashMap<>();
        Map<Integer, Integer> shares = new HashMap<>();
        for (GuestProcess process : living) {
            Reading reading = new Reading(process.start(), process.utimeUs() + process.stimeUs());
            Reading last = before.get(process.pid());
            if (last != null && last.start() == reading.start()) {
                long permille = (reading.cpuUs() - last.cpuUs()) * 1_000 / micros;
                shares.put(process.pid(), Math.clamp(permille, 0, 1_000_000));
            }
            readings.put(process.pid(), reading);
        }
        before = readings;
        beforeNanos = now;
        return shares;
    }
}
