package dev.belljar.agent.guest.event;

import dev.belljar.agent.guest.GuestEvent;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.Event.OpaqueEvent;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.FileOp;
import dev.belljar.contract.event.ProcOp;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// Turns the event records of one guest link session into events of the contract: each number at most once and
/// in order; missing numbers become a gap event.
///
/// A missing uid becomes `-1`, a missing parent 0. A kind or file operation that this host agent does not know
/// is kept as it came.
public final class EventDecoder {
    private static final int FORK = 1;
    private static final int EXEC = 2;
    private static final int EXIT = 3;
    private static final int FILE = 4;
    private static final int LOST = 9;
    private static final int PRESENT = 10;
    private static final int NO_UID = -1;
    private static final long UID_MOST = 0xFFFF_FFFFL;
    private static final FileOp[] FILE_OPS = FileOp.values();

    private final GuestClock clock;
    private final long recorded;
    private long last;

    /// A decoder for a guest that was told that everything up to number `recorded` is recorded (0: nothing).
    public EventDecoder(GuestClock clock, long recorded) {
        this.clock = clock;
        this.recorded = recorded;
    }

    /// The highest number that was seen or recorded, 0 if there is none.
    public long last() {
        return Math.max(last, recorded);
    }

    /// Decodes the events of one EVENTS payload, without those that were recorded already.
    ///
    /// @throws GuestException when it does not consist of complete valid records with rising numbers
    public List<GuestEvent> decode(byte[] payload) throws GuestException {
        List<GuestEvent> events = new ArrayList<>();
        ByteBuffer in = ByteBuffer.wrap(payload);
        while (in.hasRemaining()) {
            EventRecord event = EventRecord.take(in);
            if (event.number() <= last) {
                throw GuestException.broken("event number " + event.number() + " came after " + last);
            }
            if (event.number() > recorded) {
                addHole(events, event);
                events.add(new GuestEvent(event.number(), event(event)));
            }
            last = event.number();
        }
        return events;
    }

    private void addHole(List<GuestEvent> events, EventRecord event) {
        long before = last();
        // A machine started from a template continues the template's numbering: no event of this machine is
        // missing.
        if (before > 0 && event.number() > before + 1) {
            long count = event.number() - before - 1;
            events.add(new GuestEvent(
                    event.number() - 1,
                    new GapEvent(0, clock.millis(event.monoNs()), "lost", count, "the guest skipped event numbers")));
        }
    }

    private Event event(EventRecord event) throws GuestException {
        return switch (event.kind()) {
            case FORK -> process(event, ProcOp.FORK);
            case EXEC -> process(event, ProcOp.EXEC);
            case EXIT -> exit(event);
            case FILE -> file(event);
            case LOST -> lost(event);
            case PRESENT -> process(event, ProcOp.PRESENT);
            default -> opaque(event);
        };
    }

    private ProcEvent process(EventRecord event, ProcOp op) throws GuestException {
        return new ProcEvent(
                0,
                clock.millis(event.monoNs()),
                op,
                pid(event),
                (int) event.integer(EventRecord.PPID, 0, Integer.MAX_VALUE, 0),
                start(event),
                uid(event),
                comm(event),
                event.text(EventRecord.EXE),
                event.words(EventRecord.ARGV),
                event.text(EventRecord.CWD),
                null,
                null,
                0,
                event.truncated());
    }

    private ProcEvent exit(EventRecord event) throws GuestException {
        if (event.has(EventRecord.EXIT) == event.has(EventRecord.TERMSIG)) {
            throw event.fault(EventRecord.EXIT, "expected either an exit code or a signal");
        }
        return new ProcEvent(
                0,
                clock.millis(event.monoNs()),
                ProcOp.EXIT,
                pid(event),
                (int) event.integer(EventRecord.PPID, 0, Integer.MAX_VALUE, 0),
                start(event),
                uid(event),
                comm(event),
                null,
                List.of(),
                null,
                event.has(EventRecord.EXIT) ? (Integer) (int) event.integer(EventRecord.EXIT, 0, 255) : null,
                event.has(EventRecord.TERMSIG) ? (Integer) (int) event.integer(EventRecord.TERMSIG, 1, 127) : null,
                event.integer(EventRecord.CPU_NS, 0, Long.MAX_VALUE, 0),
                event.truncated());
    }

    private Event file(EventRecord event) throws GuestException {
        long op = event.integer(EventRecord.OP, 0, Long.MAX_VALUE);
        if (op < 1 || op > FILE_OPS.length) {
            return opaque(event);
        }
        String path = event.text(EventRecord.PATH);
        if (path == null) {
            throw event.fault(EventRecord.PATH, "missing");
        }
        return new FileEvent(
                0,
                clock.millis(event.monoNs()),
                pid(event),
                start(event),
                comm(event),
                FILE_OPS[(int) op - 1],
                path,
                event.text(EventRecord.PATH2),
                event.integer(EventRecord.BYTES, 0, Long.MAX_VALUE, -1));
    }

    private GapEvent lost(EventRecord event) throws GuestException {
        long count = event.integer(EventRecord.COUNT, 0, Long.MAX_VALUE);
        return new GapEvent(
                0, clock.millis(event.monoNs()), "lost", count, "the guest agent could not send all events in time");
    }

    private OpaqueEvent opaque(EventRecord event) {
        return new OpaqueEvent(
                0,
                clock.millis(event.monoNs()),
                event.kind(),
                Base64.getEncoder().encodeToString(event.body()));
    }

    private static int pid(EventRecord event) throws GuestException {
        return (int) event.integer(EventRecord.PID, 0, Integer.MAX_VALUE);
    }

    private static long start(EventRecord event) throws GuestException {
        return event.integer(EventRecord.START, 0, Long.MAX_VALUE, 0);
    }

    // A Linux uid is an unsigned 32-bit number; values above 2^31 (which nobody maps) become negative here.
    private static int uid(EventRecord event) throws GuestException {
        return (int) event.integer(EventRecord.UID, 0, UID_MOST, NO_UID);
    }

    private static String comm(EventRecord event) {
        String comm = event.text(EventRecord.COMM);
        return comm == null ? "" : comm;
    }
}
