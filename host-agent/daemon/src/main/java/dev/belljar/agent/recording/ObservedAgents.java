package dev.belljar.agent.recording;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.sandbox.CodingAgentStatus;
import java.util.List;

/// The coding agents in a machine as last known, and who finds out about them.
public final class ObservedAgents {
    private volatile GuestListener listener = GuestListener.NONE;
    private volatile List<CodingAgentStatus> known = List.of();

    /// Tells this listener what is observed in the machine from now on.
    public void tell(GuestListener next) {
        listener = next;
    }

    /// The coding agents, the oldest first.
    public List<CodingAgentStatus> known() {
        return known;
    }

    /// The coding agents are these now.
    public void become(List<CodingAgentStatus> now) {
        known = List.copyOf(now);
    }

    void happened(Event event) {
        listener.happened(event);
    }

    void restarted() {
        listener.restarted();
    }
}
