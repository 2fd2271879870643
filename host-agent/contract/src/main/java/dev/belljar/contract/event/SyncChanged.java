package dev.belljar.contract.event;

import dev.belljar.contract.sync.SyncStatus;
import org.jspecify.annotations.Nullable;

/// The state of a sandbox's sync changed: work was changed, is being fetched, waits for review or was accepted, or
/// the settings are others.
public record SyncChanged(long seq, long ts, @Nullable String sandbox, SyncStatus status) implements HostEvent {
    @Override
    public EventType type() {
        return EventType.SYNC;
    }

    @Override
    public SyncChanged withSeq(long newSeq) {
        return new SyncChanged(newSeq, ts, sandbox, status);
    }
}
