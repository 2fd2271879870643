package dev.belljar.agent.guest.link;

import dev.belljar.agent.guest.GuestEvent;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestHeartbeat;
import dev.belljar.agent.guest.GuestHello;
import dev.belljar.agent.guest.LinkObserver;
import dev.belljar.agent.guest.LinkState;
import dev.belljar.agent.guest.event.EventBatch;
import dev.belljar.agent.guest.event.EventDecoder;
import dev.belljar.agent.host.HostBudget;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps a session with one guest open until it is closed, and passes what the guest sends on to the observer.
///
/// Its one thread connects, synchronises, then delivers events and heartbeats, so the observer gets everything
/// in order and on one thread. It is a platform thread: a guest that never pauses would keep a processor from
/// all virtual threads. Events are acknowledged after the observer has returned: those that were on their way
/// when a link broke are sent again, and those that were recorded already are left out.
///
/// A machine that resumes from a saved state can miss the interrupt for the first bytes of a connection; a new
/// connection wakes it. So the first try is given up soon, and each further one gets twice the time, because a
/// guest may only be slow.
final class LinkKeeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LinkKeeper.class);
    private static final Duration QUIET_BACK_OFF_MOST = Duration.ofMillis(500);
    private static final int FIRST_ANSWERS_PART = 10;
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);

    private final Path socket;
    private final String name;
    private final LinkObserver observer;
    private final LinkTiming timing;
    private final HostBudget streams;
    private final Thread thread;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable GuestLinkSession begun;
    private volatile @Nullable GuestLinkSession current;
    private Duration backOff;
    private Duration patience;

    LinkKeeper(Path socket, String name, LinkObserver observer, LinkTiming timing, HostBudget streams) {
        this.streams = streams;
        this.socket = socket;
        this.name = name;
        this.observer = observer;
        this.timing = timing;
        this.backOff = timing.backOffLeast();
        this.patience = firstAnswer();
        this.thread = Thread.ofPlatform().daemon().name("guest-link-" + name).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    LinkState state() {
        if (closed()) {
            return LinkState.CLOSED;
        }
        GuestLinkSession session = current;
        return session != null && session.alive() ? LinkState.UP : LinkState.CONNECTING;
    }

    /// The current session.
    ///
    /// @throws GuestException when there is none
    GuestLinkSession session() throws GuestException {
        GuestLinkSession session = current;
        if (closed() || session == null || !session.alive()) {
            throw GuestException.unreachable("the guest link of " + name + " is down", null);
        }
        return session;
    }

    /// Ends the session and does not connect again; waits until the observer has returned from its last call.
    @Override
    public void close() {
        closed.countDown();
        GuestLinkSession session = begun;
        if (session != null) {
            session.close();
        }
        if (Thread.currentThread().equals(thread)) {
            return;
        }
        try {
            if (!thread.join(LAST_WORDS)) {
                // Only after the wait: an interrupt closes the file that the observer may be writing to.
                LOG.warn("the observer of {}'s guest link did not stop", name);
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!closed()) {
                backOff = shorter(backOff, runSession() ? QUIET_BACK_OFF_MOST : timing.backOffMost());
                boolean _ = closed.await(backOff.toNanos(), TimeUnit.NANOSECONDS);
                backOff = backOff.multipliedBy(2);
            }
        } catch (InterruptedException e) {
            LOG.debug("the guest link of {} was closed", name);
        }
    }

    /// How long the guest may take to answer the first preamble of this try.
    private Duration firstAnswer() {
        return timing.answer().dividedBy(FIRST_ANSWERS_PART);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    // Runs one session; false if the guest broke the protocol, after which each next try is made later.
    private boolean runSession() throws InterruptedException {
        try (GuestLinkSession session =
                GuestLinkSession.connect(socket, name, timing.answeredWithin(patience), streams)) {
            begun = session;
            session.flows(observer::flow);
            if (closed()) {
                return true;
            }
            patience = shorter(patience.multipliedBy(2), timing.answer());
            GuestHello hello = session.begin();
            patience = firstAnswer();
            EventDecoder decoder = session.start(observer.recorded(hello.bootId()));
            current = session;
            return deliver(session, decoder, hello);
        } catch (IOException e) {
            LOG.debug("the guest agent in {} could not be reached: {}", name, e.getMessage());
            return true;
        } catch (GuestException e) {
            LOG.warn("the guest agent in {} violated the protocol: {}", name, e.getMessage());
            return false;
        }
    }

    private boolean deliver(GuestLinkSession session, EventDecoder decoder, GuestHello hello)
            throws InterruptedException {
        long begin = System.nanoTime();
        try {
            observer.up(hello);
            for (EventBatch next = session.take(); next != null; next = session.take()) {
                tell(session, decoder, hello.bootId(), next);
            }
        } catch (IOException e) {
            session.fail(String.valueOf(e.getMessage()));
        } catch (GuestException e) {
            session.breakOff(e);
        } catch (RuntimeException e) {
            // The top of this thread: an observer that throws has recorded nothing, so nothing is acknowledged.
            LOG.error("the observer of {}'s guest link failed", name, e);
            session.fail("the guest's events could not be recorded");
        } finally {
            current = null;
            session.close();
            down(session.reason());
        }
        if (Duration.ofNanos(System.nanoTime() - begin).compareTo(timing.backOffMost()) > 0) {
            backOff = timing.backOffLeast();
        }
        return session.behaved();
    }

    private void down(String reason) {
        if (!closed()) {
            LOG.info("the guest link of {} is down: {}", name, reason);
            observer.down(reason);
        }
    }

    private boolean closed() {
        return closed.getCount() == 0;
    }

    private void tell(GuestLinkSession session, EventDecoder decoder, String bootId, EventBatch next)
            throws GuestException, IOException, InterruptedException {
        GuestHeartbeat beat = next.beat();
        if (beat != null) {
            observer.beat(beat);
        }
        if (next.events().isEmpty()) {
            return;
        }
        List<GuestEvent> events = new ArrayList<>();
        for (byte[] payload : next.events()) {
            events.addAll(decoder.decode(payload));
        }
        if (!events.isEmpty()) {
            observer.events(bootId, events);
        }
        session.acknowledge(decoder.last(), next.bytes());
    }
}
