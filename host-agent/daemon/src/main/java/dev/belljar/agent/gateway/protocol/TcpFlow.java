package dev.belljar.agent.gateway.protocol;

import dev.belljar.agent.gateway.ConnectionInspector;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.PendingApproval;
import dev.belljar.agent.gateway.egress.DestinationVerdict;
import dev.belljar.agent.gateway.egress.FirstBytesGate;
import dev.belljar.agent.gateway.egress.HostServiceBoundary;
import dev.belljar.agent.gateway.egress.NameCheck;
import dev.belljar.agent.gateway.egress.RequestedDestination;
import dev.belljar.agent.gateway.flow.ActiveFlow;
import dev.belljar.agent.gateway.flow.FlowKey;
import dev.belljar.agent.packet.IcmpMessage;
import dev.belljar.agent.packet.Ipv4Packet;
import dev.belljar.agent.packet.TcpSegment;
import dev.belljar.agent.sniff.FirstBytes;
import dev.belljar.agent.sniff.HelloWatch;
import dev.belljar.agent.sniff.ProtocolSniffer;
import dev.belljar.agent.sockets.DialAttempt;
import dev.belljar.agent.sockets.DialListener;
import dev.belljar.agent.sockets.OutboundConnection;
import dev.belljar.agent.tcp.GuestEndpoint;
import dev.belljar.agent.tcp.SegmentQueue;
import dev.belljar.agent.tcp.SynOptions;
import dev.belljar.agent.tcp.TcpConnection;
import dev.belljar.agent.tcp.UpstreamEndpoint;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RefusalReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// One connection of a guest, from its SYN to its end. It may wait for an approval; then the gateway connects to the
/// destination; the guest gets an answer only once that has succeeded or failed, and then bytes are forwarded.
///
/// This is one class because each of its steps depends on the stage in which the others left the connection: an answer
/// may come while the guest sends its SYN again, a connection may succeed after the guest has given up, and the first
/// bytes may change the decision on which the connection was opened. The order in which it learns these is not known.
/// What can be decided without the stage is elsewhere: the name (`NameCheck`), the first bytes (`FirstBytesGate`), the
/// record (`FlowLog`) and TCP itself (`TcpConnection`). All of it runs on the one thread of the machine's network.
final class TcpFlow extends RunQueue.QueuedFlow implements DialListener, GuestEndpoint, FirstBytesGate.Judge {
    /// A guest sends its SYN again after 64 seconds at most; a guest that is silent for longer has given up.
    private static final long GIVEN_UP_MILLIS = Duration.ofSeconds(75).toMillis();
    private static final long DIALING_MILLIS = Duration.ofSeconds(20).toMillis();
    /// How long the first bytes may leave the protocol unclear; a complete TLS hello or HTTP head takes far
    /// less.
    private static final long HELLO_MILLIS = Duration.ofSeconds(5).toMillis();
    private static final long LINGER_MILLIS = Duration.ofSeconds(2).toMillis();

    private static final String UNSEEN = "the rules tell HTTP requests to this name apart, and its connections are not"
            + " inspected: turn inspection on with `belljar inspect SANDBOX on NAME`";

    private enum Stage {
        ASKING,
        DIALING,
        CARRIED,
        OVER;

        boolean waits() {
            return this == ASKING || this == DIALING;
        }
    }

    private final FlowKey key;
    private final FlowContext context;
    private final SynOptions syn;
    private final Ipv4Packet quote;
    private final int first;
    private final ActiveFlow record;
    private final ConnectionCount tally;
    private RequestedDestination destination;
    private Stage stage;
    private long since;
    private @Nullable PendingApproval hold;
    private @Nullable DialAttempt dial;
    private @Nullable TcpConnection connection;
    private @Nullable FirstBytesGate guard;
    private @Nullable OutboundConnection stream;
    private @Nullable ProtocolSniffer sniffed;
    private boolean inspected;

    /// A connection that is not refused and was opened by this packet; `first` is the gateway's initial sequence
    /// number.
    TcpFlow(
            FlowKey key,
            Ipv4Packet packet,
            TcpSegment tcp,
            DestinationVerdict verdict,
            int first,
            FlowContext context,
            ConnectionCount tally) {
        this.key = key;
        this.context = context;
        this.syn = SynOptions.of(tcp);
        this.quote = packet.quote();
        this.first = first;
        this.destination = verdict.destination();
        this.record = context.flows().carry(key, destination.name(), verdict.decision());
        this.since = context.clock().millis();
        this.stage = verdict.is(Verdict.HELD) ? Stage.ASKING : Stage.DIALING;
        this.tally = tally;
        tally.open++;
        tally.waiting++;
        record.countUp(packet.whole().remaining());
    }

