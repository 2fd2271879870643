package dev.belljar.client.command.network;

import dev.belljar.contract.view.network.FlowRow;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Flows that are shown as one row.
///
/// @param flows at least one; the common values are taken from the first
record FlowGroup(List<FlowRow> flows) {
    FlowGroup {
        flows = List.copyOf(flows);
    }

    FlowRow first() {
        return flows.getFirst();
    }

    long up() {
        return flows.stream().mapToLong(FlowRow::up).sum();
    }

    long down() {
        return flows.stream().mapToLong(FlowRow::down).sum();
    }

    /// The program with its pid, such as `curl 412`, or with the number of processes, such as `http (3
    /// processes)`.
    String process() {
        Set<Integer> pids = new TreeSet<>();
        for (FlowRow flow : flows) {
            Integer pid = flow.pid();
            if (pid != null) {
                pids.add(pid);
            }
        }
        String name = first().process() == null ? "?" : first().process();
        return switch (pids.size()) {
            case 0 -> first().process() == null ? "" : name;
            case 1 -> name + " " + pids.iterator().next();
            default -> name + " (" + pids.size() + " processes)";
        };
    }

    /// The address and port, or the number of addresses of one name.
    String destination() {
        List<String> all = flows.stream().map(FlowRow::dst).distinct().toList();
        return all.size() == 1 ? all.getFirst() : all.getFirst() + " and " + (all.size() - 1) + " more";
    }
}
