package dev.belljar.contract.event;

import dev.belljar.contract.sandbox.CodingAgentStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The coding agents in a sandbox are these now, the oldest first.
public record CodingAgentsChanged(
        long seq, long ts, @Nullable String sandbox, List<CodingAgentStatus> agents) implements HostEvent {
    public CodingAgentsChanged {
        agents = List.copyOf(agents);
    }

    @Override
    public EventType type() {
        return EventType.AGENTS;
    }

    @Override
    public CodingAgentsChanged withSeq(long newSeq) {
        return new CodingAgentsChanged(newSeq, ts, sandbox, agents);
    }
}
