package dev.belljar.agent.guest.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.guest.GuestEvent;
import dev.belljar.agent.guest.GuestHeartbeat;
import dev.belljar.agent.guest.GuestHello;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.LinkObserver;
import dev.belljar.agent.guest.LinkState;
import dev.belljar.agent.guest.event.Records;
import dev.belljar.agent.guest.frame.FieldTag;
import dev.belljar.agent.guest.frame.LinkFrame;
import dev.belljar.agent.guest.frame.PayloadFields;
import dev.belljar.agent.guest.frame.TestBytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests that each event arrives once and in order, whenever and wherever the connection breaks.
@Timeout(180)
class EventDeliveryTest {
    private static final int COUNT = 40;

    /// All frames that a guest sends to have events `from` to `COUNT` recorded, with five records each.
    private static byte[] frames(long from) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (long first = from; first <= COUNT; first += 5) {
            byte[] records = LongStream.rangeClosed(first, Math.min(first + 4, COUNT))
                    .mapToObj(Records::exit)
                    .reduce(new byte[0], TestBytes::join);
            all.writeBytes(new LinkFrame(0, LinkFrame.EVENTS, records).encoded());
        }
        return all.toByteArray();
    }

    private static List<Long> oneToCount() {
        return LongStream.rangeClosed(1, COUNT).boxed().toList();
    }

    @Test
    void eachEventArrivesOnceWhereverTheLinkBreaks() throws Exception {
        int length = frames(1).length;
        for (int cut = 0; cut <= length; cut += 37) {
            int at = cut;
            try (LinkFixture fixture = LinkFixture.with((peer, session) -> {
                long acked = peer.greet(1, COUNT).integer(FieldTag.ACKED);
                byte[] toSend = frames(acked + 1);
                peer.send(session == 1 ? Arrays.copyOf(toSend, at) : toSend);
                if (session > 1) {
                    awaitAcknowledged(peer, acked);
                }
            })) {
                assertThat(fixture.observer().awaitEvents(COUNT))
                        .extracting(GuestEvent::number)
                        .as("cut at %d", cut)
                        .isEqualTo(oneToCount());
            }
        }
    }

    private static void awaitAcknowledged(Peer peer, long acked) throws Exception {
        for (long have = acked; have < COUNT; ) {
            have = PayloadFields.of(peer.expect(LinkFrame.ACK).payload()).integer(FieldTag.ACKED);
        }
        peer.listen();
    }

    @Test
    void eachEventArrivesOnceWhenAnAcknowledgementIsLost() throws Exception {
        // The link is up as soon as the guest's HELLO is read, possibly before the guest has noted the START.
        BlockingQueue<Long> startedFrom = new LinkedBlockingQueue<>();
        try (LinkFixture fixture = LinkFixture.with((peer, session) -> {
            startedFrom.add(peer.greet(1, COUNT).integer(FieldTag.ACKED));
            peer.send(frames(1));
            if (session == 1) {
                LinkFrame _ = peer.expect(LinkFrame.ACK);
            } else {
                peer.listen();
            }
        })) {
            fixture.up();
            fixture.up();
            assertThat(fixture.observer().awaitEvents(COUNT))
                    .extracting(GuestEvent::number)
                    .isEqualTo(oneToCount());
            assertThat(startedFrom.take()).isZero();
            assertThat(startedFrom.take()).isPositive();
        }
    }

    @Test
    void eventsAreAcknowledgedOnlyWhenTheObserverHasThem(@TempDir Path folder) throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch hold = new CountDownLatch(1);
        AtomicLong acknowledged = new AtomicLong();
        LinkObserver slow = new Holding(held, hold);
        try (FakeLinkGuest guest = FakeLinkGuest.at(folder.resolve("s"), (peer, _) -> {
                    PayloadFields _ = peer.greet(1, 1);
                    peer.send(new LinkFrame(0, LinkFrame.EVENTS, Records.exit(1)));
                    acknowledged.set(PayloadFields.of(peer.expect(LinkFrame.ACK).payload())
                            .integer(FieldTag.ACKED));
                    peer.listen();
                });
                GuestLink link = VirtioGuestLink.open(
                        folder.resolve("s"), "shop", slow, LinkFixture.TIMING, LinkFixture.memory())) {
            held.await();
            assertThat(acknowledged.get()).isZero();
            hold.countDown();
            Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> acknowledged.get() == 1);
            assertThat(guest.sessions()).isEqualTo(1);
            assertThat(link.state()).isEqualTo(LinkState.UP);
        }
    }

    /// An observer whose `events` reports that it holds them, and waits for the test.
    private record Holding(CountDownLatch held, CountDownLatch hold) implements LinkObserver {
        @Override
        public long recorded(String bootId) {
            return 0;
        }

        @Override
        public void up(GuestHello hello) {}

        @Override
        public void events(String bootId, List<GuestEvent> events) throws InterruptedException {
            held.countDown();
            hold.await();
        }

        @Override
        public void beat(GuestHeartbeat beat) {}

        @Override
        public void down(String reason) {}
    }

    @Test
    void aGuestThatIgnoresTheWindowLosesItsLink(@TempDir Path folder) throws Exception {
        CountDownLatch hold = new CountDownLatch(1);
        AtomicInteger frames = new AtomicInteger();
        CountDownLatch brokenOff = new CountDownLatch(1);
        try (FakeLinkGuest guest = FakeLinkGuest.at(folder.resolve("s"), (peer, session) -> {
                    PayloadFields _ = peer.greet(1, 1_000_000);
                    long most = session == 1 ? 1_000_000 : 0;
                    try {
                        for (long i = 0; i < most; i++) {
                            byte[] record = Records.record(i + 1, 200, 1)
                                    .put(200, new byte[16_000])
                                    .bytes();
                            // Counted before it is sent: the host may have read the frame before this thread
                            // runs again.
                            frames.incrementAndGet();
                            peer.send(new LinkFrame(0, LinkFrame.EVENTS, record));
                        }
                    } finally {
                        brokenOff.countDown();
                    }
                    peer.listen();
                });
                GuestLink link = VirtioGuestLink.open(
                        folder.resolve("s"),
                        "shop",
                        new Holding(new CountDownLatch(1), hold),
                        LinkFixture.TIMING,
                        LinkFixture.memory())) {
            assertThat(brokenOff.await(100, TimeUnit.SECONDS)).isTrue();
            assertThat(link.state()).isEqualTo(LinkState.CONNECTING);
            assertThat((long) frames.get() * 16_000).isBetween(4L << 20, 8L << 20);
            hold.countDown();
            Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> guest.sessions() >= 2);
            assertThat(guest.sessions()).isEqualTo(2);
        }
    }

    @Test
    void anObserverThatFailsIsAskedAgain(@TempDir Path folder) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        LinkObserver failing = new LinkObserver() {
            @Override
            public long recorded(String bootId) {
                return 0;
            }

            @Override
            public void up(GuestHello hello) {}

            @Override
            public void events(String bootId, List<GuestEvent> events) {
                if (calls.incrementAndGet() == 1) {
                    throw new IllegalStateException("the disk is full");
                }
            }

            @Override
            public void beat(GuestHeartbeat beat) {}

            @Override
            public void down(String reason) {}
        };
        CountDownLatch acknowledged = new CountDownLatch(1);
        try (FakeLinkGuest guest = FakeLinkGuest.at(folder.resolve("s"), (peer, _) -> {
                    PayloadFields _ = peer.greet(1, 1);
                    peer.send(new LinkFrame(0, LinkFrame.EVENTS, Records.exit(1)));
                    LinkFrame _ = peer.expect(LinkFrame.ACK);
                    acknowledged.countDown();
                    peer.listen();
                });
                GuestLink _ = VirtioGuestLink.open(
                        folder.resolve("s"), "shop", failing, LinkFixture.TIMING, LinkFixture.memory())) {
            acknowledged.await();
            assertThat(calls.get()).isEqualTo(2);
            assertThat(guest.sessions()).isEqualTo(2);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
