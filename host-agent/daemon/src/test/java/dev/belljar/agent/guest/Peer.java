package dev.belljar.agent.guest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicBoolean;

/// The guest's end of one conversation, for scripts: the preamble is answered, everything else is up to the
/// script.
final class Peer implements AutoCloseable {
    static final String BOOT = "11111111-2222-3333-4444-555555555555";

    private static final int PREAMBLE = Preamble.SIZE;
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
        byte[] magic = Preamble.with(new byte[0]);
        do {
            System.arraycopy(last, 1, last, 0, PREAMBLE - 1);
            last[PREAMBLE - 1] = (byte) in.octet();
        } while (!java.util.Arrays.equals(last, 0, MAGIC, magic, 0, MAGIC));
        return last;
    }

    /// Gets in step, says HELLO with these event numbers, and returns what START says. Beats from then on.
    Fields greet(long firstSeq, long lastSeq) throws IOException, GuestException {
        send(hear());
        send(new Frame(0, Frame.HELLO, hello(firstSeq, lastSeq).payload()));
        Fields start = Fields.of(expect(Frame.START).payload());
        beating.set(true);
        Thread.ofVirtual().name("fake-guest-beat").start(this::beatOn);
        return start;
    }

    /// Greets without any events.
    void greet() throws IOException, GuestException {
        Fields _ = greet(1, 0);
        Frame _ = expect(Frame.TIME);
    }

    static FieldsWriter hello(long firstSeq, long lastSeq) {
        return new FieldsWriter()
                .put(Tag.VERSION, 1)
                .put(Tag.AGENT, "fake")
                .put(Tag.BOOT_ID, BOOT)
                .put(Tag.KERNEL, "6.1.0-fake")
                .put(Tag.HOSTNAME, "shop")
                .put(Tag.FIRST_SEQ, firstSeq)
                .put(Tag.LAST_SEQ, lastSeq)
                .put(Tag.MONO_NS, System.nanoTime() & Long.MAX_VALUE)
                .put(Tag.REAL_NS, System.currentTimeMillis() * 1_000_000)
                .put(Tag.OBSERVES, 3);
    }

    /// Stops heartbeats.
    void fallSilent() {
        beating.set(false);
    }

    /// The next frame from the host.
    Frame next() throws IOException, GuestException {
        return in.next();
    }

    /// The next frame of this type; others are passed over.
    Frame expect(int type) throws IOException, GuestException {
        Frame frame = in.next();
        while (frame.type() != type) {
            frame = in.next();
        }
        return frame;
    }

    /// Takes frames in until the host hangs up.
    void listen() throws IOException, GuestException {
        while (true) {
            Frame _ = in.next();
        }
    }

    void send(Frame frame) throws IOException {
        send(frame.encoded());
    }

    synchronized void send(byte[] octets) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(octets);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    /// Answers an OPEN of a command.
    void opened(int stream) throws IOException {
        send(new Frame(stream, Frame.OPENED, new FieldsWriter().put(Tag.PID, 42).payload()));
    }

    void data(int stream, int at, byte[] octets) throws IOException {
        send(Frame.data(stream, at, octets, 0, octets.length));
    }

    void closed(int stream, Tag tag, long value) throws IOException {
        send(new Frame(stream, Frame.CLOSED, new FieldsWriter().put(tag, value).payload()));
    }

    @Override
    public void close() throws IOException {
        beating.set(false);
        channel.close();
    }

    private void beatOn() {
        byte[] fields = new FieldsWriter()
                .put(Tag.MONO_NS, 1_000_000_000)
                .put(Tag.REAL_NS, System.currentTimeMillis() * 1_000_000)
                .put(Tag.MEM_TOTAL, 1 << 30)
                .put(Tag.PROCS, 7)
                .payload();
        try {
            while (beating.get()) {
                send(new Frame(0, Frame.BEAT, fields));
                Thread.sleep(100);
            }
        } catch (IOException | InterruptedException e) {
            // The conversation is over.
        }
    }
}
