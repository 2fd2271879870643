package dev.belljar.contract.event;

import org.jspecify.annotations.Nullable;

/// Something the host agent records about the sandbox itself: a state, a readiness requirement, a sync, a note.
///
/// `op` is a stable word: `state` (`from`, `to`), `step` (`name`, `to` = `waiting|met|failed`, `percent`), `port`
/// (`name` = its number, `to` = `open|closed`), `sync`,
/// `salvage`, `console`, `note`. `detail` is a sentence for people.
public record SandboxEvent(
        long seq,
        long ts,
        String op,
        @Nullable String name,
        @Nullable String from,
        @Nullable String to,
        @Nullable Integer percent,
        @Nullable String detail)
        implements Event {
    @Override
    public EventType type() {
        return EventType.SANDBOX;
    }

    @Override
    public SandboxEvent withSeq(long newSeq) {
        return new SandboxEvent(newSeq, ts, op, name, from, to, percent, detail);
    }
}
