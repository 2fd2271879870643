package dev.belljar.agent.tcp;

import dev.belljar.agent.packet.TcpSegment;
import java.io.IOException;

/// A connection that a guest opened and that ends here: what the guest sends goes to the far side, what the far
/// side gives goes to the guest, and neither may be faster than the other takes it.
///
/// It begins when the far side is connected, with the answer to the guest's SYN. Segments change it (`segment`),
/// time does (`tick`), and after either it takes its turn (`turn`), in which it moves bytes both ways and
/// acknowledges once whatever came since. Backpressure runs through: bytes the far side does not take fill a
/// bounded queue, and with it the window closes that the guest was told; while the guest's window is closed, a
/// bounded queue fills and the far side is not read. A reset counts only with exactly the number that is next, and
/// any other surprise is answered with an acknowledgement that lets an honest peer reset (RFC 5961). When all is
/// done it lingers a moment, to acknowledge again an end whose acknowledgement was lost.
///
/// Not safe for several threads.
public final class TcpConnection {
    /// How a connection ended, or that it has not.
    public enum End {
        OPEN,
        /// Both sides ended it in order.
        FINISHED,
        GUEST_RESET,
        FAR_RESET,
        /// The guest was silent for too long while something waited for its acknowledgement.
        SILENT,
        /// Ended from here.
        ABORTED
    }

    private static final long SILENCE_MILLIS = 15 * 60_000L;
    private static final long OPENING_MILLIS = 30_000;

    private final GuestSide near;
    private final FarSide far;
    private final TcpReceiver in;
    private final TcpSender out;
    private final SegmentQueue outbound;
    private final SynOptions syn;
    private boolean owesAck;
    private boolean readable = true;
    private boolean told;
    private End end = End.OPEN;

    /// The answer to `syn`, numbered from `first`, which must be hard to guess; the first turn sends it.
    public TcpConnection(GuestSide near, FarSide far, ChunkPool pool, SynOptions syn, int first, long now) {
        this.near = near;
        this.far = far;
        this.syn = syn;
        this.outbound = new SegmentQueue(pool);
        this.in = new TcpReceiver(new SegmentQueue(pool), syn);
        this.out = new TcpSender(outbound, this::send, syn, first, now);
    }

    /// Sends the SYN's answer.
    public void open(long now) {
        out.open(now);
    }

    /// Takes a segment of the guest; what it points at is not kept.
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
            far.abort();
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
            owesAck |= in.accept(tcp, far);
        } catch (IOException e) {
            resetGuest(End.FAR_RESET);
        }
    }

    /// The far side can give or take again.
    public void farReady(boolean gives) {
        readable |= gives;
    }

    /// Moves what can be moved.
    ///
    /// @return false when the wire to the guest had no room for all of it: another turn is needed once it has
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
        in.drain(far);
        if (in.ended() && in.drained() && !told) {
            told = true;
            far.finish();
        }
        if (readable && out.wantsMore()) {
            int room = outbound.room();
            long got = out.fill(far, now);
            // Less than asked for: there was no more, and the next is told of.
            readable = got == room;
        }
        boolean sent = out.flush(now);
        owesAck |= in.news();
        if (in.ended() && in.drained() && out.finished()) {
            far.close();
            over(End.FINISHED);
        } else {
            far.await(!readable && !out.ended(), !in.drained());
        }
        return sent && !(readable && out.wantsMore());
    }

    /// Lets time pass.
    public void tick(long now) {
        if (end != End.OPEN) {
            return;
        }
        long patience = out.opened() ? SILENCE_MILLIS : OPENING_MILLIS;
        if (out.awaiting() && now - out.silentSince() > patience) {
            far.abort();
            resetGuest(End.SILENT);
        } else {
            out.tick(now);
        }
    }

    /// Ends it: the guest gets a reset, the far side what it was already given and no more.
    public void abort() {
        if (end == End.OPEN) {
            far.close();
            resetGuest(End.ABORTED);
        }
    }

    private void resetGuest(End why) {
        send(out.next(), TcpSegment.RST | TcpSegment.ACK, 0, 0);
        if (why == End.FAR_RESET) {
            far.abort();
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
        GuestSide.Header header = new GuestSide.Header(seq, in.next(), flags, window, opening, syn.scales());
        boolean sent = near.send(header, outbound, from, length);
        owesAck &= !sent;
        return sent;
    }

    /// How it ended, if it did.
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
