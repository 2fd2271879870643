package dev.belljar.agent.guest.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.guest.GuestEvent;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestHello;
import dev.belljar.agent.guest.event.EventBatch;
import dev.belljar.agent.guest.event.EventDecoder;
import dev.belljar.agent.guest.event.EventRecord;
import dev.belljar.agent.guest.event.Records;
import dev.belljar.agent.guest.frame.FieldTag;
import dev.belljar.agent.guest.frame.FieldsWriter;
import dev.belljar.agent.guest.frame.LinkFrame;
import dev.belljar.agent.guest.frame.TestBytes;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Property;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tests that a guest can at worst break its own link, whatever it sends, and that the host agent continues.
@Timeout(180)
class HostileLinkTest {
    /// A channel with recorded bytes of a guest; it answers a preamble as soon as one is sent.
    private static final class Recorded implements ByteChannel {
        private final byte[] after;
        private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
        private ByteBuffer toHost = ByteBuffer.allocate(0);
        private boolean answered;
        private boolean open = true;

        Recorded(byte[] after) {
            this.after = after;
        }

        @Override
        public synchronized int read(ByteBuffer into) throws ClosedChannelException {
            try {
                while (!answered && open) {
                    wait();
                }
            } catch (InterruptedException e) {
                return -1;
            }
            if (!open) {
                throw new ClosedChannelException();
            }
            if (!toHost.hasRemaining()) {
                return -1;
            }
            int count = Math.min(into.remaining(), toHost.remaining());
            into.put(toHost.slice(toHost.position(), count));
            toHost.position(toHost.position() + count);
            return count;
        }

        @Override
        public synchronized int write(ByteBuffer from) {
            byte[] part = new byte[from.remaining()];
            from.get(part);
            heard.writeBytes(part);
            if (!answered && heard.size() >= LinkPreamble.SIZE) {
                answered = true;
                toHost = ByteBuffer.wrap(TestBytes.join(Arrays.copyOf(heard.toByteArray(), LinkPreamble.SIZE), after));
                notifyAll();
            }
            return part.length;
        }

        @Override
        public synchronized boolean isOpen() {
            return open;
        }

        @Override
        public synchronized void close() {
            open = false;
            notifyAll();
        }
    }

    private static byte[] session() {
        return TestBytes.join(
                new LinkFrame(0, LinkFrame.HELLO, Peer.hello(1, 9).payload()).encoded(),
                new LinkFrame(
                                0,
                                LinkFrame.BEAT,
                                new FieldsWriter()
                                        .put(FieldTag.MONO_NS, 5)
                                        .put(FieldTag.REAL_NS, 6)
                                        .payload())
                        .encoded(),
                new LinkFrame(0, LinkFrame.EVENTS, TestBytes.join(Records.exit(1), Records.exit(2))).encoded(),
                new LinkFrame(
                                0,
                                LinkFrame.FLOW,
                                Records.record(0, 11, 7)
                                        .put(EventRecord.PID, 4)
                                        .put(EventRecord.PROTOCOL, 6)
                                        .put(EventRecord.LOCAL_PORT, 5_000)
                                        .put(EventRecord.ADDRESS, 1)
                                        .put(EventRecord.PORT, 443)
                                        .bytes())
                        .encoded(),
                new LinkFrame(
                                1,
                                LinkFrame.OPENED,
                                new FieldsWriter().put(FieldTag.PID, 42).payload())
                        .encoded(),
                LinkFrame.data(1, 1, new byte[50], 0, 50).encoded(),
                LinkFrame.credit(1, 1_000).encoded(),
                LinkFrame.eof(1, 1).encoded(),
                new LinkFrame(
                                1,
                                LinkFrame.CLOSED,
                                new FieldsWriter().put(FieldTag.EXIT, 0).payload())
                        .encoded(),
                LinkFrame.empty(0, 0x7E).encoded(),
                new LinkFrame(0, LinkFrame.EVENTS, Records.exit(3)).encoded());
    }

    /// Runs a session with a guest that sends these bytes, and returns why the session ended.
    private static String listen(byte[] said) throws Exception {
        try (GuestLinkSession session =
                new GuestLinkSession("shop", LinkFixture.TIMING, new Recorded(said), LinkFixture.memory())) {
            try {
                GuestHello hello = session.begin();
                assertThat(hello.hostname().length()).isLessThanOrEqualTo(256);
                EventDecoder decoder = session.start(0);
                for (EventBatch next = session.take(); next != null; next = session.take()) {
                    for (byte[] payload : next.events()) {
                        List<GuestEvent> _ = decoder.decode(payload);
                    }
                }
                return session.reason();
            } catch (GuestException | java.io.IOException e) {
                return String.valueOf(e.getMessage());
            }
        }
    }

    @Test
    void aValidConversationEndsWithItsHangUp() throws Exception {
        assertThat(listen(session())).contains("closed the guest link");
    }

    @Property(tries = 1_500)
    void aMutatedConversationEndsWithAReason(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        byte[] said = session();
        for (int i = random.nextInt(6); i >= 0; i--) {
            said[random.nextInt(said.length)] = (byte) random.nextInt();
        }
        int cut = random.nextInt(4) == 0 ? random.nextInt(said.length) : said.length;
        assertThat(listen(Arrays.copyOf(said, cut))).isNotBlank().doesNotContain("could not read");
    }

    @Property(tries = 500)
    void noiseEndsTheConversationWithAReason(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        byte[] noise = new byte[random.nextInt(4_000)];
        random.nextBytes(noise);
        byte[] said = random.nextBoolean() ? noise : TestBytes.join(session(), noise);
        assertThat(listen(said)).isNotBlank().doesNotContain("could not read");
    }

    @Test
    void aGuestThatBreaksTheProtocolIsReconnected() throws Exception {
        try (LinkFixture fixture = LinkFixture.with((peer, _) -> {
            peer.greet();
            peer.send(TestBytes.hex("00000000"));
            peer.listen();
        })) {
            for (int i = 0; i < 3; i++) {
                assertThat(fixture.observer().awaitDown()).contains("frame length");
            }
            assertThat(fixture.guest().sessions()).isGreaterThanOrEqualTo(3);
        }
    }

    @Test
    void aGuestOfUnknownVersionIsRefused() throws Exception {
        byte[] hello = new FieldsWriter().put(FieldTag.VERSION, 0).payload();
        assertThat(listen(new LinkFrame(0, LinkFrame.HELLO, hello).encoded())).contains("MONO_NS");
        byte[] whole = Peer.hello(1, 0).payload();
        whole[12] = 0;
        assertThat(listen(new LinkFrame(0, LinkFrame.HELLO, whole).encoded())).contains("VERSION");
    }
}
