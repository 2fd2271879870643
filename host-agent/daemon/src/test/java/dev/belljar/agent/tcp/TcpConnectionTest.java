package dev.belljar.agent.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.packet.TcpSegment;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.IntRange;
import dev.belljar.testing.property.Property;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class TcpConnectionTest {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final List<GuestEndpoint.Header> sent = new ArrayList<>();
    private final ModelUpstream upstream = new ModelUpstream(new Random(1), new byte[100]);
    private final ChunkPool pool = TestChunks.pool(16);
    private final TcpConnection connection = new TcpConnection(
            (header, data, from, length) -> sent.add(header),
            upstream,
            pool,
            new SynOptions(1_000, 1_460, 7, 0xffff),
            5_000,
            1);

    @Property(tries = 300)
    void bytesArriveIntactOverAnyWire(
            @ForAll long seed,
            @ForAll @IntRange(max = 400_000) int upLength,
            @ForAll @IntRange(max = 400_000) int downLength) {
        exchange(seed, upLength, downLength, 0, 64);
    }

    @Property(tries = 300)
    void bytesArriveIntactOverALossyReorderingWire(
            @ForAll long seed,
            @ForAll @IntRange(max = 60_000) int upLength,
            @ForAll @IntRange(max = 60_000) int downLength,
            @ForAll @IntRange(min = 1, max = 25) int percent) {
        exchange(seed, upLength, downLength, percent / 100.0, 64);
    }

    @Property(tries = 100)
    void bytesArriveIntactWhenMemoryIsScarce(@ForAll long seed, @ForAll @IntRange(min = 1, max = 3) int chunks) {
        exchange(seed, 200_000, 200_000, 0.02, chunks);
    }

    /// The guest goes back to bytes before those whose segment closed its window, and opens the window with these.
    @Test
    void aWindowOpenedByAGuestThatWentBackIsUsed() {
        exchange(5206, 200_000, 200_000, 0.02, 1);
    }

    /// The window has space for bytes that were not sent yet when the first segment is repeated.
    @Test
    void aRepeatedSegmentContainsNoBytesThatWereNotSentBefore() {
        exchange(-24469, 200_000, 200_000, 0.02, 2);
    }

    @Property(tries = 200)
    void bytesArriveIntactWhileOthersHoldMostOfTheMemory(
            @ForAll long seed, @ForAll @IntRange(min = 8, max = 14) int chunks) {
        byte[] toFar = new byte[300_000];
        byte[] toGuest = new byte[100_000];
        new Random(seed).nextBytes(toFar);
        Trial trial = new Trial(seed, toFar, toGuest, 0, 16);
        for (int i = 0; i < chunks; i++) {
            new SegmentQueue(trial.pool).add(ByteBuffer.allocate(1));
        }
        trial.run(2_000_000);
        assertThat(trial.connection.end()).isEqualTo(TcpConnection.End.FINISHED);
        assertThat(trial.upstream.taken.toByteArray()).isEqualTo(toFar);
        assertThat(trial.guest.read.toByteArray()).isEqualTo(toGuest);
    }

    private static void exchange(long seed, int upLength, int downLength, double trouble, int chunks) {
        Random random = new Random(seed);
        byte[] toFar = new byte[upLength];
        byte[] toGuest = new byte[downLength];
        random.nextBytes(toFar);
        random.nextBytes(toGuest);
        Trial trial = new Trial(seed, toFar, toGuest, trouble, chunks);
        trial.run(2_000_000);
        if (trouble > 0 && !trial.connection.opened()) {
            // Every attempt of a handshake may be lost.
            assertThat(trial.connection.end()).isEqualTo(TcpConnection.End.SILENT);
            return;
        }
        assertThat(trial.connection.end()).isEqualTo(TcpConnection.End.FINISHED);
        assertThat(trial.upstream.taken.toByteArray()).isEqualTo(toFar);
        assertThat(trial.guest.read.toByteArray()).isEqualTo(toGuest);
        assertThat(trial.upstream.finished && trial.upstream.closed).isTrue();
        assertThat(trial.guest.wasReset).isFalse();
        assertThat(trial.pool.used()).isZero();
    }

    @Property(tries = 2_000)
    void randomSegmentsKeepTheConnectionBounded(@ForAll long seed) {
        Random random = new Random(seed);
        Trial trial = new Trial(seed, new byte[5_000], new byte[5_000], 0, 64);
        for (int i = 0; i < 200; i++) {
            trial.step();
            int near = random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(140_000) - 70_000;
            byte[] data = new byte[random.nextInt(3_000)];
            trial.connection.segment(
                    new TcpSegment(
                            40_000,
                            80,
                            near,
                            random.nextInt(),
                            random.nextInt(64),
                            random.nextInt(0x1_0000),
                            ByteBuffer.wrap(data)),
                    trial.now);
            trial.connection.turn(trial.now);
        }
        assertThat(trial.pool.used()).isLessThanOrEqualTo(2 * ChunkPool.MOST_PER_QUEUE);
    }

    @Test
    void aResetCountsOnlyWithTheNumberThatIsNext() {
        establish();
        for (int seq : new int[] {1_002, 1_001 + 60_000, 999, 0}) {
            connection.segment(tcp(seq, 0, TcpSegment.RST), 2);
            assertThat(connection.end()).isEqualTo(TcpConnection.End.OPEN);
        }
        connection.segment(tcp(1_001, 0, TcpSegment.RST), 2);
        assertThat(connection.end()).isEqualTo(TcpConnection.End.GUEST_RESET);
        assertThat(upstream.aborted).isTrue();
    }

    @Test
    void anUnexpectedSynOrAcknowledgementIsAcknowledged() {
        establish();
        for (TcpSegment odd : List.of(
                tcp(9_999, 0, TcpSegment.SYN),
                tcp(1_001, 999_999, TcpSegment.ACK),
                tcp(500_000, 5_001, TcpSegment.ACK))) {
            sent.clear();
            connection.segment(odd, 2);
            connection.turn(2);
            assertThat(sent.getLast().flags()).isEqualTo(TcpSegment.ACK);
            assertThat(sent.getLast().ack()).isEqualTo(1_001);
            assertThat(connection.end()).isEqualTo(TcpConnection.End.OPEN);
        }
    }

    @Test
    void theWholeWindowIsAnnouncedWithTheFirstAcknowledgement() {
        upstream.mute = true;
        establish();
        assertThat(sent).allMatch(GuestEndpoint.Header::opening);
        connection.segment(
                new TcpSegment(40_000, 80, 1_001, 5_001, TcpSegment.ACK, 1_000, ByteBuffer.wrap(new byte[1])), 2);
        connection.turn(2);
        assertThat(sent.getLast().window() << TcpReceiver.SCALE).isGreaterThan(0xffff);
    }

    @Test
    void aKeepAliveProbeIsAnswered() {
        establish();
        sent.clear();
        connection.segment(tcp(1_000, 5_001, TcpSegment.ACK), 2);
        connection.turn(2);
        assertThat(sent).isNotEmpty();
    }

    @Test
    void aFarSideThatBreaksResetsTheGuest() {
        establish();
        upstream.broken = true;
        connection.farReady(true);
        connection.turn(3);
        assertThat(connection.end()).isEqualTo(TcpConnection.End.FAR_RESET);
        assertThat(sent.getLast().flags() & TcpSegment.RST).isEqualTo(TcpSegment.RST);
    }

    @Test
    void anAnswerToSynIsSentAgainAndGivenUp() {
        connection.open(1);
        for (long now = 1; now < 40_000; now += 100) {
            connection.tick(now);
        }
        assertThat(sent.stream().filter(header -> header.opening()).count()).isBetween(4L, 8L);
        assertThat(connection.end()).isEqualTo(TcpConnection.End.SILENT);
    }

    @Test
    void aWindowThatStaysClosedIsProbedAndTheConnectionKept() {
        connection.open(1);
        connection.segment(new TcpSegment(40_000, 80, 1_001, 5_001, TcpSegment.ACK, 0, NOTHING), 1);
        connection.farReady(true);
        connection.turn(2);
        sent.clear();
        for (long now = 2; now < 3_600_000; now += 1_000) {
            int before = sent.size();
            connection.tick(now);
            if (sent.size() > before) {
                connection.segment(new TcpSegment(40_000, 80, 1_001, 5_001, TcpSegment.ACK, 0, NOTHING), now);
            }
            connection.turn(now);
        }
        assertThat(sent.size()).isBetween(30, 200);
        assertThat(connection.end()).isEqualTo(TcpConnection.End.OPEN);
    }

    private void establish() {
        connection.open(1);
        connection.segment(tcp(1_001, 5_001, TcpSegment.ACK), 1);
        connection.turn(1);
        assertThat(connection.opened()).isTrue();
    }

    private static TcpSegment tcp(int seq, int ack, int flags) {
        return new TcpSegment(40_000, 80, seq, ack, flags, 1_000, NOTHING);
    }
}
