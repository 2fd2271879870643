package dev.belljar.agent.gateway.protocol;

import dev.belljar.agent.gateway.ProcessFinder;
import dev.belljar.agent.gateway.flow.FlowKey;
import dev.belljar.agent.gateway.flow.FlowLog;
import dev.belljar.agent.packet.Ipv4Packet;
import dev.belljar.agent.packet.MalformedPacket;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Holds first packets of flows for a moment, until the guest reports which process they are of.
///
/// The guest's report arrives over the guest link and the packet over the network, and the packet is often
/// faster. A packet waits only if its decision may depend on the process; after two seconds the process counts
/// as unknown. A report takes one or two milliseconds, and took half a second from a machine that a busy host
/// emulated. The queue is bounded: when it is full, packets are decided without waiting.
final class AttributionQueue {
    static final int MOST_FLOWS = 1_024;
    static final int MOST_BYTES = 1 << 20;
    static final long PATIENCE_MILLIS = 2_000;
    private static final int MOST_PACKETS = 8;

    /// Takes the packets that leave the queue.
    interface PacketReceiver {
        void packet(Ipv4Packet packet) throws MalformedPacket;
    }

    private record WaitingFlow(long since, List<byte[]> packets) {}

    private final ProcessFinder finder;
    private final FlowLog flows;
    private final PacketReceiver receiver;
    private final Clock clock;
    private final Map<FlowKey, WaitingFlow> waiting = new LinkedHashMap<>();
    private final AtomicBoolean called = new AtomicBoolean();
    private @Nullable FlowKey passing;
    private int bytes;
    private volatile boolean empty = true;

    AttributionQueue(ProcessFinder finder, FlowContext context, PacketReceiver receiver) {
        this.finder = finder;
        this.flows = context.flows();
        this.receiver = receiver;
        this.clock = context.clock();
        finder.listen(() -> {
            if (!empty && called.compareAndSet(false, true)) {
                context.outside().later(this::look);
            }
        });
    }

    /// Whether the guest reports flows at all, so that waiting can help.
    boolean reportsFlows() {
        return finder.reportsFlows();
    }

    /// Queues a first packet if it has to wait, and says whether it does. The packet is decided when the
    /// guest has reported its process or its time is over; then it does not wait again.
    boolean keeps(FlowKey key, Ipv4Packet packet) {
        // Set before the search: a report that arrives from now on is looked for again.
        empty = false;
        boolean kept = !key.equals(passing) && finder.reportsFlows() && flows.sender(key) == null && kept(key, packet);
        empty = waiting.isEmpty();
        return kept;
    }

    private boolean kept(FlowKey key, Ipv4Packet packet) {
        WaitingFlow flow = waiting.get(key);
        int length = packet.whole().remaining();
        boolean room = bytes + length <= MOST_BYTES;
        if (flow == null) {
            if (!room || waiting.size() >= MOST_FLOWS) {
                return false;
            }
            flow = new WaitingFlow(clock.millis(), new ArrayList<>(1));
            waiting.put(key, flow);
        }
        if (room && flow.packets.size() < MOST_PACKETS) {
            byte[] copy = new byte[length];
            packet.whole().get(packet.whole().position(), copy);
            flow.packets.add(copy);
            bytes += length;
        }
        return true;
    }

    private void look() {
        called.set(false);
        pass(clock.millis(), true);
    }

    /// To be called several times a second while `busy`.
    void tick(long now) {
        pass(now, false);
    }

    private void pass(long now, boolean news) {
        List<Map.Entry<FlowKey, WaitingFlow>> leaving = new ArrayList<>();
        for (Iterator<Map.Entry<FlowKey, WaitingFlow>> each = waiting.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<FlowKey, WaitingFlow> entry = each.next();
            boolean over = now - entry.getValue().since >= PATIENCE_MILLIS;
            if (over || (news && flows.sender(entry.getKey()) != null)) {
                each.remove();
                entry.getValue().packets.forEach(packet -> bytes -= packet.length);
                leaving.add(entry);
            }
        }
        empty = waiting.isEmpty();
        leaving.forEach(entry -> leave(entry.getKey(), entry.getValue()));
    }

    private void leave(FlowKey key, WaitingFlow flow) {
        passing = key;
        try {
            for (byte[] packet : flow.packets) {
                receiver.packet(Ipv4Packet.parse(ByteBuffer.wrap(packet)));
            }
        } catch (MalformedPacket e) {
            throw new IllegalStateException("a packet that was parsed before is now malformed", e);
        } finally {
            passing = null;
        }
    }

    boolean busy() {
        return !waiting.isEmpty();
    }

    /// Drops the waiting packets.
    void close() {
        waiting.clear();
        bytes = 0;
        empty = true;
    }
}
