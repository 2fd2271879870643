package dev.belljar.agent.gateway.network;

import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.gateway.FrameTap;
import dev.belljar.agent.gateway.Gateway;
import dev.belljar.agent.gateway.GatewayServices;
import dev.belljar.agent.gateway.GatewayTotals;
import dev.belljar.agent.gateway.NetObserver;
import dev.belljar.agent.gateway.ProcessFinder;
import dev.belljar.agent.gateway.TapSubscription;
import dev.belljar.agent.gateway.flow.GatewayCounters;
import dev.belljar.agent.gateway.frame.FrameOutput;
import dev.belljar.agent.gateway.frame.FrameStream;
import dev.belljar.agent.gateway.frame.TapPoint;
import dev.belljar.agent.packet.MacAddress;
import dev.belljar.agent.sockets.ExternalNetwork;
import dev.belljar.agent.sockets.HostExternalNetwork;
import dev.belljar.agent.sockets.SelectorLoop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The network of one machine over the socket that its QEMU serves; connects again whenever the connection
/// breaks.
///
/// One thread does everything: it waits for QEMU's socket and for all sockets of the host behind it, and in each
/// round takes the frames that came, moves bytes, and writes the answers at once. So nothing here needs a lock,
/// and a packet never changes threads. For a guest that does not read, answers are dropped and connections wait.
public final class SocketGateway implements Gateway {
    private static final Logger log = LoggerFactory.getLogger(SocketGateway.class);
    private static final long SWEEP_MILLIS = 1_000;
    private static final long TICK_MILLIS = 100;
    private static final long FIRST_PAUSE_MILLIS = 20;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;
    private static final int MOST_ROUNDS = 16;

    private final Path socket;
    private final GatewayCounters counters = new GatewayCounters();
    private final TapPoint tap = new TapPoint();
    private final SelectorLoop loop;
    private final GuestNetwork network;
    private @Nullable FrameStream stream;
    private @Nullable SelectionKey key;
    private long pause = FIRST_PAUSE_MILLIS;
    private long joinAt = now();
    private long tickAt = now();
    private long sweepAt = now() + SWEEP_MILLIS;
    private long framesBefore;

    private SocketGateway(
            Path socket,
            EgressPolicy policy,
            ProcessFinder finder,
            NetObserver observer,
            MacAddress guest,
            GatewayServices supplies,
            UnaryOperator<ExternalNetwork> beyond)
            throws IOException {
        this.socket = socket;
        this.loop = new SelectorLoop("gateway", new Rounds(), supplies.atOnce());
        ExternalNetwork outside = beyond.apply(new HostExternalNetwork(
                loop, supplies.names(), supplies.sockets().open()));
        GuestNetwork.NetworkResources resources =
                new GuestNetwork.NetworkResources(new StreamOutlet(), outside, supplies.chunks());
        this.network = new GuestNetwork(guest, policy, finder, observer, Clock.systemUTC(), counters, resources);
    }

    /// Opens the network of the machine whose QEMU serves `netSocket`, now or soon, and whose network card has
    /// the address `mac`; `finder` finds the process of a flow.
    ///
    /// @throws IllegalArgumentException when `mac` is not written as `52:54:00:be:11:02`
    /// @throws UncheckedIOException when the host has no room for another network
    public static SocketGateway open(
            Path netSocket,
            EgressPolicy policy,
            ProcessFinder finder,
            NetObserver observer,
            String mac,
            GatewayServices supplies) {
        return open(netSocket, policy, finder, observer, mac, supplies, outside -> outside);
    }

    /// Opens the network with another external network.
    ///
    /// @throws IllegalArgumentException when `mac` is not written as `52:54:00:be:11:02`
    /// @throws UncheckedIOException when the host has no room for another network
    static SocketGateway open(
            Path netSocket,
            EgressPolicy policy,
            ProcessFinder finder,
            NetObserver observer,
            String mac,
            GatewayServices supplies,
            UnaryOperator<ExternalNetwork> beyond) {
        MacAddress guest = MacAddress.of(mac);
        try {
            SocketGateway gateway = new SocketGateway(netSocket, policy, finder, observer, guest, supplies, beyond);
            gateway.loop.start();
            return gateway;
        } catch (IOException e) {
            throw new UncheckedIOException("network socket " + netSocket + " could not be opened", e);
        }
    }

