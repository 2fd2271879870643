package dev.belljar.contract.view.codingagent;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The coding agents that can be started. `preferred` is the name of the one that the project prefers; null if no
/// project was named.
public record CodingAgentList(@Nullable String preferred, List<CodingAgentInfo> agents) {
    public CodingAgentList {
        agents = List.copyOf(agents);
    }
}
