package dev.belljar.client.command;

import dev.belljar.contract.view.FlowRow;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Flows that are shown as one row.
///
/// @param flows at least one; the first gives what they have in common
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

    /// Program and pid, such as `curl 412`, or how many processes it was: `http (3 processes)`.
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

    /// The address and port, or how many addresses of one name they were.
    String destination() {
        List<String> all = flows.stream().map(FlowRow::dst).distinct().toList();
        return all.size() == 1 ? all.getFirst() : all.getFirst() + " and " + (all.size() - 1) + " more";
    }
}