    @Override
    public GatewayTotals totals() {
        return counters.totals();
    }

    @Override
    public TapSubscription tap(FrameTap another) {
        return tap.add(another);
    }

    /// Ends the connection and closes every flow; nothing is reported after that. Closing again does nothing.
    @Override
    public void close() {
        loop.close();
    }

    /// Milliseconds of a clock that only goes forward: the host's clock may be set.
    private static long now() {
        return System.nanoTime() / 1_000_000;
    }

    private long round() {
        long now = now();
        if (stream == null && now >= joinAt) {
            join();
        }
        if (now >= tickAt) {
            tickAt = now + TICK_MILLIS;
            network.tick();
        }
        if (now >= sweepAt) {
            sweepAt = now + SWEEP_MILLIS;
            network.sweep();
        }
        send();
        long next = network.busy() ? Math.min(tickAt, sweepAt) : sweepAt;
        return Math.max(1, (stream == null ? Math.min(next, joinAt) : next) - now);
    }

    private void join() {
        try {
            FrameStream joined = FrameStream.connect(socket, tap);
            framesBefore = counters.totals().framesUp();
            key = loop.watch(joined.channel(), SelectionKey.OP_READ, ready -> exchange(joined, ready));
            stream = joined;
        } catch (IOException e) {
            hangUp(e);
        }
    }

    private void exchange(FrameStream joined, SelectionKey ready) {
        try {
            if (ready.isReadable()) {
                joined.read();
                for (ByteBuffer frame = joined.next(); frame != null; frame = joined.next()) {
                    network.frame(frame);
                }
            }
        } catch (IOException e) {
            hangUp(e);
        }
    }

    /// Gives connections their turns and writes their packets, until they have no more or the socket takes no
    /// more.
    private void send() {
        FrameStream joined = stream;
        boolean settled = network.settle();
        if (joined == null) {
            return;
        }
        try {
            boolean flushed = joined.flush();
            for (int i = 0; !settled && flushed && i < MOST_ROUNDS; i++) {
                settled = network.settle();
                flushed = joined.flush();
            }
            await(SelectionKey.OP_READ | (flushed && settled ? 0 : SelectionKey.OP_WRITE));
        } catch (IOException e) {
            hangUp(e);
        }
    }

    private void await(int operations) {
        if (key != null && key.isValid() && key.interestOps() != operations) {
            key.interestOps(operations);
        }
    }

    private void hangUp(Exception why) {
        log.debug("Network socket {}: {}", socket, why.toString());
        FrameStream joined = stream;
        boolean talked = joined != null && counters.totals().framesUp() > framesBefore;
        pause = talked ? FIRST_PAUSE_MILLIS : Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        joinAt = now() + pause;
        stream = null;
        key = null;
        if (joined != null) {
            try {
                joined.close();
            } catch (IOException e) {
                log.debug("Network socket {}: {}", socket, e.toString());
            }
        }
    }

    /// The work of the selector loop's thread.
    private final class Rounds implements SelectorLoop.Work {
        @Override
        public long turn() {
            return round();
        }

        @Override
        public void fault(RuntimeException fault) {
            // A fault in the policy or the observer must not leave the machine without a network.
            log.error("Network socket {}: dropped the connection after an internal error", socket, fault);
            hangUp(fault);
        }

        @Override
        public void end() {
            network.close();
            hangUp(new IOException("closed"));
        }
    }

    /// Writes to the current stream.
    private final class StreamOutlet implements FrameOutput {
        @Override
        public @Nullable ByteBuffer frame(int length) {
            return stream == null ? null : stream.frame(length);
        }

        @Override
        public int room() {
            return stream == null ? 0 : stream.room();
        }
    }
}
