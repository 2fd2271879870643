package dev.belljar.agent.tcp;

import dev.belljar.agent.packet.TcpSegment;
import java.io.IOException;
import java.nio.ByteBuffer;

/// The half of a connection that the guest sends: takes what comes in order, keeps what the far side does not take
/// yet, and says how much more may come.
///
/// What comes out of order is dropped: the wire keeps order, and the guest sends again what is not acknowledged.
final class TcpReceiver {
    /// Bits by which our window is scaled: 2^3 * 65,535 covers what a queue may hold.
    static final int SCALE = 3;
    private static final int LARGEST_FIELD = 0xffff;
    /// A window that grew by less is not worth telling (RFC 9293, 3.8.6.2.2).
    private static final int WORTH_TELLING = 64 * 1024;

    private final SegmentQueue queue;
    private final boolean scales;
    private int next;
    /// The number behind the last one that we said may come; it never moves back.
    private int edge;
    private boolean begun;
    private boolean ended;

    TcpReceiver(SegmentQueue queue, SynOptions syn) {
        this.queue = queue;
        this.scales = syn.scales();
        this.next = syn.seq() + 1;
        this.edge = next + LARGEST_FIELD;
    }

    /// The number we expect.
    int next() {
        return next;
    }

    /// Whether the guest has sent its last byte, and it was taken.
    boolean ended() {
        return ended;
    }

    /// Whether all the guest sent has been handed on.
    boolean drained() {
        return queue.size() == 0;
    }

    /// Whether a segment lies where something may lie (RFC 9293, 3.10.7.4).
    boolean acceptable(TcpSegment tcp) {
        int length = tcp.payload().remaining() + (tcp.has(TcpSegment.FIN) ? 1 : 0);
        int last = tcp.seq() + length;
        if (length == 0 || closed()) {
            // With a closed window the acknowledgement of a probe still counts, its data does not.
            return SequenceNumbers.atMost(next, tcp.seq()) && SequenceNumbers.atMost(tcp.seq(), edge);
        }
        return SequenceNumbers.before(next, last) && SequenceNumbers.before(tcp.seq(), edge);
    }

    boolean within(int seq) {
        return SequenceNumbers.atMost(next, seq) && SequenceNumbers.atMost(seq, edge);
    }

    /// Takes the data of an acceptable segment.
    ///
    /// @return whether it is to be acknowledged
    boolean accept(TcpSegment tcp, FarSide far) throws IOException {
        ByteBuffer data = tcp.payload().slice();
        if (!data.hasRemaining() && !tcp.has(TcpSegment.FIN)) {
            return false;
        }
        int skip = next - tcp.seq();
        if (skip < 0 || ended) {
            return true;
        }
        data.position(Math.min(skip, data.limit()));
        boolean cut = SequenceNumbers.before(edge, tcp.seq() + data.limit());
        if (cut) {
            data.limit(Math.max(data.position(), edge - tcp.seq()));
        }
        take(data, far);
        if (tcp.has(TcpSegment.FIN) && !cut && !data.hasRemaining()) {
            next++;
            ended = true;
        }
        return true;
    }

    private void take(ByteBuffer data, FarSide far) throws IOException {
        int before = data.remaining();
        if (queue.size() == 0 && before > 0) {
            far.take(data);
        }
        queue.add(data);
        begun |= before > 0;
        next += before - data.remaining();
    }

    /// Hands on what waits, as far as the far side takes it.
    void drain(FarSide far) throws IOException {
        while (queue.size() > 0) {
            ByteBuffer first = queue.first();
            int before = first.remaining();
            far.take(first);
            int taken = before - first.remaining();
            if (taken == 0) {
                return;
            }
            queue.drop(taken);
        }
    }

    /// The window field for a segment sent now.
    int window() {
        int wanted = next + queue.room();
        if (wanted - edge >= worthTelling() || closed()) {
            edge = SequenceNumbers.before(edge, wanted) ? wanted : edge;
        }
        return field();
    }

    /// Whether the window has grown so much that the guest should be told. What the first answer had no scale to say
    /// goes with the first acknowledgement: a segment for it alone cost every connection one.
    boolean news() {
        int grown = next + queue.room() - edge;
        return begun && !ended && grown > 0 && (grown >= worthTelling() || closed());
    }

    private int field() {
        return Math.min(LARGEST_FIELD, scales ? (edge - next) >>> SCALE : edge - next);
    }

    /// Whether nothing may come as far as the guest knows: the field counts in steps, and a peer goes by what it says,
    /// not by the edge it was told before.
    private boolean closed() {
        return field() == 0;
    }

    // Where memory is scarce the whole window is small.
    private int worthTelling() {
        return Math.min(WORTH_TELLING, queue.room() / 2);
    }

    void clear() {
        queue.clear();
    }
}
