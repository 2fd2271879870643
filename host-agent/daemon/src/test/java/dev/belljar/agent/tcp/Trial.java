package dev.belljar.agent.tcp;

import dev.belljar.agent.packet.TcpSegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// A connection between a guest and a far side over a link that randomly loses, repeats and reorders segments;
/// each step is a random event.
final class Trial {
    final ModelGuest guest;
    final ModelUpstream upstream;
    final ChunkPool pool;
    final TcpConnection connection;
    private final Random random;
    private final double trouble;
    private final List<TcpSegment> up = new ArrayList<>();
    private final List<TcpSegment> down = new ArrayList<>();
    long now = 1_000_000;

    Trial(long seed, byte[] toFar, byte[] toGuest, double trouble, int chunks) {
        this.pool = TestChunks.pool(chunks);
        this.random = new Random(seed);
        this.trouble = trouble;
        int first = random.nextInt();
        this.guest = new ModelGuest(random, first, toFar);
        this.upstream = new ModelUpstream(random, toGuest);
        int largest = random.nextBoolean() ? SynOptions.LARGEST : 1_460;
        SynOptions syn = new SynOptions(first, largest, random.nextInt(15) - 1, 0xffff);
        guest.scale = Math.max(0, syn.scale());
        guest.peerScale = syn.scales() ? TcpReceiver.SCALE : 0;
        this.connection = new TcpConnection(this::fromGateway, upstream, pool, syn, random.nextInt(), now);
        connection.open(now);
    }

    private boolean fromGateway(GuestEndpoint.Header header, SegmentQueue data, int from, int length) {
        if (random.nextDouble() < trouble) {
            return false;
        }
        ByteBuffer payload = ByteBuffer.allocate(length);
        data.copy(from, length, payload);
        send(
                down,
                new TcpSegment(
                        80, 40_000, header.seq(), header.ack(), header.flags(), header.window(), payload.flip()));
        return true;
    }

    private void send(List<TcpSegment> wire, TcpSegment segment) {
        if (random.nextDouble() < trouble) {
            return;
        }
        int late = random.nextDouble() < trouble ? random.nextInt(wire.size() + 1) : wire.size();
        wire.add(late, segment);
        if (random.nextDouble() < trouble) {
            wire.add(random.nextInt(wire.size() + 1), segment);
        }
    }

    /// Performs a random step.
    void step() {
        switch (random.nextInt(6)) {
            case 0, 1 -> {
                if (!up.isEmpty()) {
                    connection.segment(up.removeFirst(), now);
                }
            }
            case 2, 3 -> {
                if (!down.isEmpty()) {
                    guest.take(down.removeFirst());
                }
            }
            case 4 -> guest.say().forEach(segment -> send(up, segment));
            default -> {
                now += random.nextInt(100);
                connection.tick(now);
                guest.timePasses(random.nextInt(100));
            }
        }
        connection.farReady(upstream.wantsGiving && random.nextBoolean());
        connection.turn(now);
    }

    /// Runs until both sides have all bytes and the connection has ended, or until this many steps are done.
    void run(int steps) {
        for (int i = 0; i < steps && connection.end() == TcpConnection.End.OPEN; i++) {
            step();
        }
    }
}
