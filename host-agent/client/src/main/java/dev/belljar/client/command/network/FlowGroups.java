package dev.belljar.client.command.network;

import dev.belljar.contract.view.network.FlowRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Groups the flows of one program to one destination with the same verdict into one row.
final class FlowGroups {
    private FlowGroups() {}

    /// The values that two flows of a group have in common. The pid is not among them, because package
    /// managers start one process per download.
    private record GroupKey(@Nullable String process, String proto, String destination, String verdict, String rule) {}

    /// Returns the groups in the order of their first flow, which is the newest one if the flows are given
    /// newest first.
    static List<FlowGroup> of(List<FlowRow> flows) {
        Map<GroupKey, List<FlowRow>> groups = new LinkedHashMap<>();
        for (FlowRow flow : flows) {
            groups.computeIfAbsent(key(flow), _ -> new ArrayList<>()).add(flow);
        }
        return groups.values().stream().map(FlowGroup::new).toList();
    }

    private static GroupKey key(FlowRow flow) {
        String name = flow.name();
        String port = flow.dst().substring(Math.max(0, flow.dst().lastIndexOf(':')));
        return new GroupKey(
                flow.process(),
                flow.proto(),
                name == null ? flow.dst() : name + " " + port,
                flow.verdict().name(),
                Objects.requireNonNullElse(flow.rule(), ""));
    }
}