    /// Asks for an approval, or connects.
    void begin() {
        if (stage == Stage.ASKING) {
            ask(new DestinationVerdict(destination, record.decision));
        } else {
            dial = context.outside().dial(HostServiceBoundary.dialed(key.target()), key.targetPort(), this);
        }
    }

    @Override
    public void ask(DestinationVerdict verdict) {
        hold = context.boundary()
                .hold(verdict.destination(), answer -> context.outside().later(() -> answered(answer)));
    }

    private void answered(FlowDecision answer) {
        hold = null;
        if (stage == Stage.OVER) {
            return;
        }
        decided(answer);
        if (guard != null) {
            guard.answered(answer);
            context.turns().add(this);
        } else if (answer.verdict() == Verdict.ALLOWED) {
            enter(Stage.DIALING);
            since = context.clock().millis();
            begin();
        } else {
            reset();
            over();
        }
    }

    @Override
    public void decided(FlowDecision decision) {
        record.name = destination.name() == null ? record.name : destination.name();
        context.flows().decided(record, decision);
    }

    @Override
    public void connected(OutboundConnection connected) {
        dial = null;
        stream = connected;
        long now = context.clock().millis();
        FirstBytesGate inFront = new FirstBytesGate(connected, record.decision, this, destination.name() != null);
        TcpConnection carried = new TcpConnection(this, inFront, context.pool(), syn, first, now);
        connected.listen(this::ready);
        guard = inFront;
        connection = carried;
        enter(Stage.CARRIED);
        carried.open(now);
        context.turns().add(this);
    }

    @Override
    public void failed(Failure failure) {
        dial = null;
        String words = switch (failure) {
            case REFUSED -> "connection refused by the server";
            case UNREACHABLE -> "no route to host";
            case TIMED_OUT -> "no response from the server";
            case NO_ROOM -> "too many sockets are open on this computer";
        };
        FlowDecision decision = record.decision;
        decided(decision.described(decision.rule() + "; " + words));
        if (failure == Failure.UNREACHABLE) {
            record.countDown(context.packetSender().unreachable(IcmpMessage.NO_HOST, quote));
        } else {
            reset();
        }
        over();
    }

    private void reset() {
        send(
                new Header(0, syn.seq() + 1, TcpSegment.RST | TcpSegment.ACK, 0, false, false),
                new SegmentQueue(context.pool()),
                0,
                0);
    }

    @Override
    public boolean send(Header header, SegmentQueue data, int from, int length) {
        int bytes = context.packetSender().tcp(key, header, data, from, length);
        if (bytes > 0 && stage != Stage.OVER) {
            record.countDown(bytes);
            context.flows().changed(record);
        }
        return bytes > 0;
    }

    @Override
    public UpstreamEndpoint onward() throws IOException {
        OutboundConnection plain = stream;
        String name = destination.name();
        boolean known = sniffed instanceof ProtocolSniffer.Tls || sniffed instanceof ProtocolSniffer.Http;
        if (plain == null) {
            throw new IOException("not connected");
        }
        if (name == null || !known) {
            return plain;
        }
        try {
            OutboundConnection onward = context.boundary()
                    .policy()
                    .inspector()
                    .inspect(new ConnectionInspector.Opening(
                            plain,
                            name,
                            key.targetPort(),
                            sniffed instanceof ProtocolSniffer.Tls,
                            record.id,
                            record.decision.grant(),
                            context.outside()::later));
            inspected = !plain.equals(onward);
            if (unseen()) {
                throw new IOException(UNSEEN);
            }
            if (!inspected && sniffed instanceof ProtocolSniffer.Tls tls && tls.encrypted()) {
                throw new IOException("the name is no longer inspected, and the TLS ClientHello is encrypted (ECH)");
            }
            onward.listen(this::ready);
            return onward;
        } catch (IOException e) {
            decided(record.decision.never(record.decision.rule() + ", but " + e.getMessage()));
            throw e;
        }
    }

    /// Whether only some requests may pass, and nobody sees them.
    private boolean unseen() {
        return !inspected
                && destination.name() != null
                && record.decision.grant().limitsRequests();
    }

    private void ready(boolean gives) {
        if (connection != null) {
            connection.farReady(gives);
        }
        context.turns().add(this);
    }

    private NameCheck check() {
        return new NameCheck(context.boundary(), context.pins(), key.target());
    }

    @Override
    public @Nullable DestinationVerdict judge(ByteBuffer bytes, boolean all) {
        sniffed = FirstBytes.sniff(bytes, all);
        DestinationVerdict verdict = check().judge(sniffed, destination, record.decision);
        destination = verdict == null ? destination : verdict.destination();
        return verdict;
    }

    @Override
    public boolean guestFirst() {
        return check().objection(destination, record.decision) != null;
    }

    @Override
    public void spokeFirst() {
        decided(check().spokeFirst(destination, record.decision));
    }

