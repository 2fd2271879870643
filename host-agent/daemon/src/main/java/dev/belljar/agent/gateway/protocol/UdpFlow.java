package dev.belljar.agent.gateway.protocol;

import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.PendingApproval;
import dev.belljar.agent.gateway.Subnet;
import dev.belljar.agent.gateway.egress.DestinationVerdict;
import dev.belljar.agent.gateway.egress.RequestedDestination;
import dev.belljar.agent.gateway.flow.ActiveFlow;
import dev.belljar.agent.gateway.flow.FlowKey;
import dev.belljar.agent.packet.IcmpMessage;
import dev.belljar.agent.packet.IpProtocols;
import dev.belljar.agent.packet.Ipv4Packet;
import dev.belljar.agent.packet.UdpDatagram;
import dev.belljar.agent.sockets.DatagramSocketLink;
import dev.belljar.agent.sockets.ExternalNetwork;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RefusalReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// The datagrams between a port of a guest and a port of an external address; the first few wait while an
/// approval is open.
final class UdpFlow {
    private static final int MOST_WAITING = 8;
    private static final int MOST_BYTES_WAITING = 4_096;
    private static final long QUIET_MILLIS = Duration.ofSeconds(60).toMillis();
    private static final int LARGEST = Subnet.MTU - Ipv4Packet.HEADER - 8;

    private final FlowKey key;
    private final FlowContext context;
    private final RequestedDestination destination;
    private final ActiveFlow record;
    private final ArrayDeque<ByteBuffer> waiting = new ArrayDeque<>();
    private int bytesWaiting;
    private Ipv4Packet quote;
    private @Nullable PendingApproval hold;
    private @Nullable DatagramSocketLink socket;
    private long lastSeen;
    private boolean over;

    UdpFlow(FlowKey key, Ipv4Packet packet, DestinationVerdict verdict, FlowContext context) {
        this.key = key;
        this.context = context;
        this.destination = verdict.destination();
        this.quote = packet.quote();
        this.record = context.flows().carry(key, destination.name(), verdict.decision());
        this.lastSeen = context.clock().millis();
    }

    /// Asks for an approval, or opens the socket.
    void begin() {
        if (record.decision.verdict() == Verdict.HELD) {
            hold = context.boundary()
                    .hold(destination, answer -> context.outside().later(() -> answered(answer)));
        } else {
            open();
        }
    }

    private void answered(FlowDecision answer) {
        hold = null;
        if (over) {
            return;
        }
        context.flows().decided(record, answer);
        if (answer.verdict() == Verdict.ALLOWED) {
            open();
        } else {
            refuse();
        }
    }

    private void open() {
        try {
            socket = context.outside().datagrams(key.target(), key.targetPort(), this::arrived);
            while (!waiting.isEmpty() && !over) {
                carry(waiting.removeFirst());
            }
        } catch (IOException e) {
            FlowDecision decision = record.decision;
            context.flows().decided(record, decision.described(decision.rule() + "; no route to host"));
            refuse();
        }
    }

    private void refuse() {
        record.countDown(context.packetSender().unreachable(IcmpMessage.NO_PORT, quote));
        end();
    }

    /// Handles a datagram of the guest.
    void datagram(Ipv4Packet packet, UdpDatagram udp) {
        record.countUp(packet.whole().remaining());
        context.flows().changed(record);
        lastSeen = context.clock().millis();
        quote = packet.quote();
        if (socket != null) {
            carry(udp.payload().slice());
        } else if (waiting.size() < MOST_WAITING && bytesWaiting + udp.payload().remaining() <= MOST_BYTES_WAITING) {
            byte[] copy = new byte[udp.payload().remaining()];
            bytesWaiting += copy.length;
            udp.payload().get(udp.payload().position(), copy);
            waiting.add(ByteBuffer.wrap(copy));
        }
    }

    private void carry(ByteBuffer datagram) {
        int length = datagram.remaining();
        if (record.decision.grant().upload(length) < length) {
            String rule = record.decision.rule() + ", whose upload " + RefusalReason.BUDGET_USED_UP.phrase();
            context.flows().decided(record, record.decision.revoked(RefusalReason.BUDGET_USED_UP, rule));
            refuse();
        } else if (socket != null) {
            socket.send(datagram);
        }
    }

    private void arrived(ExternalNetwork.Arrival arrival) {
        if (over) {
            return;
        }
        switch (arrival) {
            case ExternalNetwork.Arrival.Closed closed ->
                record.countDown(context.packetSender().unreachable(IcmpMessage.NO_PORT, quote));
            case ExternalNetwork.Arrival.Datagram datagram -> down(datagram.bytes());
        }
        context.flows().changed(record);
    }

    private void down(ByteBuffer bytes) {
        if (bytes.remaining() > LARGEST) {
            return;
        }
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        lastSeen = context.clock().millis();
        byte[] datagram = UdpDatagram.bytes(key.target(), key.targetPort(), Subnet.GUEST, key.sourcePort(), copy);
        record.countDown(context.packetSender().ipv4(key.target(), IpProtocols.UDP, datagram));
    }

    /// To be called about once a second.
    ///
    /// @return whether the flow is over
    boolean sweep(long now) {
        FlowDecision decision = record.decision;
        boolean allowed = decision.verdict() == Verdict.ALLOWED;
        if (!over && allowed && !decision.grant().stands()) {
            context.flows().decided(record, decision.ended());
            refuse();
        } else if (!over && now - lastSeen > QUIET_MILLIS) {
            end();
        }
        return over;
    }

    boolean over() {
        return over;
    }

    /// Ends the flow.
    void end() {
        if (over) {
            return;
        }
        over = true;
        waiting.clear();
        if (hold != null) {
            hold.close();
        }
        if (socket != null) {
            socket.close();
        }
        context.flows().ended(record);
    }
}
