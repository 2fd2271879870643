package dev.belljar.agent.guest.link;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.frame.FieldTag;
import dev.belljar.agent.guest.frame.FieldsWriter;
import dev.belljar.agent.guest.frame.FrameReader;
import dev.belljar.agent.guest.frame.LinkFrame;
import dev.belljar.agent.guest.frame.PayloadFields;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicBoolean;

/// The guest's end of one session, for scripts: answers the preamble; the script does everything else.
public final class Peer implements AutoCloseable {
    public static final String BOOT = "11111111-2222-3333-4444-555555555555";

    private static final int PREAMBLE = LinkPreamble.SIZE;
    private static final int MAGIC = 16;

    private final SocketChannel channel;
    private final FrameReader in;
    private final AtomicBoolean beating = new AtomicBoolean();

    Peer(SocketChannel channel) {
        this.channel = channel;
        this.in = new FrameReader(channel);
    }

    /// Waits for a preamble, whatever comes before it, and returns it.
    byte[] hear() throws IOException {
        byte[] last = new byte[PREAMBLE];
        byte[] magic = LinkPreamble.with(new byte[0]);
        do {
            System.arraycopy(last, 1, last, 0, PREAMBLE - 1);
            last[PREAMBLE - 1] = (byte) in.value();
        } while (!java.util.Arrays.equals(last, 0, MAGIC, magic, 0, MAGIC));
        return last;
    }

    /// Synchronises, sends HELLO with these event numbers, and returns the fields of START. Sends heartbeats
    /// from then on.
    PayloadFields greet(long firstSeq, long lastSeq) throws IOException, GuestException {
        send(hear());
        send(new LinkFrame(0, LinkFrame.HELLO, hello(firstSeq, lastSeq).payload()));
        PayloadFields start = PayloadFields.of(expect(LinkFrame.START).payload());
        beating.set(true);
        Thread.ofVirtual().name("fake-guest-beat").start(this::beatOn);
        return start;
    }

    /// Synchronises and sends HELLO, without any events.
    void greet() throws IOException, GuestException {
        PayloadFields _ = greet(1, 0);
        LinkFrame _ = expect(LinkFrame.TIME);
    }

    static FieldsWriter hello(long firstSeq, long lastSeq) {
        return new FieldsWriter()
                .put(FieldTag.VERSION, 1)
                .put(FieldTag.AGENT, "fake")
                .put(FieldTag.BOOT_ID, BOOT)
                .put(FieldTag.KERNEL, "6.1.0-fake")
                .put(FieldTag.HOSTNAME, "shop")
                .put(FieldTag.FIRST_SEQ, firstSeq)
                .put(FieldTag.LAST_SEQ, lastSeq)
                .put(FieldTag.MONO_NS, System.nanoTime() & Long.MAX_VALUE)
                .put(FieldTag.REAL_NS, System.currentTimeMillis() * 1_000_000)
                .put(FieldTag.OBSERVES, 3);
    }

    /// Stops heartbeats.
    void fallSilent() {
        beating.set(false);
    }

    /// The next frame from the host.
    LinkFrame next() throws IOException, GuestException {
        return in.next();
    }

    /// The next frame of this type; others are skipped.
    LinkFrame expect(int type) throws IOException, GuestException {
        LinkFrame frame = in.next();
        while (frame.type() != type) {
            frame = in.next();
        }
        return frame;
    }

    /// Reads frames until the host closes the connection.
    void listen() throws IOException, GuestException {
        while (true) {
            LinkFrame _ = in.next();
        }
    }

    void send(LinkFrame frame) throws IOException {
        send(frame.encoded());
    }

    synchronized void send(byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    /// Answers an OPEN of a command.
    void opened(int stream) throws IOException {
        send(new LinkFrame(
                stream,
                LinkFrame.OPENED,
                new FieldsWriter().put(FieldTag.PID, 42).payload()));
    }

    void data(int stream, int at, byte[] bytes) throws IOException {
        send(LinkFrame.data(stream, at, bytes, 0, bytes.length));
    }

    void closed(int stream, FieldTag tag, long value) throws IOException {
        send(new LinkFrame(
                stream, LinkFrame.CLOSED, new FieldsWriter().put(tag, value).payload()));
    }

    @Override
    public void close() throws IOException {
        beating.set(false);
        channel.close();
    }

    private void beatOn() {
        byte[] fields = new FieldsWriter()
                .put(FieldTag.MONO_NS, 1_000_000_000)
                .put(FieldTag.REAL_NS, System.currentTimeMillis() * 1_000_000)
                .put(FieldTag.MEM_TOTAL, 1 << 30)
                .put(FieldTag.PROCS, 7)
                .payload();
        try {
            while (beating.get()) {
                send(new LinkFrame(0, LinkFrame.BEAT, fields));
                Thread.sleep(100);
            }
        } catch (IOException | InterruptedException e) {
            // The session is over.
        }
    }
}
