package dev.belljar.agent.tcp;

import dev.belljar.agent.packet.TcpSegment;
import java.io.IOException;

/// A TCP connection that a guest opened and that ends at the gateway: bytes of the guest are passed to the far
/// side and bytes of the far side to the guest, with flow control in both directions.
///
/// It begins with the answer to the guest's SYN once the far side is connected. Segments (`segment`) and time
/// (`tick`) change it, and after either `turn` moves bytes in both directions and sends one acknowledgement for
/// all received segments. Backpressure is passed on: bytes that the far side does not accept fill a bounded
/// queue, which closes the window announced to the guest; while the guest's window is closed, a bounded queue
/// fills and the far side is not read. A reset is accepted only with exactly the next sequence number, and any
/// other unexpected segment is answered with an acknowledgement that lets an honest peer reset (RFC 5961). After
/// the end it waits a moment, to repeat a lost acknowledgement of the guest's FIN.
///
/// Not thread-safe.
public final class TcpConnection {
    /// How a connection ended, or that it has not.
    public enum End {
        OPEN,
        /// Both sides closed it cleanly.
        FINISHED,
        GUEST_RESET,
        FAR_RESET,
        /// The guest did not acknowledge bytes for too long.
        SILENT,
        /// The gateway ended it.
        ABORTED
    }

    private static final long SILENCE_MILLIS = 15 * 60_000L;
    private static final long OPENING_MILLIS = 30_000;

    private final GuestEndpoint guest;
    private final UpstreamEndpoint upstream;
    private final TcpReceiver in;
    private final TcpSender out;
    private final SegmentQueue outbound;
    private final SynOptions syn;
    private boolean owesAck;
    private boolean readable = true;
    private boolean endReported;
    private End end = End.OPEN;

    /// Prepares the answer to `syn` with the sequence number `first`, which must be hard to guess; the first
    /// turn sends it.
    public TcpConnection(
            GuestEndpoint guest, UpstreamEndpoint upstream, ChunkPool pool, SynOptions syn, int first, long now) {
        this.guest = guest;
        this.upstream = upstream;
        this.syn = syn;
        this.outbound = new SegmentQueue(pool);
        this.in = new TcpReceiver(new SegmentQueue(pool), syn);
        this.out = new TcpSender(outbound, this::send, syn, first, now);
    }

    /// Sends the SYN's answer.
    public void open(long now) {
        out.open(now);
    }

    /// Processes a segment of the guest; its buffer is not used after the call.
    public void segment(TcpSegment tcp, long now) {
        if (end != End.OPEN) {
            owesAck |= end == End.FINISHED && !tcp.has(TcpSegment.RST) && tcp.seq() != in.next();
        } else if (tcp.has(TcpSegment.RST)) {
            reset(tcp);
        } else if (tcp.has(TcpSegment.SYN)) {
            again(tcp, now);
        } else if (tcp.has(TcpSegment.ACK)) {
            established(tcp, now);
        }
    }

    private void reset(TcpSegment tcp) {
        if (tcp.seq() == in.next()) {
            upstream.abort();
            over(End.GUEST_RESET);
        } else {
            owesAck |= in.within(tcp.seq());
        }
    }

    private void again(TcpSegment tcp, long now) {
        if (!out.opened() && tcp.seq() == syn.seq() && !tcp.has(TcpSegment.ACK)) {
            out.open(now);
        } else {
            owesAck = true;
        }
    }

    private void established(TcpSegment tcp, long now) {
        if (!in.acceptable(tcp) || !out.acknowledged(tcp, now)) {
            owesAck = true;
            return;
        }
        try {
            owesAck |= in.accept(tcp, upstream);
        } catch (IOException e) {
            resetGuest(End.FAR_RESET);
        }
    }

    /// The far side has bytes again or accepts bytes again.
    public void farReady(boolean gives) {
        readable |= gives;
    }

    /// Moves bytes in both directions as far as possible.
    ///
    /// @return false if the link to the guest had no space for all of it: another turn is needed once it has
    public boolean turn(long now) {
        boolean sent = true;
        if (end == End.OPEN) {
            try {
                sent = move(now);
            } catch (IOException e) {
                resetGuest(End.FAR_RESET);
            }
        }
        if (owesAck && (end == End.OPEN || end == End.FINISHED)) {
            sent &= out.opened() ? send(out.next(), TcpSegment.ACK, 0, 0) : challenged();
        }
        return sent;
    }

    private boolean challenged() {
        owesAck = false;
        return true;
    }

    private boolean move(long now) throws IOException {
        in.drain(upstream);
        if (in.ended() && in.drained() && !endReported) {
            endReported = true;
            upstream.finish();
        }
        if (readable && out.wantsMore()) {
            int room = outbound.room();
            long got = out.fill(upstream, now);
            // Fewer bytes than requested: no more were available, and the far side reports the next ones.
            readable = got == room;
        }
        boolean sent = out.flush(now);
        owesAck |= in.news();
        if (in.ended() && in.drained() && out.finished()) {
            upstream.close();
            over(End.FINISHED);
        } else {
            upstream.await(!readable && !out.ended(), !in.drained());
        }
        return sent && !(readable && out.wantsMore());
    }

    /// Processes timers.
    public void tick(long now) {
        if (end != End.OPEN) {
            return;
        }
        long patience = out.opened() ? SILENCE_MILLIS : OPENING_MILLIS;
        if (out.awaiting() && now - out.silentSince() > patience) {
            upstream.abort();
            resetGuest(End.SILENT);
        } else {
            out.tick(now);
        }
    }

    /// Ends the connection: the guest gets a reset, and the far side gets no more bytes.
    public void abort() {
        if (end == End.OPEN) {
            upstream.close();
            resetGuest(End.ABORTED);
        }
    }

    private void resetGuest(End why) {
        send(out.next(), TcpSegment.RST | TcpSegment.ACK, 0, 0);
        if (why == End.FAR_RESET) {
            upstream.abort();
        }
        over(why);
    }

    private void over(End why) {
        end = why;
        in.clear();
        out.clear();
    }

    private boolean send(int seq, int flags, int from, int length) {
        boolean opening = (flags & TcpSegment.SYN) != 0;
        int window = opening ? 0xffff : in.window();
        GuestEndpoint.Header header = new GuestEndpoint.Header(seq, in.next(), flags, window, opening, syn.scales());
        boolean sent = guest.send(header, outbound, from, length);
        owesAck &= !sent;
        return sent;
    }

    /// How the connection ended, if it did.
    public End end() {
        return end;
    }

    /// Whether the guest has sent its last byte.
    public boolean guestEnded() {
        return in.ended();
    }

    /// Whether the guest has completed the handshake.
    public boolean opened() {
        return out.opened();
    }
}
