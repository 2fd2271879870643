package dev.belljar.agent.tcp;

import dev.belljar.agent.packet.TcpSegment;
import java.io.IOException;

/// The half of a connection that goes to the guest: keeps what it has not acknowledged, sends no more than its
/// window takes, and goes back to the first unacknowledged byte when nothing is heard for too long.
final class TcpSender {
    private static final int DUPLICATES = 3;

    /// Sends a segment with bytes of the queue; false when there is no room for it.
    interface Sender {
        boolean send(int seq, int flags, int from, int length);
    }

    private final SegmentQueue queue;
    private final Sender sender;
    private final RetransmitTimer patience = new RetransmitTimer();
    private final int largest;
    private final int scale;
    private int una;
    private int next;
    private int most;
    private int window;
    private int windowSeq;
    private int windowAck;
    private int duplicates;
    private boolean opened;
    private boolean ended;
    private boolean endAcked;
    private long heardAt;

    TcpSender(SegmentQueue queue, Sender sender, SynOptions syn, int first, long now) {
        this.queue = queue;
        this.sender = sender;
        this.largest = syn.largest();
        this.scale = Math.max(0, syn.scale());
        this.una = first;
        this.next = first;
        this.most = first + 1;
        this.window = syn.window();
        this.windowSeq = syn.seq();
        this.windowAck = first;
        this.heardAt = now;
    }

    /// Sends the first segment, again too.
    boolean open(long now) {
        next = una + 1;
        patience.sent(next, heardAt != now, now);
        return sender.send(una, TcpSegment.SYN | TcpSegment.ACK, 0, 0);
    }

    boolean opened() {
        return opened;
    }

    int next() {
        return next;
    }

    /// Whether our last byte and the end behind it were acknowledged.
    boolean finished() {
        return endAcked;
    }

    /// Since when nothing was heard although something was awaited.
    long silentSince() {
        return heardAt;
    }

    boolean awaiting() {
        return !opened || next != una || queue.size() > 0;
    }

    /// Takes the acknowledgement and window of an acceptable segment.
    ///
    /// @return false when it acknowledges what was never sent
    boolean acknowledged(TcpSegment tcp, long now) {
        int ack = tcp.ack();
        if (SequenceNumbers.before(most, ack) || (!opened && ack != una + 1)) {
            return false;
        }
        heardAt = now;
        int field = tcp.window() << scale;
        boolean same = field == window;
        if (SequenceNumbers.before(windowSeq, tcp.seq())
                || (windowSeq == tcp.seq() && SequenceNumbers.atMost(windowAck, ack))) {
            window = field;
            windowSeq = tcp.seq();
            windowAck = ack;
        }
        if (SequenceNumbers.before(una, ack)) {
            advance(ack, now);
        } else if (ack == una && same && next != una && !tcp.payload().hasRemaining() && !tcp.has(TcpSegment.FIN)) {
            duplicates++;
        }
        return true;
    }

    private void advance(int ack, long now) {
        int count = ack - una - (opened ? 0 : 1);
        opened = true;
        int data = Math.min(count, queue.size());
        queue.drop(data);
        endAcked |= count > data;
        una = ack;
        if (SequenceNumbers.before(next, una)) {
            next = una;
        }
        duplicates = 0;
        patience.progress(ack, next != una, now);
    }

    /// Reads from the far side once, if there is room.
    ///
    /// @return as `FarSide.give` says
    long fill(FarSide far, long now) throws IOException {
        if (!awaiting()) {
            heardAt = now;
        }
        long got = ended ? 0 : queue.fill(far);
        ended |= got < 0;
        return got;
    }

    /// Whether the far side has more to give for all we know, and there is room for it.
    boolean wantsMore() {
        return !ended && queue.room() >= ChunkPool.CHUNK;
    }

    boolean ended() {
        return ended;
    }

    /// Sends what may be sent; false when the wire had no room for all of it.
    boolean flush(long now) {
        if (!opened) {
            return true;
        }
        if (duplicates == DUPLICATES) {
            duplicates++;
            resend();
        }
        while (true) {
            int sent = next - una;
            int unsent = queue.size() - sent;
            int length = Math.min(Math.min(unsent, window - sent), largest);
            // A sliver of a window is not worth a segment while others are on the way (RFC 9293, 3.8.6.2.1).
            if (length <= 0 || (length < Math.min(largest, window / 2) && length < unsent && sent > 0)) {
                break;
            }
            int push = length == unsent ? TcpSegment.PSH : 0;
            if (!sender.send(next, TcpSegment.ACK | push, sent, length)) {
                return false;
            }
            sent(length, now);
        }
        return end(now);
    }

    private boolean end(long now) {
        if (ended && !endAcked && next - una == queue.size()) {
            if (!sender.send(next, TcpSegment.ACK | TcpSegment.FIN, 0, 0)) {
                return false;
            }
            sent(1, now);
        }
        if (queue.size() > 0) {
            // The window is closed: what waits for it is probed for.
            patience.sent(next, true, now);
        }
        return true;
    }

    private void sent(int length, long now) {
        boolean again = SequenceNumbers.before(next, most);
        next += length;
        if (SequenceNumbers.before(most, next)) {
            most = next;
        }
        patience.sent(next, again, now);
    }

    private void resend() {
        int length = Math.min(Math.min(queue.size(), largest), window);
        if (length > 0) {
            sender.send(una, TcpSegment.ACK, 0, length);
        }
    }

    /// Sends again what has waited too long for an acknowledgement.
    void tick(long now) {
        if (!awaiting() || !patience.over(now)) {
            return;
        }
        if (!opened) {
            sender.send(una, TcpSegment.SYN | TcpSegment.ACK, 0, 0);
        } else if (window == 0 && queue.size() > 0) {
            probe();
        } else {
            next = una;
            flush(now);
        }
    }

    private void probe() {
        if (sender.send(una, TcpSegment.ACK, 0, 1) && next == una) {
            next = una + 1;
            most = SequenceNumbers.before(most, next) ? next : most;
        }
    }

    void clear() {
        queue.clear();
    }
}
