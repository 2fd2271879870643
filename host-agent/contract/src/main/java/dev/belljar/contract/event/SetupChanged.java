package dev.belljar.contract.event;

import dev.belljar.contract.environment.SetupStatus;
import org.jspecify.annotations.Nullable;

/// The setup of the project's environment in a sandbox began, reached another step, or ended.
public record SetupChanged(long seq, long ts, @Nullable String sandbox, SetupStatus setup) implements HostEvent {
    @Override
    public EventType type() {
        return EventType.SETUP;
    }

    @Override
    public SetupChanged withSeq(long newSeq) {
        return new SetupChanged(newSeq, ts, sandbox, setup);
    }
}
