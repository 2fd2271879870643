package dev.belljar.agent.guest;

import dev.belljar.agent.host.HostBudget;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One conversation with a guest, from getting in step to the first thing that goes wrong.
///
/// Threads: `reader` takes frames off the socket and never waits for anything else; `writer` empties the outbox;
/// `watchdog` counts silence. The reader is a thread of the platform, for its guest may have it compute without end.
/// What the observer is to hear waits in the inbox for the link's own thread.
final class Conversation implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Conversation.class);

    private final String name;
    private final Timing timing;
    private final ByteChannel channel;
    private final FrameReader in;
    private final Outbox outbox = new Outbox();
    private final Watchdog watchdog;
    private final Inbox inbox = new Inbox();
    private final StreamTable streams;
    private final GuestClock clock = new GuestClock(InstantSource.system());
    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
    private volatile boolean misbehaved;
    private volatile Consumer<GuestFlow> flows = flow -> {};
    private volatile @Nullable Thread watcher;

    /// A conversation over a channel that is connected already.
    Conversation(String name, Timing timing, ByteChannel channel, HostBudget memory) {
        this.streams = new StreamTable(outbox, memory.open());
        this.name = name;
        this.timing = timing;
        this.channel = channel;
        this.in = new FrameReader(channel);
        this.watchdog = new Watchdog(timing.silence(), outbox);
    }

    /// Connects to a guest's socket; nothing is said yet.
    ///
    /// @throws IOException when nobody listens there
    static Conversation connect(Path socket, String name, Timing timing, HostBudget memory) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        return new Conversation(name, timing, channel, memory);
    }

    /// Who hears of flows that are about to begin, on the thread that reads; set before the conversation starts.
    void flows(Consumer<GuestFlow> listener) {
        flows = listener;
    }

    /// Gets in step and hears who the guest is.
    ///
    /// @throws IOException when the guest does not answer or hangs up
    /// @throws GuestException when it says what it may not say
    GuestHello begin() throws IOException, GuestException {
        start("writer", this::write);
        new Preamble(outbox, timing).sync(in, () -> fail("the guest does not answer"));
        watcher = start("watchdog", this::watch);
        Frame frame = in.next();
        if (frame.stream() != 0 || frame.type() != Frame.HELLO) {
            throw GuestException.broken("frame type " + frame.type() + ": expected HELLO first");
        }
        Fields fields = Fields.of(frame.payload());
        clock.set(fields.integer(Tag.MONO_NS), fields.integer(Tag.REAL_NS));
        return Greetings.hello(fields);
    }

    /// Tells the guest from where to go on, and the time; from now on frames are taken in.
    ///
    /// @throws IOException when the link broke
    EventDecoder start(long recorded) throws IOException {
        byte[] fields = new FieldsWriter()
                .put(Tag.VERSION, Greetings.VERSION)
                .put(Tag.ACKED, recorded)
                .put(Tag.REAL_NS, clock.nowNs())
                .put(Tag.OBSERVE, 1)
                .payload();
        outbox.sendNow(new Frame(0, Frame.START, fields).encoded());
        byte[] time = new FieldsWriter().put(Tag.REAL_NS, clock.nowNs()).payload();
        outbox.sendNow(new Frame(0, Frame.TIME, time).encoded());
        Thread.ofPlatform().daemon().name(threadName("reader")).start(this::read);
        return new EventDecoder(clock, recorded);
    }

    /// What came for the observer, or null when the conversation has ended.
    @Nullable
    Delivery take() throws InterruptedException {
        return inbox.take();
    }

    /// Has the guest forget events up to this number.
    ///
    /// @throws IOException when the link broke
    void acknowledge(long number, int octets) throws IOException {
        inbox.acknowledge(octets);
        byte[] fields = new FieldsWriter().put(Tag.ACKED, number).payload();
        outbox.sendNow(new Frame(0, Frame.ACK, fields).encoded());
    }

    /// Opens a stream; the guest's answer comes on it.
    ///
    /// @throws GuestException when the link is down
    LinkStream open(OpenRequest request) throws GuestException, InterruptedException {
        LinkStream stream = streams.open(request.kind());
        try {
            outbox.send(new Frame(stream.number(), Frame.OPEN, request.payload()).encoded());
            return stream;
        } catch (IOException e) {
            throw GuestException.unreachable("the guest link of " + name + " broke: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            // The guest never heard of this stream, so it will never close it.
            streams.forget(stream);
            throw e;
        }
    }

    /// True until something went wrong.
    boolean alive() {
        return failure.get() == null;
    }

    /// What went wrong, in a sentence.
    String reason() {
        String reason = failure.get();
        return reason == null ? "the link was closed" : reason;
    }

    /// Ends the conversation; only the first reason counts.
    void fail(String reason) {
        if (!failure.compareAndSet(null, reason)) {
            return;
        }
        outbox.close();
        inbox.end();
        streams.fail(reason);
        Thread watching = watcher;
        if (watching != null) {
            watching.interrupt();
        }
        try {
            channel.close();
        } catch (IOException e) {
            // A socket that cannot be closed is as broken as it is going to be.
        }
    }

    /// Ends the conversation because the guest said what it may not say.
    void breakOff(GuestException cause) {
        misbehaved = true;
        fail("the guest broke the protocol: " + cause.getMessage());
    }

    /// False if the guest said what it may not say.
    boolean behaved() {
        return !misbehaved;
    }

    @Override
    public void close() {
        fail("the link was closed");
    }

    private Thread start(String role, Runnable work) {
        return Thread.ofVirtual().name(threadName(role)).start(work);
    }

    private String threadName(String role) {
        return "guest-link-" + role + "-" + name;
    }

    private void read() {
        try {
            while (alive()) {
                take(in.next());
            }
        } catch (IOException e) {
            fail("the guest link broke: " + e.getMessage());
        } catch (GuestException e) {
            breakOff(e);
        } catch (RuntimeException e) {
            // The top of this thread: whatever the guest found to trip this host over, only its link goes down.
            LOG.error("the guest link of {} failed", name, e);
            fail("the host could not read what the guest sent");
        }
    }

    private void take(Frame frame) throws GuestException {
        if (frame.stream() != 0) {
            streams.accept(frame);
            return;
        }
        switch (frame.type()) {
            case Frame.BEAT -> beat(Fields.of(frame.payload()));
            case Frame.EVENTS -> inbox.events(frame.payload());
            case Frame.FLOW -> FlowRecord.read(frame.payload()).ifPresent(flows);
            case Frame.HELLO, Frame.START, Frame.ACK, Frame.TIME ->
                throw GuestException.broken("frame type " + frame.type() + ": not one a guest sends now");
            default -> {
                // A newer guest may say more than this host knows.
            }
        }
    }

    private void beat(Fields fields) throws GuestException {
        GuestBeat beat = Greetings.beat(fields);
        clock.set(beat.monoNs(), beat.realNs());
        watchdog.heard();
        inbox.beat(beat);
    }

    private void write() {
        try {
            outbox.writeTo(channel);
        } catch (IOException e) {
            fail("the guest link broke: " + e.getMessage());
        } catch (InterruptedException e) {
            fail("the link was closed");
        }
    }

    private void watch() {
        try {
            watchdog.watch(this::fail);
        } catch (InterruptedException e) {
            fail("the link was closed");
        }
    }
}
