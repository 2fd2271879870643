package dev.belljar.agent.guest.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.guest.frame.FrameReader;
import dev.belljar.agent.guest.frame.LinkFrame;
import dev.belljar.agent.guest.frame.SendQueue;
import dev.belljar.agent.guest.frame.TestBytes;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.IntRange;
import dev.belljar.testing.property.Property;
import dev.belljar.testing.property.Size;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tests that host and guest synchronise whatever bytes are on the line.
@Timeout(300)
class LinkPreambleTest {
    private static final LinkTiming SLOWER = new LinkTiming(
            Duration.ofSeconds(1),
            Duration.ofSeconds(3),
            Duration.ofSeconds(60),
            Duration.ofMillis(1),
            Duration.ofMillis(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1));
    private static final LinkTiming HASTY = new LinkTiming(
            Duration.ofSeconds(1),
            Duration.ofMillis(100),
            Duration.ofMillis(300),
            Duration.ofMillis(1),
            Duration.ofMillis(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1));

    /// A line with the host's preambles on one side and the guest's bytes on the other.
    private static final class Line implements AutoCloseable {
        private final Pipe toGuest = Pipe.open();
        private final Pipe toHost = Pipe.open();
        private final InputStream questions = Channels.newInputStream(toGuest.source());
        private final OutputStream answers = Channels.newOutputStream(toHost.sink());
        private final SendQueue outbox = new SendQueue();
        private final FrameReader reader = new FrameReader(toHost.source());

        Line() throws IOException {
            Thread.ofVirtual().start(() -> {
                try (var sink = toGuest.sink()) {
                    outbox.writeTo(sink);
                } catch (IOException | InterruptedException e) {
                    // The test is over.
                }
            });
        }

        @Override
        public void close() throws IOException {
            outbox.close();
            answers.close();
            toHost.source().close();
            questions.close();
        }
    }

    @Property(tries = 150)
    void garbageBeforeTheAnswerIsDiscarded(
            @ForAll @Size(max = 500) byte[] garbage, @ForAll @IntRange(min = 0, max = 32) int staleLength)
            throws Exception {
        try (Line line = new Line()) {
            byte[] stale = Arrays.copyOf(LinkPreamble.with(new byte[16]), staleLength);
            Thread guest = Thread.ofVirtual().start(() -> answer(line, TestBytes.join(garbage, stale)));
            new LinkPreamble(line.outbox, LinkFixture.TIMING).sync(line.reader, () -> hangUp(line));
            assertThat(line.reader.next().stream()).isEqualTo(77);
            guest.join();
        }
    }

    @Test
    void aGuestInTheMiddleOfAFrameIsResynchronised() throws Exception {
        try (Line line = new Line()) {
            Thread guest = Thread.ofVirtual().start(() -> {
                try {
                    byte[] swallowed = line.questions.readNBytes(32);
                    byte[] zeros = line.questions.readNBytes(131_072);
                    assertThat(swallowed[0]).isEqualTo((byte) 'B');
                    assertThat(Arrays.equals(zeros, new byte[131_072])).isTrue();
                    answer(line, new byte[0]);
                    answerWhatElseIsAsked(line, 77);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            new LinkPreamble(line.outbox, SLOWER).sync(line.reader, () -> hangUp(line));
            assertThat(line.reader.next().stream()).isEqualTo(77);
            line.outbox.close();
            guest.join();
        }
    }

    @Test
    void onlyTheAnswerToTheNewestPreambleCounts() throws Exception {
        try (Line line = new Line()) {
            Thread guest = Thread.ofVirtual().start(() -> {
                try {
                    byte[] first = line.questions.readNBytes(32);
                    byte[] _ = line.questions.readNBytes(131_072);
                    byte[] second = line.questions.readNBytes(32);
                    line.answers.write(
                            TestBytes.join(first, LinkFrame.empty(1, 1).encoded()));
                    line.answers.write(
                            TestBytes.join(second, LinkFrame.empty(2, 2).encoded()));
                    line.answers.flush();
                    answerWhatElseIsAsked(line, 2);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            new LinkPreamble(line.outbox, SLOWER).sync(line.reader, () -> hangUp(line));
            assertThat(line.reader.next().stream()).isEqualTo(2);
            line.outbox.close();
            guest.join();
        }
    }

    @Test
    void aSilentGuestIsGivenUpAfterThreePreambles() throws Exception {
        try (Line line = new Line()) {
            AtomicLong heard = new AtomicLong();
            Thread guest = Thread.ofVirtual().start(() -> {
                try {
                    for (long n = 0; n >= 0; n = line.questions.read(new byte[8_192])) {
                        heard.addAndGet(n);
                    }
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            assertThatThrownBy(() -> new LinkPreamble(line.outbox, HASTY).sync(line.reader, () -> hangUp(line)))
                    .isInstanceOf(IOException.class);
            // Closing drops bytes that were not written yet; the host may have given up before the writer ran.
            long questions = 3 * 32 + 2 * 131_072;
            Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> heard.get() >= questions);
            line.outbox.close();
            guest.join();
            assertThat(heard.get()).isEqualTo(questions);
        }
    }

    @Test
    void aGuestThatSendsWithoutAnsweringIsGivenUp() throws Exception {
        try (Line line = new Line()) {
            Thread guest = Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        line.answers.write('B');
                        line.answers.flush();
                        Thread.sleep(10);
                    }
                } catch (IOException | InterruptedException e) {
                    // The connection was closed.
                }
            });
            assertThatThrownBy(() -> new LinkPreamble(line.outbox, HASTY).sync(line.reader, () -> hangUp(line)))
                    .isInstanceOf(IOException.class);
            guest.interrupt();
        }
    }

    private static void hangUp(Line line) {
        try {
            line.toHost.source().close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /// Answers further preambles: on a slow computer the host may have sent another one, and only the newest
    /// counts.
    private static void answerWhatElseIsAsked(Line line, int stream) throws IOException {
        while (line.questions.readNBytes(131_072).length == 131_072) {
            byte[] question = line.questions.readNBytes(32);
            line.answers.write(
                    TestBytes.join(question, LinkFrame.empty(stream, 0).encoded()));
            line.answers.flush();
        }
    }

    private static void answer(Line line, byte[] before) {
        try {
            byte[] question = line.questions.readNBytes(32);
            line.answers.write(
                    TestBytes.join(before, question, LinkFrame.empty(77, 0).encoded()));
            line.answers.flush();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
