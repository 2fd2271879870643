package dev.belljar.agent.gateway;

import dev.belljar.agent.packet.MacAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// A network with everything around it in memory: frames in, answers, events and figures out.
final class Bench {
    final SetClock clock = new SetClock();
    final Seen seen = new Seen();
    final Counters counters = new Counters();
    final List<byte[]> answers = new ArrayList<>();
    final FakeOutside outside = new FakeOutside();
    final Network network;

    Bench() {
        this(Policy.closed());
    }

    Bench(Policy policy) {
        network = new Network(
                MacAddress.of(Frames.GUEST_MAC), policy, seen, clock, counters, new ListOutlet(answers), outside);
    }

    /// Sends a frame.
    void send(byte[] frame) {
        network.frame(ByteBuffer.wrap(frame));
        outside.run();
        network.settle();
    }

    /// Sends a frame and gives its one answer, in hex.
    String answer(byte[] frame) {
        answers.clear();
        send(frame);
        if (answers.size() != 1) {
            throw new AssertionError("expected one answer, got " + answers.size());
        }
        return HexFormat.of().formatHex(answers.getFirst());
    }

    GatewayTotals totals() {
        return counters.totals();
    }
}
