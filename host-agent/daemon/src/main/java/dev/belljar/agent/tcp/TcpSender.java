package dev.belljar.agent.tcp;

import dev.belljar.agent.packet.TcpSegment;
import java.io.IOException;

/// The sending half of a connection: keeps bytes until the guest acknowledges them, sends no more than the
/// guest's window permits, and goes back to the first unacknowledged byte on a timeout.
final class TcpSender {
    private static final int DUPLICATES = 3;

    /// Sends a segment with bytes of the queue; false if there is no space for it.
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

    /// Sends or repeats the SYN's answer.
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

    /// Whether the last byte and the FIN were acknowledged.
    boolean finished() {
        return endAcked;
    }

    /// The time since which an acknowledgement has been awaited.
    long silentSince() {
        return heardAt;
    }

    boolean awaiting() {
        return !opened || next != una || queue.size() > 0;
    }

    /// Processes the acknowledgement and window of an acceptable segment.
    ///
    /// @return false if it acknowledges bytes that were never sent
    boolean acknowledged(TcpSegment tcp, long now) {
        int ack = tcp.ack();
        if (SequenceNumbers.before(most, ack) || (!opened && ack != una + 1)) {
            return false;
        }
        heardAt = now;
        int field = tcp.window() << scale;
        boolean same = field == window;
        // A guest that goes back after a timeout uses earlier numbers than those of the window's last update, so a new
        // acknowledgement updates the window whatever its number is: RFC 9293, 3.10.7.4, has only the second part.
        if (SequenceNumbers.before(una, ack)
                || SequenceNumbers.before(windowSeq, tcp.seq())
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

    /// Reads from the far side once, if there is space.
    ///
    /// @return as `UpstreamEndpoint.give`
    long fill(UpstreamEndpoint upstream, long now) throws IOException {
        if (!awaiting()) {
            heardAt = now;
        }
        long got = ended ? 0 : queue.fill(upstream);
        ended |= got < 0;
        return got;
    }

    /// Whether the far side may have more bytes and there is space for them.
    boolean wantsMore() {
        return !ended && queue.room() >= ChunkPool.CHUNK;
    }

    boolean ended() {
        return ended;
    }

    /// Sends the permitted bytes; false if the link had no space for all of them.
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
            // A very small window does not justify a segment while others are in flight (RFC 9293, 3.8.6.2.1).
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
            // The window is closed and bytes wait, so it is probed.
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
        // Only what was sent before: an acknowledgement of bytes after `most` would be taken for a forged one.
        int length = Math.min(Math.min(queue.size(), most - una), Math.min(largest, window));
        if (length > 0) {
            sender.send(una, TcpSegment.ACK, 0, length);
        }
    }

    /// Retransmits bytes that have waited too long for an acknowledgement.
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
