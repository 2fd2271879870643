package dev.belljar.agent.guest.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.frame.FieldTag;
import dev.belljar.agent.guest.frame.FieldsWriter;
import dev.belljar.agent.guest.frame.FrameReader;
import dev.belljar.agent.guest.frame.LinkFrame;
import dev.belljar.agent.guest.frame.SendQueue;
import dev.belljar.agent.guest.frame.StreamKind;
import dev.belljar.agent.guest.frame.TestBytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tests that a stream respects its credit in both directions, and enforces the guest's.
@Timeout(60)
class LinkStreamTest {
    private final SendQueue outbox = new SendQueue();
    private final LinkStream stream = new LinkStream(5, StreamKind.EXEC, outbox, () -> {});

    private static LinkFrame data(int channel, int count) {
        return LinkFrame.data(5, channel, new byte[count], 0, count);
    }

    private boolean accept(LinkFrame... frames) throws GuestException {
        boolean last = false;
        for (LinkFrame frame : frames) {
            last = stream.accept(frame);
        }
        return last;
    }

    private void fillWindow() throws GuestException {
        for (int sent = 0; sent < ReceiveBuffer.WINDOW; sent += 32_768) {
            assertThat(accept(data(1, 32_768))).isFalse();
        }
    }

    /// The frames that were sent to the guest so far.
    private List<LinkFrame> sent() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        WritableByteChannel sink = Channels.newChannel(bytes);
        Thread writer = Thread.ofVirtual().start(() -> {
            try {
                outbox.writeTo(sink);
            } catch (IOException | InterruptedException e) {
                // Enough was written.
            }
        });
        outbox.sendNow(LinkFrame.empty(99, LinkFrame.ABORT).encoded());
        byte[] mark = LinkFrame.empty(99, LinkFrame.ABORT).encoded();
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> endsWith(bytes, mark));
        writer.interrupt();
        writer.join();
        FrameReader reader = new FrameReader(TestBytes.inParts(bytes.toByteArray(), 65_536));
        List<LinkFrame> frames = new ArrayList<>();
        for (LinkFrame frame = reader.next(); frame.stream() != 99; frame = reader.next()) {
            frames.add(frame);
        }
        return frames;
    }

    private static boolean endsWith(ByteArrayOutputStream bytes, byte[] mark) {
        byte[] all = bytes.toByteArray();
        return all.length >= mark.length
                && java.util.Arrays.equals(all, all.length - mark.length, all.length, mark, 0, mark.length);
    }

    @Test
    void dataWithinTheWindowIsKeptUnread() throws Exception {
        fillWindow();
        assertThat(stream.available(1)).isEqualTo(ReceiveBuffer.WINDOW);
        assertThat(sent()).isEmpty();
    }

    @Test
    void dataBeyondTheWindowBreaksTheConversation() throws Exception {
        fillWindow();
        assertThatThrownBy(() -> accept(data(2, 1)))
                .isInstanceOf(GuestException.class)
                .hasMessageContaining("credit");
    }

    @Test
    void creditIsGivenBackAsBytesAreRead() throws Exception {
        fillWindow();
        byte[] buffer = new byte[65_535];
        assertThat(stream.read(1, buffer, 0, buffer.length)).isEqualTo(65_535);
        assertThat(stream.read(1, buffer, 0, 1)).isEqualTo(1);
        List<LinkFrame> frames = sent();
        assertThat(frames).hasSize(1);
        assertThat(frames.getFirst().type()).isEqualTo(LinkFrame.CREDIT);
        assertThat(ByteBuffer.wrap(frames.getFirst().payload()).getInt()).isEqualTo(65_536);
        assertThatCode(() -> accept(data(2, 32_768), data(1, 32_768))).doesNotThrowAnyException();
        assertThatThrownBy(() -> accept(data(2, 1))).isInstanceOf(GuestException.class);
    }

    @Test
    void aDiscardedChannelGivesItsCreditBack() throws Exception {
        fillWindow();
        stream.discard(1);
        assertThat(stream.available(1)).isZero();
        for (int i = 0; i < 100; i++) {
            assertThat(accept(data(1, 60_000))).isFalse();
        }
        assertThat(stream.available(1)).isZero();
        assertThat(stream.read(1, new byte[1], 0, 1)).isEqualTo(-1);
    }

    @Test
    void aStreamClosedByTheHostAcceptsNoMoreThanItsWindow() throws Exception {
        stream.close();
        fillWindow();
        assertThatThrownBy(() -> accept(data(1, 1))).isInstanceOf(GuestException.class);
        assertThat(sent()).extracting(LinkFrame::type).containsExactly(LinkFrame.ABORT);
    }

    @Test
    void writingStopsWhereTheCreditEnds() throws Exception {
        byte[] all = new byte[ReceiveBuffer.WINDOW + 100];
        Thread writer = Thread.ofVirtual().start(() -> {
            try {
                stream.write(0, all, 0, all.length);
                stream.endOutput(0);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        // Nothing but missing credit can make it wait here.
        Set<Thread.State> waiting = EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> waiting.contains(writer.getState()));
        assertThat(bytesOf(sent())).isEqualTo(ReceiveBuffer.WINDOW);
        assertThat(accept(LinkFrame.credit(5, 100))).isFalse();
        writer.join();
        List<LinkFrame> rest = sent();
        assertThat(rest).extracting(LinkFrame::type).containsExactly(LinkFrame.DATA, LinkFrame.EOF);
        assertThat(bytesOf(rest)).isEqualTo(100);
    }

    private static long bytesOf(List<LinkFrame> frames) {
        return frames.stream()
                .filter(frame -> frame.type() == LinkFrame.DATA)
                .mapToLong(frame -> frame.payload().length - 1)
                .sum();
    }

    @Test
    void illegalFramesBreakTheConversation() throws Exception {
        byte[] pid = new FieldsWriter().put(FieldTag.PID, 9).payload();
        assertThat(accept(new LinkFrame(5, LinkFrame.OPENED, pid), LinkFrame.eof(5, 2)))
                .isFalse();
        for (LinkFrame bad : List.of(
                new LinkFrame(5, LinkFrame.OPENED, pid),
                new LinkFrame(5, LinkFrame.DATA, new byte[0]),
                new LinkFrame(5, LinkFrame.DATA, new byte[1]),
                data(0, 1),
                data(2, 1),
                data(3, 1),
                data(255, 1),
                LinkFrame.eof(5, 2),
                new LinkFrame(5, LinkFrame.EOF, new byte[2]),
                new LinkFrame(5, LinkFrame.CREDIT, new byte[3]),
                LinkFrame.credit(5, -1),
                LinkFrame.empty(5, LinkFrame.ABORT),
                LinkFrame.empty(5, LinkFrame.OPEN),
                LinkFrame.empty(5, LinkFrame.CONTROL),
                new LinkFrame(5, LinkFrame.CLOSED, new byte[] {1, 2}),
                new LinkFrame(
                        5,
                        LinkFrame.CLOSED,
                        new FieldsWriter().put(FieldTag.EXIT, 256).payload()),
                new LinkFrame(
                        5,
                        LinkFrame.CLOSED,
                        new FieldsWriter().put(FieldTag.TERMSIG, 0).payload()))) {
            assertThatThrownBy(() -> accept(bad)).isInstanceOf(GuestException.class);
        }
    }

    @Test
    void waitsEndWhenTheLinkBreaks() throws Exception {
        Thread breaker = Thread.ofVirtual().start(() -> stream.fail("cut"));
        assertThatThrownBy(() -> stream.read(1, new byte[1], 0, 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cut");
        assertThatThrownBy(stream::awaitResult)
                .isInstanceOfSatisfying(
                        GuestException.class, e -> assertThat(e.code()).isEqualTo(GuestException.UNREACHABLE));
        breaker.join();
    }

    @Test
    void aWaitEndsAfterItsTimeout() {
        stream.expectWithin(Duration.ofMillis(20));
        assertThatThrownBy(stream::awaitOpened).hasMessageContaining("in time");
    }
}
