package dev.belljar.contract.view;

import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.MachineLimits;
import java.util.ArrayList;
import java.util.List;

/// This host: what machines run on, what they may use (`defaults` and `most`), the image, and the doctor's checks.
/// Memory in bytes. `emulationAccepted` says that sandboxes may start although they are emulated.
public record HostStatus(
        String version,
        int cpus,
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
    public HostStatus {
        checks = List.copyOf(checks);
    }

    /// The same with one more check, which comes first.
    public HostStatus with(DoctorCheck check) {
        List<DoctorCheck> all = new ArrayList<>(checks);
        all.addFirst(check);
        return new HostStatus(
                version,
                cpus,
                memoryTotal,
                memoryFree,
                diskFree,
                running,
                acceleration,
                emulationAccepted,
                defaults,
                most,
                image,
                all);
    }
}
