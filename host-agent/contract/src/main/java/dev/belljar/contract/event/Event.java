package dev.belljar.contract.event;

/// One thing that happened in or around a sandbox; a line of its journal.
///
/// `seq` counts from 1 within a journal, a sandbox's or the host's, and is assigned by the journal (0 before that);
/// `ts` is milliseconds since the epoch.
public sealed interface Event
        permits FileEvent,
                GapEvent,
                HostEvent,
                HttpEvent,
                NetEvent,
                OpaqueEvent,
                ProcEvent,
                SandboxEvent,
                SyscallEvent {
    /// The journal's number for this event, 0 while it has none.
    long seq();

    /// When it happened, milliseconds since the epoch.
    long ts();

    /// The word in the `type` field.
    EventType type();

    /// The same event with the journal's number.
    Event withSeq(long seq);
}
