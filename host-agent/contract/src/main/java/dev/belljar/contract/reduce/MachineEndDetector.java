package dev.belljar.contract.reduce;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.event.SandboxEvent;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.EnumSet;
import java.util.Set;

/// Recognizes the events after which no process runs and no flow is open: the machine has ended, or another one starts.
public final class MachineEndDetector {
    private static final Set<SandboxState> OFF =
            EnumSet.of(SandboxState.STOPPED, SandboxState.STARTING, SandboxState.DESTROYED);

    private MachineEndDetector() {}

    /// True if the machine ended before this event.
    public static boolean before(Event event) {
        return switch (event) {
            case HostEvent.StateChanged state -> state.from() != state.to() && OFF.contains(state.to());
            case SandboxEvent old -> old.current() instanceof HostEvent.StateChanged state && before(state);
            default -> false;
        };
    }
}
