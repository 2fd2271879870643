package dev.belljar.agent.setup;

import dev.belljar.contract.environment.FetchedName;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.view.network.FlowRow;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What the flows of a period exchanged with which names.
final class FetchedNames {
    private static final int MOST = 200;

    private FetchedNames() {}

    /// The names of these flows, the most bytes first. DNS queries and blocked flows fetched nothing.
    static List<FetchedName> of(List<FlowRow> flows) {
        Map<String, FetchedName> all = new LinkedHashMap<>();
        for (FlowRow flow : flows) {
            if (flow.verdict() == Verdict.ALLOWED && !flow.proto().equals("dns")) {
                String name = flow.name();
                FetchedName one = new FetchedName(name == null ? flow.dst() : name, 1, flow.up(), flow.down());
                all.merge(one.name(), one, FetchedNames::both);
            }
        }
        return all.values().stream()
                .sorted(Comparator.comparingLong((FetchedName each) -> each.up() + each.down())
                        .reversed())
                .limit(MOST)
                .toList();
    }

    private static FetchedName both(FetchedName one, FetchedName other) {
        return new FetchedName(
                one.name(), one.flows() + other.flows(), one.up() + other.up(), one.down() + other.down());
    }
}
