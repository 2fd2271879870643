package dev.belljar.contract.view.host;

import dev.belljar.contract.view.process.ProcessGauge;
import dev.belljar.contract.view.process.SandboxGauges;
import java.util.List;

/// The current figures of the host, of all sandboxes, and of the processes of one sandbox. They change all the time, so
/// they are not events.
public record HostGauges(
        int cpuPermille, long memoryFree, long diskFree, List<SandboxGauges> sandboxes, List<ProcessGauge> processes) {
    public HostGauges {
        sandboxes = List.copyOf(sandboxes);
        processes = List.copyOf(processes);
    }
}
