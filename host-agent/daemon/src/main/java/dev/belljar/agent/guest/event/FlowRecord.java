package dev.belljar.agent.guest.event;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestFlow;
import java.nio.ByteBuffer;
import java.util.Optional;

/// Reads the payload of a FLOW frame, which is one record without a number.
public final class FlowRecord {
    private static final int FLOW = 11;
    private static final int TCP = 6;
    private static final int UDP = 17;
    private static final int PORT_MOST = 65_535;
    private static final long BITS = 0xFFFF_FFFFL;

    private FlowRecord() {}

    /// Reads the flow; empty for a kind or protocol that this host agent does not know.
    ///
    /// @throws GuestException when it is not exactly one valid record
    public static Optional<GuestFlow> read(byte[] payload) throws GuestException {
        ByteBuffer in = ByteBuffer.wrap(payload);
        EventRecord record = EventRecord.takeUnnumbered(in);
        if (in.hasRemaining()) {
            throw GuestException.broken("FLOW frame with %d bytes left over".formatted(in.remaining()));
        }
        long protocol = record.kind() == FLOW ? record.integer(EventRecord.PROTOCOL, 0, 255) : 0;
        return protocol == TCP || protocol == UDP
                ? Optional.of(flow(record, protocol == TCP ? "tcp" : "udp"))
                : Optional.empty();
    }

    private static GuestFlow flow(EventRecord record, String protocol) throws GuestException {
        String comm = record.text(EventRecord.COMM);
        return new GuestFlow(
                protocol,
                (int) record.integer(EventRecord.LOCAL_PORT, 1, PORT_MOST),
                (int) record.integer(EventRecord.ADDRESS, 0, BITS),
                (int) record.integer(EventRecord.PORT, 0, PORT_MOST),
                (int) record.integer(EventRecord.PID, 1, Integer.MAX_VALUE),
                (int) record.integer(EventRecord.PPID, 0, Integer.MAX_VALUE, 0),
                record.integer(EventRecord.START, 0, Long.MAX_VALUE, 0),
                (int) record.integer(EventRecord.UID, 0, BITS, -1),
                comm == null ? "" : comm,
                record.text(EventRecord.EXE),
                record.words(EventRecord.ARGV),
                record.integer(EventRecord.COUNT, 0, Long.MAX_VALUE, 0));
    }
}
