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
final class GuestLinkSession implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GuestLinkSession.class);

    private final String name;
    private final LinkTiming timing;
    private final ByteChannel channel;
    private final FrameReader in;
    private final SendQueue outbox = new SendQueue();
    private final LinkWatchdog watchdog;
    private final EventInbox inbox = new EventInbox();
    private final StreamTable streams;
    private final GuestClock clock = new GuestClock(InstantSource.system());
    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
    private volatile boolean misbehaved;
    private volatile Consumer<GuestFlow> flows = flow -> {};
    private volatile @Nullable Thread watcher;

    /// A conversation over a channel that is connected already.
    GuestLinkSession(String name, LinkTiming timing, ByteChannel channel, HostBudget memory) {
        this.streams = new StreamTable(outbox, memory.open());
        this.name = name;
        this.timing = timing;
        this.channel = channel;
        this.in = new FrameReader(channel);
        this.watchdog = new LinkWatchdog(timing.silence(), outbox);
    }

    /// Connects to a guest's socket; nothing is said yet.
    ///
    /// @throws IOException when nobody listens there
    static GuestLinkSession connect(Path socket, String name, LinkTiming timing, HostBudget memory) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        return new GuestLinkSession(name, timing, channel, memory);
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
        new LinkPreamble(outbox, timing).sync(in, () -> fail("the guest does not answer"));
        watcher = start("watchdog", this::watch);
        LinkFrame frame = in.next();
        if (frame.stream() != 0 || frame.type() != LinkFrame.HELLO) {
            throw GuestException.broken("frame type " + frame.type() + ": expected HELLO first");
        }
        PayloadFields fields = PayloadFields.of(frame.payload());
        clock.set(fields.integer(FieldTag.MONO_NS), fields.integer(FieldTag.REAL_NS));
        return HelloReader.hello(fields);
    }

    /// Tells the guest from where to go on, and the time; from now on frames are taken in.
    ///
    /// @throws IOException when the link broke
    EventDecoder start(long recorded) throws IOException {
        byte[] fields = new FieldsWriter()
                .put(FieldTag.VERSION, HelloReader.VERSION)
                .put(FieldTag.ACKED, recorded)
                .put(FieldTag.REAL_NS, clock.nowNs())
                .put(FieldTag.OBSERVE, 1)
                .payload();
        outbox.sendNow(new LinkFrame(0, LinkFrame.START, fields).encoded());
        byte[] time = new FieldsWriter().put(FieldTag.REAL_NS, clock.nowNs()).payload();
        outbox.sendNow(new LinkFrame(0, LinkFrame.TIME, time).encoded());
        Thread.ofPlatform().daemon().name(threadName("reader")).start(this::read);
        return new EventDecoder(clock, recorded);
    }

    /// What came for the observer, or null when the conversation has ended.
    @Nullable
    EventBatch take() throws InterruptedException {
        return inbox.take();
    }

    /// Has the guest forget events up to this number.
    ///
    /// @throws IOException when the link broke
    void acknowledge(long number, int bytes) throws IOException {
        inbox.acknowledge(bytes);
        byte[] fields = new FieldsWriter().put(FieldTag.ACKED, number).payload();
        outbox.sendNow(new LinkFrame(0, LinkFrame.ACK, fields).encoded());
    }

    /// Opens a stream; the guest's answer comes on it.
    ///
    /// @throws GuestException when the link is down
    LinkStream open(OpenRequest request) throws GuestException, InterruptedException {
        LinkStream stream = streams.open(request.kind());
        try {
            outbox.send(new LinkFrame(stream.number(), LinkFrame.OPEN, request.payload()).encoded());
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

    private void take(LinkFrame frame) throws GuestException {
        if (frame.stream() != 0) {
            streams.accept(frame);
            return;
        }
        switch (frame.type()) {
            case LinkFrame.BEAT -> beat(PayloadFields.of(frame.payload()));
            case LinkFrame.EVENTS -> inbox.events(frame.payload());
            case LinkFrame.FLOW -> FlowRecord.read(frame.payload()).ifPresent(flows);
            case LinkFrame.HELLO, LinkFrame.START, LinkFrame.ACK, LinkFrame.TIME ->
                throw GuestException.broken("frame type " + frame.type() + ": not one a guest sends now");
            default -> {
                // A newer guest may say more than this host knows.
            }
        }
    }

    private void beat(PayloadFields fields) throws GuestException {
        GuestHeartbeat beat = HelloReader.beat(fields);
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
