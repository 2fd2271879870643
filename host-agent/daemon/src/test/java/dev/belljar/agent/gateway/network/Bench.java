package dev.belljar.agent.gateway.network;

import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.gateway.GatewayTotals;
import dev.belljar.agent.gateway.ProcessFinder;
import dev.belljar.agent.gateway.flow.GatewayCounters;
import dev.belljar.agent.gateway.frame.ListOutlet;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.packet.MacAddress;
import dev.belljar.agent.sockets.ExternalNetwork;
import dev.belljar.agent.sockets.NameServer;
import dev.belljar.agent.tcp.ChunkStore;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// A `GuestNetwork` with all its dependencies in memory: takes frames, returns answers, events and figures.
public final class Bench {
    public final SetClock clock = new SetClock();
    public final Seen seen = new Seen();
    final GatewayCounters counters = new GatewayCounters();
    public final List<byte[]> answers = new ArrayList<>();
    public final FakeOutside outside = new FakeOutside(clock);
    public final GuestNetwork network;

    /// Chunk memory for many machines.
    static ChunkStore chunks() {
        return TestSupplies.of(List.of()).chunks();
    }

    public Bench() {
        this(EgressPolicy.closed());
    }

    public Bench(EgressPolicy policy) {
        this(policy, ProcessFinder.NONE);
    }

    public Bench(EgressPolicy policy, ProcessFinder finder) {
        this(policy, finder, chunks());
    }

    Bench(EgressPolicy policy, ProcessFinder finder, ChunkStore chunks) {
        outside.servers.add(new NameServer(IpAddress.four(192, 0, 2, 53), 53));
        network = new GuestNetwork(
                MacAddress.of(Frames.GUEST_MAC),
                policy,
                finder,
                seen,
                clock,
                counters,
                new GuestNetwork.NetworkResources(new ListOutlet(answers), outside, chunks));
    }

    /// Sends a frame.
    public void send(byte[] frame) {
        network.frame(ByteBuffer.wrap(frame));
        turn();
    }

    /// Runs all waiting tasks.
    public void turn() {
        outside.run();
        network.settle();
    }

    /// Delivers a datagram to the socket from which another was sent.
    public void arrive(FakeOutside.Sent question, ByteBuffer bytes) {
        question.received().accept(new ExternalNetwork.Arrival.Datagram(bytes));
        turn();
    }

    /// Lets seconds pass, one by one.
    public void pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            clock.advance(Duration.ofSeconds(1));
            network.tick();
            network.sweep();
            turn();
        }
    }

    /// Sends a frame and returns its only answer, in hex.
    public String answer(byte[] frame) {
        answers.clear();
        send(frame);
        if (answers.size() != 1) {
            throw new AssertionError("expected one answer, got " + answers.size());
        }
        return HexFormat.of().formatHex(answers.getFirst());
    }

    public GatewayTotals totals() {
        return counters.totals();
    }
}
