package dev.belljar.client.command;

import dev.belljar.contract.view.FlowRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Connections of the same program to the same destination with the same verdict, as one row each.
final class FlowGroups {
    private FlowGroups() {}

    /// What makes two flows the same for a reader. The pid is not in it: package managers start a process a download.
    private record Key(@Nullable String process, String proto, String destination, String verdict, String rule) {}

    /// Groups in the order of their first flow, which is the newest when the flows are given newest first.
    static List<FlowGroup> of(List<FlowRow> flows) {
        Map<Key, List<FlowRow>> groups = new LinkedHashMap<>();
        for (FlowRow flow : flows) {
            groups.computeIfAbsent(key(flow), _ -> new ArrayList<>()).add(flow);
        }
        return groups.values().stream().map(FlowGroup::new).toList();
    }

    private static Key key(FlowRow flow) {
        String name = flow.name();
        String port = flow.dst().substring(Math.max(0, flow.dst().lastIndexOf(':')));
        return new Key(
                flow.process(),
                flow.proto(),
                name == null ? flow.dst() : name + " " + port,
                flow.verdict().name(),
                Objects.requireNonNullElse(flow.rule(), ""));
    }
}
