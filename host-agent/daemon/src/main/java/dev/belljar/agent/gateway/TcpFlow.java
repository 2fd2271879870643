package dev.belljar.agent.gateway;

import dev.belljar.agent.carry.Dial;
import dev.belljar.agent.carry.Dialed;
import dev.belljar.agent.carry.Stream;
import dev.belljar.agent.greeting.Greeting;
import dev.belljar.agent.greeting.HelloWatch;
import dev.belljar.agent.packet.Icmp;
import dev.belljar.agent.packet.Ipv4;
import dev.belljar.agent.packet.Tcp;
import dev.belljar.agent.tcp.ByteQueue;
import dev.belljar.agent.tcp.Far;
import dev.belljar.agent.tcp.Near;
import dev.belljar.agent.tcp.Syn;
import dev.belljar.agent.tcp.TcpConnection;
import dev.belljar.contract.event.Verdict;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// One connection a guest asked for, from its SYN to its end: it may wait for a person, is then dialed, and carried
/// once the far side has answered; only then does the guest hear anything.
final class TcpFlow implements Dialed, Near, Guard.Judge {
    /// A guest sends its SYN again after 64 seconds at most; one silent for longer has given up.
    private static final long GIVEN_UP_MILLIS = Duration.ofSeconds(75).toMillis();
    private static final long DIALING_MILLIS = Duration.ofSeconds(20).toMillis();
    /// For how long first bytes may leave open what they are; a whole greeting takes far less.
    private static final long GREETING_MILLIS = Duration.ofSeconds(5).toMillis();
    private static final long LINGER_MILLIS = Duration.ofSeconds(2).toMillis();

    private enum Stage {
        ASKING,
        DIALING,
        CARRIED,
        OVER;

        boolean waits() {
            return this == ASKING || this == DIALING;
        }
    }

    /// Kept by `Turns`.
    boolean queued;

    private final FlowKey key;
    private final Room room;
    private final Syn syn;
    private final Ipv4 quote;
    private final int first;
    private final Flow record;
    private final Tally tally;
    private Wanted wanted;
    private Stage stage;
    private long since;
    private @Nullable Hold hold;
    private @Nullable Dial dial;
    private @Nullable TcpConnection connection;
    private @Nullable Guard guard;
    private @Nullable Stream stream;
    private @Nullable Greeting greeting;
    private boolean inspected;

    /// A connection that is not refused, asked for by this packet; `first` numbers our bytes.
    TcpFlow(FlowKey key, Ipv4 packet, Tcp tcp, Judged judged, int first, Room room, Tally tally) {
        this.key = key;
        this.room = room;
        this.syn = Syn.of(tcp);
        this.quote = packet.quote();
        this.first = first;
        this.wanted = judged.wanted();
        this.record = room.flows().carry(key, wanted.name(), judged.decision());
        this.since = room.clock().millis();
        this.stage = judged.is(Verdict.HELD) ? Stage.ASKING : Stage.DIALING;
        this.tally = tally;
        tally.open++;
        tally.waiting++;
        record.countUp(packet.whole().remaining());
    }

    /// Asks or dials.
    void begin() {
        if (stage == Stage.ASKING) {
            ask(new Judged(wanted, record.decision));
        } else {
            dial = room.outside().dial(key.target(), key.targetPort(), this);
        }
    }

    @Override
    public void ask(Judged judged) {
        hold = room.boundary().hold(judged.wanted(), answer -> room.outside().later(() -> answered(answer)));
    }

    private void answered(Decision answer) {
        hold = null;
        if (stage == Stage.OVER) {
            return;
        }
        decided(answer);
        if (guard != null) {
            guard.answered(answer);
            room.turns().add(this);
        } else if (answer.verdict() == Verdict.ALLOWED) {
            enter(Stage.DIALING);
            since = room.clock().millis();
            begin();
        } else {
            reset();
            over();
        }
    }

    @Override
    public void decided(Decision decision) {
        record.name = wanted.name() == null ? record.name : wanted.name();
        room.flows().decided(record, decision);
    }

    @Override
    public void connected(Stream connected) {
        dial = null;
        stream = connected;
        long now = room.clock().millis();
        Guard inFront = new Guard(connected, record.decision, this, wanted.name() != null);
        TcpConnection carried = new TcpConnection(this, inFront, room.pool(), syn, first, now);
        connected.listen(this::ready);
        guard = inFront;
        connection = carried;
        enter(Stage.CARRIED);
        carried.open(now);
        room.turns().add(this);
    }

    @Override
    public void failed(Failure failure) {
        dial = null;
        String words = switch (failure) {
            case REFUSED -> "the other side refuses";
            case UNREACHABLE -> "no route to it";
            case TIMED_OUT -> "the other side does not answer";
            case NO_ROOM -> "this host has no socket left";
        };
        Decision decision = record.decision;
        decided(new Decision(decision.verdict(), decision.rule() + "; " + words, decision.grant()));
        if (failure == Failure.UNREACHABLE) {
            record.countDown(room.wire().unreachable(Icmp.NO_HOST, quote));
        } else {
            reset();
        }
        over();
    }

    private void reset() {
        send(new Header(0, syn.seq() + 1, Tcp.RST | Tcp.ACK, 0, false, false), new ByteQueue(room.pool()), 0, 0);
    }

