package dev.belljar.agent.guest.link;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.event.Records;
import dev.belljar.agent.guest.frame.FieldTag;
import dev.belljar.agent.guest.frame.LinkFrame;
import dev.belljar.agent.guest.frame.PayloadFields;
import dev.belljar.agent.guest.frame.StreamKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.awaitility.Durations;

/// A forged guest end of a link: it sends events as fast as they are accepted and then breaks the protocol,
/// repeatedly, or it answers as a guest should.
public final class ForgedLink implements AutoCloseable {
    private static final long FLOOD_NANOS = Duration.ofSeconds(3).toNanos();
    /// The time for which it follows the protocol, so that its sandbox counts as running.
    private static final long FIRST_FLOOD_NANOS = Duration.ofSeconds(20).toNanos();
    private static final int BURST = 16;
    private static final byte[] NONSENSE = "nonsense\n".repeat(1_000).getBytes(StandardCharsets.US_ASCII);

    private final FakeLinkGuest guest;

    private ForgedLink(FakeLinkGuest guest) {
        this.guest = guest;
    }

    /// Starts a hostile guest.
    public static ForgedLink hostile(Path socket) throws IOException {
        return new ForgedLink(FakeLinkGuest.at(socket, ForgedLink::flood));
    }

    /// Starts a guest that answers each command with `hello`, and sends one event each time.
    public static ForgedLink polite(Path socket) throws IOException {
        return new ForgedLink(FakeLinkGuest.at(socket, (peer, _) -> {
            try {
                answer(peer);
            } catch (GuestException e) {
                // A host that was answered too late connects again: the next session continues.
            }
        }));
    }

    private static void answer(Peer peer) throws IOException, GuestException {
        long number = peer.greet(1, 0).integer(FieldTag.ACKED);
        while (true) {
            LinkFrame open = peer.expect(LinkFrame.OPEN);
            peer.send(new LinkFrame(0, LinkFrame.EVENTS, Records.exit(++number)));
            answer(peer, open, "hello".getBytes(StandardCharsets.UTF_8));
        }
    }

    /// Answers a stream with this output if its kind has any, and with success.
    private static void answer(Peer peer, LinkFrame open, byte[] words) throws IOException, GuestException {
        int stream = open.stream();
        long kind = PayloadFields.of(open.payload()).integer(FieldTag.KIND);
        if (kind == StreamKind.EXEC.number()) {
            peer.opened(stream);
        }
        if (kind == StreamKind.EXEC.number() || kind == StreamKind.PORTS.number()) {
            peer.data(stream, 1, words);
        }
        peer.closed(stream, FieldTag.EXIT, 0);
    }

    private static void flood(Peer peer, int session) throws Exception {
        AtomicLong acked = new AtomicLong(peer.greet(1, 0).integer(FieldTag.ACKED));
        long number = acked.get();
        Thread _ = Thread.ofVirtual().name("forged-answers").start(() -> answerAll(peer, acked));
        long end = System.nanoTime() + (session == 1 ? FIRST_FLOOD_NANOS : FLOOD_NANOS);
        while (System.nanoTime() < end) {
            for (int i = 0; i < BURST; i++) {
                ByteArrayOutputStream records = new ByteArrayOutputStream();
                while (records.size() < LinkFrame.PAYLOAD_MOST - 200) {
                    records.writeBytes(Records.exit(++number));
                }
                peer.send(new LinkFrame(0, LinkFrame.EVENTS, records.toByteArray()));
            }
            long sent = number;
            Awaitility.await()
                    .atMost(Durations.TWO_MINUTES)
                    .pollInterval(Durations.ONE_MILLISECOND)
                    .until(() -> acked.get() < 0 || acked.get() >= sent);
            if (acked.get() < 0) {
                return; // hung up
            }
        }
        peer.send(forbidden(session));
        // The host agent is expected to hang up.
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> acked.get() < 0);
    }

    /// Answers every request with nonsense and success.
    private static void answerAll(Peer peer, AtomicLong acked) {
        try {
            while (true) {
                LinkFrame frame = peer.next();
                if (frame.type() == LinkFrame.ACK) {
                    acked.set(PayloadFields.of(frame.payload()).integer(FieldTag.ACKED));
                } else if (frame.type() == LinkFrame.OPEN) {
                    answer(peer, frame, NONSENSE);
                }
            }
        } catch (IOException | GuestException e) {
            acked.set(-1);
        }
    }

    private static byte[] forbidden(int session) {
        byte[] noise = new byte[100_000];
        new Random(session).nextBytes(noise);
        return switch (session % 4) {
            case 0 -> LinkFrame.empty(0, LinkFrame.EVENTS).encoded();
            case 1 -> ByteBuffer.allocate(4).putInt(Integer.MAX_VALUE).array();
            case 2 -> new LinkFrame(0, LinkFrame.EVENTS, new byte[LinkFrame.PAYLOAD_MOST]).encoded();
            default -> noise;
        };
    }

    @Override
    public void close() throws IOException {
        guest.close();
    }
}
