package dev.belljar.contract.event;

import dev.belljar.contract.sandbox.Requirement;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A note of the host agent about the sandbox itself, for users.
///
/// `op` is `note` or `salvage`; `name` says what it is about; `detail` is a sentence. Older versions also recorded what
/// is now a `HostEvent` as this type, with these words in `op`: `state` (`from`, `to`), `step` (`name`, `to` =
/// `waiting|met|failed`, `percent`), `port` (`name` = its number, `to` = `open|closed`), `sync`, `snapshot` (`name` =
/// its id) and `console`. Readers of a journal get those as the events that `current` returns.
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
    /// The types that older versions recorded as this one.
    public static final Set<EventType> REPLACED = Collections.unmodifiableSet(EnumSet.of(
            EventType.STATE, EventType.STEP, EventType.PORT, EventType.SNAPSHOT, EventType.WORK, EventType.CONSOLE));

    /// A note as this version records it.
    public static SandboxEvent note(long ts, String op, String name, String detail) {
        return new SandboxEvent(0, ts, op, name, null, null, null, detail);
    }

    @Override
    public EventType type() {
        return EventType.SANDBOX;
    }

    @Override
    public SandboxEvent withSeq(long newSeq) {
        return new SandboxEvent(newSeq, ts, op, name, from, to, percent, detail);
    }

    /// The event that this version would record instead of this one. It is the same event if this version still records
    /// it as is, or cannot interpret it.
    public Event current() {
        try {
            return switch (op) {
                case "state" -> stateChanged();
                case "step" -> stepChanged();
                case "port" ->
                    new HostEvent.PortChanged(
                            seq, ts, null, Integer.parseInt(word(name)), "open".equals(to), null, detail);
                case "snapshot" ->
                    new HostEvent.SnapshotChanged(seq, ts, null, HostEvent.ChangeKind.ADDED, word(name), null, detail);
                case "sync" ->
                    new HostEvent.WorkSynced(
                            seq, ts, null, HostEvent.WorkSynced.WorkStage.ACCEPTED, null, null, null, detail);
                case "console" -> new HostEvent.ConsoleLine(seq, ts, null, word(detail));
                default -> this;
            };
        } catch (IllegalArgumentException e) {
            return this;
        }
    }

    private HostEvent.StateChanged stateChanged() {
        return new HostEvent.StateChanged(
                seq,
                ts,
                null,
                null,
                from == null ? null : SandboxState.valueOf(from.toUpperCase(Locale.ROOT)),
                SandboxState.valueOf(word(to).toUpperCase(Locale.ROOT)),
                null,
                null,
                detail);
    }

    private HostEvent.StepChanged stepChanged() {
        Requirement.State state = Requirement.State.valueOf(word(to).toUpperCase(Locale.ROOT));
        String step = word(name);
        return new HostEvent.StepChanged(seq, ts, null, new Requirement(step, step, state, 0, percent, detail, null));
    }

    private static String word(@Nullable String text) {
        return text == null ? "" : text;
    }
}