    @Override
    public boolean send(Header header, ByteQueue data, int from, int length) {
        int bytes = room.wire().tcp(key, header, data, from, length);
        if (bytes > 0 && stage != Stage.OVER) {
            record.countDown(bytes);
            room.flows().changed(record);
        }
        return bytes > 0;
    }

    @Override
    public Far onward() throws IOException {
        Stream plain = stream;
        String name = wanted.name();
        boolean known = greeting instanceof Greeting.Tls || greeting instanceof Greeting.Http;
        if (plain == null) {
            throw new IOException("not connected");
        }
        if (name == null || !known) {
            return plain;
        }
        try {
            Stream onward = room.boundary()
                    .policy()
                    .inspector()
                    .inspect(new Inspector.Opening(
                            plain,
                            name,
                            key.targetPort(),
                            greeting instanceof Greeting.Tls,
                            record.id,
                            room.outside()::later));
            inspected = !plain.equals(onward);
            if (!inspected && greeting instanceof Greeting.Tls tls && tls.encrypted()) {
                throw new IOException("its name is no longer inspected, and its TLS hello is encrypted (ECH)");
            }
            onward.listen(this::ready);
            return onward;
        } catch (IOException e) {
            decided(Boundary.never(record.decision.rule() + ", but " + e.getMessage()));
            throw e;
        }
    }

    private void ready(boolean gives) {
        if (connection != null) {
            connection.farReady(gives);
        }
        room.turns().add(this);
    }

    private NameCheck check() {
        return new NameCheck(room.boundary(), room.pins(), key.target());
    }

    @Override
    public @Nullable Judged judge(ByteBuffer bytes, boolean all) {
        greeting = Greeting.of(bytes, all);
        Judged judged = check().judge(greeting, wanted, record.decision);
        wanted = judged == null ? wanted : judged.wanted();
        return judged;
    }

    @Override
    public boolean guestFirst() {
        return check().objection(wanted, record.decision) != null;
    }

    @Override
    public void spokeFirst() {
        decided(check().spokeFirst(wanted, record.decision));
    }

    @Override
    public @Nullable HelloWatch watch() {
        return !inspected && greeting != null && NameCheck.watched(greeting, wanted, record.decision)
                ? new HelloWatch()
                : null;
    }

    @Override
    public Judged later(Greeting hello) {
        Judged judged = check().later(hello, greeting instanceof Greeting.Tls, wanted, record.decision);
        wanted = judged.wanted();
        return judged;
    }

    /// Takes a segment of the guest.
    ///
    /// @return false when it is the SYN of another connection, this one being over
    boolean segment(Tcp tcp, int bytes, long now) {
        boolean asks = tcp.has(Tcp.SYN) && !tcp.has(Tcp.ACK);
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
            room.flows().changed(record);
        }
        return stage != Stage.OVER || !asks;
    }

    private void waiting(Tcp tcp, boolean asks, long now) {
        if (asks && tcp.seq() == syn.seq()) {
            if (stage == Stage.ASKING) {
                since = now;
            }
        } else if (asks || (tcp.has(Tcp.RST) && (tcp.seq() == syn.seq() || tcp.seq() == syn.seq() + 1))) {
            decided(Boundary.never(record.decision.rule() + "; the machine gave up"));
            over();
        }
    }

    private void carried(Tcp tcp, long now) {
        TcpConnection carried = connection;
        if (carried == null || (stage == Stage.OVER && carried.end() != TcpConnection.End.FINISHED)) {
            if (!tcp.has(Tcp.RST)) {
                Header header = tcp.has(Tcp.ACK)
                        ? new Header(tcp.ack(), 0, Tcp.RST, 0, false, false)
                        : new Header(0, tcp.next(), Tcp.RST | Tcp.ACK, 0, false, false);
                send(header, new ByteQueue(room.pool()), 0, 0);
            }
            return;
        }
        carried.segment(tcp, now);
        room.turns().add(this);
    }

    /// Moves bytes; false when another turn is needed once the wire has room.
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

    /// Lets time pass: to be called a few times a second.
    void tick(long now) {
        if (connection != null && stage == Stage.CARRIED) {
            connection.tick(now);
            room.turns().add(this);
        }
    }

    /// To be called about once a second.
    ///
    /// @return whether it is over for so long that nothing more is heard of it
    boolean sweep(long now) {
        switch (stage) {
            case ASKING -> {
                if (now - since > GIVEN_UP_MILLIS) {
                    decided(Boundary.never(record.decision.rule() + "; the machine gave up"));
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
                if (guard != null && guard.looking(now, GREETING_MILLIS) && guard.conclude()) {
                    room.turns().add(this);
                }
                if (guard != null && !guard.stands() && hold == null) {
                    decided(Boundary.never(record.decision.rule() + ", which is over"));
                    end();
                }
            }
            case OVER -> {
                return now - since > LINGER_MILLIS;
            }
        }
        return false;
    }

    /// Ends it with a reset.
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
        since = room.clock().millis();
        if (hold != null) {
            hold.close();
        }
        if (dial != null) {
            dial.close();
        }
        hold = null;
        dial = null;
        room.flows().ended(record);
    }

    private void enter(Stage next) {
        tally.waiting += (next.waits() ? 1 : 0) - (stage.waits() ? 1 : 0);
        stage = next;
    }
}
