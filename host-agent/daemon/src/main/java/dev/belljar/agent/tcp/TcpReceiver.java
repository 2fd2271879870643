package dev.belljar.agent.tcp;

import dev.belljar.agent.packet.TcpSegment;
import java.io.IOException;
import java.nio.ByteBuffer;

/// The receiving half of a connection: accepts the guest's bytes in order, queues those that the far side does
/// not accept yet, and computes the window.
///
/// Segments out of order are dropped: the link keeps the order, and the guest retransmits unacknowledged bytes.
final class TcpReceiver {
    /// Bits by which our window is scaled: 2^3 * 65,535 covers what a queue may hold.
    static final int SCALE = 3;
    private static final int LARGEST_FIELD = 0xffff;
    /// A window that grew by less is not announced (RFC 9293, 3.8.6.2.2).
    private static final int WORTH_TELLING = 64 * 1024;

    private final SegmentQueue queue;
    private final boolean scales;
    private int next;
    /// The right edge of the announced window; it never moves back.
    private int edge;
    private boolean begun;
    private boolean ended;

    TcpReceiver(SegmentQueue queue, SynOptions syn) {
        this.queue = queue;
        this.scales = syn.scales();
        this.next = syn.seq() + 1;
        this.edge = next + LARGEST_FIELD;
    }

    /// The next expected sequence number.
    int next() {
        return next;
    }

    /// Whether the guest's last byte was received.
    boolean ended() {
        return ended;
    }

    /// Whether all received bytes were passed to the far side.
    boolean drained() {
        return queue.size() == 0;
    }

    /// Whether a segment is within the window (RFC 9293, 3.10.7.4).
    boolean acceptable(TcpSegment tcp) {
        int length = tcp.payload().remaining() + (tcp.has(TcpSegment.FIN) ? 1 : 0);
        int last = tcp.seq() + length;
        if (length == 0 || closed()) {
            // With a closed window the acknowledgement of a probe is processed, its data is not.
            return SequenceNumbers.atMost(next, tcp.seq()) && SequenceNumbers.atMost(tcp.seq(), edge);
        }
        return SequenceNumbers.before(next, last) && SequenceNumbers.before(tcp.seq(), edge);
    }

    boolean within(int seq) {
        return SequenceNumbers.atMost(next, seq) && SequenceNumbers.atMost(seq, edge);
    }

    /// Processes the data of an acceptable segment.
    ///
    /// @return whether it must be acknowledged
    boolean accept(TcpSegment tcp, UpstreamEndpoint upstream) throws IOException {
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
        take(data, upstream);
        if (tcp.has(TcpSegment.FIN) && !cut && !data.hasRemaining()) {
            next++;
            ended = true;
        }
        return true;
    }

    private void take(ByteBuffer data, UpstreamEndpoint upstream) throws IOException {
        int before = data.remaining();
        if (queue.size() == 0 && before > 0) {
            upstream.take(data);
        }
        queue.add(data);
        begun |= before > 0;
        next += before - data.remaining();
    }

    /// Passes queued bytes to the far side as far as it accepts them.
    void drain(UpstreamEndpoint upstream) throws IOException {
        while (queue.size() > 0) {
            ByteBuffer first = queue.first();
            int before = first.remaining();
            upstream.take(first);
            int taken = before - first.remaining();
            if (taken == 0) {
                return;
            }
            queue.drop(taken);
        }
    }

    /// The window field for a segment sent now.
    int window() {
        int limit = next + queue.room();
        if (limit - edge >= worthTelling() || closed()) {
            edge = SequenceNumbers.before(edge, limit) ? limit : edge;
        }
        return field();
    }

    /// Whether the window has grown so much that it should be announced. The growth that the SYN's answer could
    /// not express, as it has no scale, is announced with the first acknowledgement: a separate segment would
    /// add one to every connection.
    boolean news() {
        int grown = next + queue.room() - edge;
        return begun && !ended && grown > 0 && (grown >= worthTelling() || closed());
    }

    private int field() {
        return Math.min(LARGEST_FIELD, scales ? (edge - next) >>> SCALE : edge - next);
    }

    /// Whether the window is closed from the guest's view: the field counts in steps of the scale, and a peer
    /// uses the last field, not an earlier edge.
    private boolean closed() {
        return field() == 0;
    }

    // When memory is scarce the whole window is small.
    private int worthTelling() {
        return Math.min(WORTH_TELLING, queue.room() / 2);
    }

    void clear() {
        queue.clear();
    }
}
