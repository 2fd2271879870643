package dev.belljar.agent.guest.link;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestFlow;
import dev.belljar.agent.guest.GuestHeartbeat;
import dev.belljar.agent.guest.GuestHello;
import dev.belljar.agent.guest.event.EventBatch;
import dev.belljar.agent.guest.event.EventDecoder;
import dev.belljar.agent.guest.event.EventInbox;
import dev.belljar.agent.guest.event.FlowRecord;
import dev.belljar.agent.guest.event.GuestClock;
import dev.belljar.agent.guest.frame.FieldTag;
import dev.belljar.agent.guest.frame.FieldsWriter;
import dev.belljar.agent.guest.frame.FrameReader;
import dev.belljar.agent.guest.frame.LinkFrame;
import dev.belljar.agent.guest.frame.OpenRequest;
import dev.belljar.agent.guest.frame.PayloadFields;
import dev.belljar.agent.guest.frame.SendQueue;
import dev.belljar.agent.guest.stream.LinkStream;
import dev.belljar.agent.guest.stream.StreamTable;
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

/// One session of a guest link, from the preamble to the first error.
///
/// Threads: `reader` reads frames from the socket and never waits for anything else; `writer` writes the send
/// queue; `watchdog` measures silence. The reader is a platform thread, because a guest can make it compute
/// without end. What the observer is to get waits in the inbox for the link's thread.
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

    /// A session over a channel that is connected already.
    GuestLinkSession(String name, LinkTiming timing, ByteChannel channel, HostBudget memory) {
        this.streams = new StreamTable(outbox, memory.open());
        this.name = name;
        this.timing = timing;
        this.channel = channel;
        this.in = new FrameReader(channel);
        this.watchdog = new LinkWatchdog(timing.silence(), outbox);
    }

    /// Connects to a guest's socket; nothing is sent yet.
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

    /// Sets the listener for flows that are about to begin, which is called on the reader's thread; to be set
    /// before the session starts.
    void flows(Consumer<GuestFlow> listener) {
        flows = listener;
    }

    /// Synchronises with the guest, and reads its HELLO.
    ///
    /// @throws IOException when the guest does not answer or closes the connection
    /// @throws GuestException when the guest breaks the protocol
    GuestHello begin() throws IOException, GuestException {
        start("writer", this::write);
        new LinkPreamble(outbox, timing).sync(in, () -> fail("the guest does not respond"));
        watcher = start("watchdog", this::watch);
        LinkFrame frame = next();
        if (frame.stream() != 0 || frame.type() != LinkFrame.HELLO) {
            throw GuestException.broken("frame type " + frame.type() + ": expected HELLO first");
        }
        PayloadFields fields = PayloadFields.of(frame.payload());
        clock.set(fields.integer(FieldTag.MONO_NS), fields.integer(FieldTag.REAL_NS));
        return HelloReader.hello(fields);
    }

    /// Tells the guest from which event to continue, and the time; from now on frames are read.
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

    /// The next batch for the observer, or null when the session has ended.
    @Nullable
    EventBatch take() throws InterruptedException {
        return inbox.take();
    }

    /// Lets the guest drop its events up to this number.
    ///
    /// @throws IOException when the link broke
    void acknowledge(long number, int bytes) throws IOException {
        inbox.acknowledge(bytes);
        byte[] fields = new FieldsWriter().put(FieldTag.ACKED, number).payload();
        outbox.sendNow(new LinkFrame(0, LinkFrame.ACK, fields).encoded());
    }

    /// Opens a stream; the guest answers on the stream.
    ///
    /// @throws GuestException when the link is down
    LinkStream open(OpenRequest request) throws GuestException, InterruptedException {
        LinkStream stream = streams.open(request.kind());
        try {
            outbox.send(new LinkFrame(stream.number(), LinkFrame.OPEN, request.payload()).encoded());
            return stream;
        } catch (IOException e) {
            throw GuestException.unreachable("the guest link of " + name + " failed: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            // The guest does not know of this stream, so it will never close it.
            streams.forget(stream);
            throw e;
        }
    }

    /// True until the session has failed.
    boolean alive() {
        return failure.get() == null;
    }

    /// Why the session failed, in a sentence.
    String reason() {
        String reason = failure.get();
        return reason == null ? "the guest link was closed" : reason;
    }

    /// Ends the session; only the first reason counts.
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
            // A socket that cannot be closed is broken already.
        }
    }

    /// Ends the session because the guest broke the protocol.
    void breakOff(GuestException cause) {
        misbehaved = true;
        fail("the guest violated the protocol: " + cause.getMessage());
    }

    /// False if the guest broke the protocol.
    boolean behaved() {
        return !misbehaved;
    }

    @Override
    public void close() {
        fail("the guest link was closed");
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
                take(next());
            }
        } catch (IOException e) {
            fail("the connection to the guest agent was lost: " + e.getMessage());
        } catch (GuestException e) {
            breakOff(e);
        } catch (RuntimeException e) {
            // The top of this thread: whatever fault the guest has found in this host agent, only its link goes
            // down.
            LOG.error("the guest link of {} failed", name, e);
            fail("the host agent could not read what the guest sent");
        }
    }

    // Any frame counts as a sign of life: a guest whose queue is full sends no heartbeats until it has room.
    private LinkFrame next() throws IOException, GuestException {
        watchdog.listens();
        LinkFrame frame = in.next();
        watchdog.heard();
        return frame;
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
            case LinkFrame.ENDED ->
                fail("the connection to the guest agent was lost: the guest agent closed the connection");
            case LinkFrame.HELLO, LinkFrame.START, LinkFrame.ACK, LinkFrame.TIME ->
                throw GuestException.broken("frame type " + frame.type() + ": not allowed at this point");
            default -> {
                // A newer guest may send frames that this host agent does not know.
            }
        }
    }

    private void beat(PayloadFields fields) throws GuestException {
        GuestHeartbeat beat = HelloReader.beat(fields);
        clock.set(beat.monoNs(), beat.realNs());
        inbox.beat(beat);
    }

    private void write() {
        try {
            outbox.writeTo(channel);
        } catch (IOException e) {
            fail("the connection to the guest agent was lost: " + e.getMessage());
        } catch (InterruptedException e) {
            fail("the guest link was closed");
        }
    }

    private void watch() {
        try {
            watchdog.watch(this::fail);
        } catch (InterruptedException e) {
            fail("the guest link was closed");
        }
    }
}