    @Override
    public @Nullable HelloWatch watch() {
        return !inspected && sniffed != null && NameCheck.watched(sniffed, destination, record.decision)
                ? new HelloWatch()
                : null;
    }

    @Override
    public DestinationVerdict later(ProtocolSniffer hello) {
        DestinationVerdict verdict =
                check().later(hello, sniffed instanceof ProtocolSniffer.Tls, destination, record.decision);
        destination = verdict.destination();
        return verdict;
    }

    /// Handles a segment of the guest.
    ///
    /// @return false when this connection is over and the segment is the SYN of a new one
    boolean segment(TcpSegment tcp, int bytes, long now) {
        boolean asks = tcp.has(TcpSegment.SYN) && !tcp.has(TcpSegment.ACK);
        switch (stage) {
            case ASKING, DIALING -> waiting(tcp, asks, now);
            case CARRIED, OVER -> {
                if (stage == Stage.OVER && asks) {
                    return false;
                }
                carried(tcp, now);
            }
        }
        if (stage != Stage.OVER) {
            record.countUp(bytes);
            context.flows().changed(record);
        }
        return stage != Stage.OVER || !asks;
    }

    private void waiting(TcpSegment tcp, boolean asks, long now) {
        if (asks && tcp.seq() == syn.seq()) {
            if (stage == Stage.ASKING) {
                since = now;
            }
        } else if (asks || (tcp.has(TcpSegment.RST) && (tcp.seq() == syn.seq() || tcp.seq() == syn.seq() + 1))) {
            givenUp();
            over();
        }
    }

    private void givenUp() {
        decided(record.decision.revoked(RefusalReason.NOT_ANSWERED, record.decision.rule() + "; the guest gave up"));
    }

    private void carried(TcpSegment tcp, long now) {
        TcpConnection carried = connection;
        if (carried == null || (stage == Stage.OVER && carried.end() != TcpConnection.End.FINISHED)) {
            if (!tcp.has(TcpSegment.RST)) {
                Header header = tcp.has(TcpSegment.ACK)
                        ? new Header(tcp.ack(), 0, TcpSegment.RST, 0, false, false)
                        : new Header(0, tcp.next(), TcpSegment.RST | TcpSegment.ACK, 0, false, false);
                send(header, new SegmentQueue(context.pool()), 0, 0);
            }
            return;
        }
        carried.segment(tcp, now);
        context.turns().add(this);
    }

    /// Moves bytes; false when another turn is needed once the wire has space.
    @Override
    boolean turn(long now) {
        TcpConnection carried = connection;
        if (carried == null) {
            return true;
        }
        boolean done = carried.turn(now);
        if (guard != null && carried.guestEnded() && guard.conclude()) {
            done = false;
        }
        if (carried.end() != TcpConnection.End.OPEN && stage != Stage.OVER) {
            over();
        }
        return done;
    }

    /// Handles timeouts; to be called a few times a second.
    void tick(long now) {
        if (connection != null && stage == Stage.CARRIED) {
            connection.tick(now);
            context.turns().add(this);
        }
    }

    /// To be called about once a second.
    ///
    /// @return whether the connection has been over for so long that it can be forgotten
    boolean sweep(long now) {
        switch (stage) {
            case ASKING -> {
                if (now - since > GIVEN_UP_MILLIS) {
                    givenUp();
                    over();
                }
            }
            case DIALING -> {
                if (now - since > DIALING_MILLIS && dial != null) {
                    dial.close();
                    failed(Failure.TIMED_OUT);
                }
            }
            case CARRIED -> {
                if (guard != null && guard.looking(now, HELLO_MILLIS) && guard.conclude()) {
                    context.turns().add(this);
                }
                if (guard != null && !guard.stands() && hold == null) {
                    decided(guard.ended());
                    end();
                } else if (guard != null && guard.passes() && unseen()) {
                    decided(record.decision.never(record.decision.rule() + ", but " + UNSEEN));
                    end();
                }
            }
            case OVER -> {
                return now - since > LINGER_MILLIS;
            }
        }
        return false;
    }

    /// Ends the connection with a reset.
    void end() {
        if (connection != null) {
            connection.abort();
        } else if (stage != Stage.OVER) {
            reset();
        }
        over();
    }

    private void over() {
        if (stage == Stage.OVER) {
            return;
        }
        enter(Stage.OVER);
        tally.open--;
        since = context.clock().millis();
        if (hold != null) {
            hold.close();
        }
        if (dial != null) {
            dial.close();
        }
        hold = null;
        dial = null;
        context.flows().ended(record);
    }

    private void enter(Stage next) {
        tally.waiting += (next.waits() ? 1 : 0) - (stage.waits() ? 1 : 0);
        stage = next;
    }
}
