package dev.belljar.agent.tcp;

import dev.belljar.agent.packet.TcpSegment;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// The simplest honest peer: sends its bytes in pieces of any size within the window, goes back to the first
/// unacknowledged byte on a timeout, accepts only segments in order, and reads at any speed.
final class ModelGuest {
    private static final int BUFFER = 50_000;

    final ByteArrayOutputStream read = new ByteArrayOutputStream();
    boolean ended;
    boolean wasReset;
    int scale;
    int peerScale;
    private final Random random;
    private final byte[] data;
    private final int first;
    private int una;
    private int next;
    private int edge;
    private int expected;
    private boolean open;
    private int unread;
    private boolean owesAck;
    private int waited;

    ModelGuest(Random random, int isn, byte[] data) {
        this.random = random;
        this.data = data;
        this.first = isn + 1;
        this.una = first;
        this.next = first;
    }

    private int window() {
        return Math.min(0xffff, (BUFFER - unread) >>> scale);
    }

    void take(TcpSegment tcp) {
        if (tcp.has(TcpSegment.RST)) {
            wasReset = true;
            return;
        }
        owesAck |= tcp.payload().hasRemaining() || tcp.has(TcpSegment.FIN) || tcp.has(TcpSegment.SYN);
        if (!open) {
            if (!tcp.has(TcpSegment.SYN)) {
                return;
            }
            open = true;
            expected = tcp.seq() + 1;
            edge = tcp.ack() + tcp.window();
            return;
        }
        int newEdge = tcp.ack() + (tcp.has(TcpSegment.SYN) ? tcp.window() : tcp.window() << peerScale);
        // The window of a newer acknowledgement applies even if it is smaller, as in Linux.
        edge = tcp.ack() - una > 0 || newEdge - edge > 0 ? newEdge : edge;
        if (tcp.ack() - una > 0) {
            una = tcp.ack();
            next = next - una < 0 ? una : next;
            waited = 0;
        }
        data(tcp);
    }

    private void data(TcpSegment tcp) {
        int skip = expected - tcp.seq();
        ByteBuffer payload = tcp.payload().slice();
        if (tcp.has(TcpSegment.SYN) || skip < 0 || ended || skip > payload.remaining()) {
            return;
        }
        payload.position(skip);
        int room = BUFFER - unread;
        boolean whole = payload.remaining() <= room;
        payload.limit(payload.position() + Math.min(room, payload.remaining()));
        expected += payload.remaining();
        unread += payload.remaining();
        while (payload.hasRemaining()) {
            read.write(payload.get());
        }
        if (tcp.has(TcpSegment.FIN) && whole) {
            expected++;
            ended = true;
        }
    }

    /// The segments that it sends now.
    List<TcpSegment> say() {
        int unreadBefore = unread;
        unread = random.nextInt(3) == 0 ? 0 : unread;
        owesAck |= unread != unreadBefore;
        List<TcpSegment> said = new ArrayList<>();
        if (!open) {
            return said;
        }
        int sent = next - first;
        int may = Math.min(Math.min(data.length - sent, edge - next), random.nextInt(20_000));
        if (may > 0) {
            said.add(segment(next, TcpSegment.ACK, sent, may));
            next += may;
        } else if (sent == data.length) {
            said.add(segment(next, TcpSegment.ACK | TcpSegment.FIN, 0, 0));
            next++;
        } else if (owesAck) {
            said.add(segment(next, TcpSegment.ACK, 0, 0));
            owesAck = false;
        }
        return said;
    }

    private TcpSegment segment(int seq, int flags, int from, int length) {
        return new TcpSegment(
                40_000,
                80,
                seq,
                expected,
                flags,
                window(),
                ByteBuffer.wrap(data, from, length).slice());
    }

    void timePasses(int millis) {
        waited += millis;
        if (waited > 500) {
            waited = 0;
            next = una;
            owesAck = true;
        }
    }

    /// True if everything it sent, and the end, was acknowledged.
    boolean done() {
        return una == first + data.length + 1;
    }
}
