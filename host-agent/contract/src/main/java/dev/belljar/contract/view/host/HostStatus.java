package dev.belljar.contract.view.host;

import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.MachineLimits;
import java.util.ArrayList;
import java.util.List;

/// The state of this host: the acceleration, the limits of machines (`defaults` and `most`), the guest image, and the
/// doctor's checks. Memory is in bytes; `cpuPermille` is the load on all CPUs from all programs on the host, in
/// thousandths of their total capacity. `emulationAccepted` is true if the user allowed sandboxes to run under
/// emulation. `lastSeq` is the number of the newest event of the host's journal: a client that reads it before
/// everything else, and then follows the events after it, misses nothing.
public record HostStatus(
        String version,
        int cpus,
        int cpuPermille,
        long memoryTotal,
        long memoryFree,
        long diskFree,
        int running,
        Acceleration acceleration,
        boolean emulationAccepted,
        MachineLimits defaults,
        MachineLimits most,
        ImageStatus image,
        List<DoctorCheck> checks,
        long lastSeq) {
    public HostStatus {
        checks = List.copyOf(checks);
    }

    /// The status of a host without events.
    public HostStatus(
            String version,
            int cpus,
            int cpuPermille,
            long memoryTotal,
            long memoryFree,
            long diskFree,
            int running,
            Acceleration acceleration,
            boolean emulationAccepted,
            MachineLimits defaults,
            MachineLimits most,
            ImageStatus image,
            List<DoctorCheck> checks) {
        this(
                version,
                cpus,
                cpuPermille,
                memoryTotal,
                memoryFree,
                diskFree,
                running,
                acceleration,
                emulationAccepted,
                defaults,
                most,
                image,
                checks,
                0);
    }

    /// This status with one more check, placed first.
    public HostStatus with(DoctorCheck check) {
        List<DoctorCheck> all = new ArrayList<>(checks);
        all.addFirst(check);
        return new HostStatus(
                version,
                cpus,
                cpuPermille,
                memoryTotal,
                memoryFree,
                diskFree,
                running,
                acceleration,
                emulationAccepted,
                defaults,
                most,
                image,
                all,
                lastSeq);
    }

    /// This status with the current figures.
    public HostStatus with(HostGauges gauges) {
        return new HostStatus(
                version,
                cpus,
                gauges.cpuPermille(),
                memoryTotal,
                gauges.memoryFree(),
                gauges.diskFree(),
                running,
                acceleration,
                emulationAccepted,
                defaults,
                most,
                image,
                checks);
    }
}
