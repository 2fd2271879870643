package dev.belljar.agent.dns;

import dev.belljar.agent.carry.Datagrams;
import dev.belljar.agent.carry.NameServer;
import dev.belljar.agent.carry.Outside;
import dev.belljar.agent.packet.Dns;
import dev.belljar.agent.packet.MalformedPacket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One name being asked for: each server in turn, twice, until one says something; each try from a port of its own,
/// which together with a random number is what a forger would have to guess.
final class Lookup {
    private static final long TRY_MILLIS = 2_000;
    private static final int ROUNDS = 2;
    private static final int MOST_TOLD = 64;

    private final Query query;
    private final Outside outside;
    private final Consumer<Outcome> first;
    private final List<Consumer<Outcome>> others = new ArrayList<>();
    private final List<NameServer> servers;
    private int tries;
    private long deadline;
    private boolean over;
    private @Nullable Datagrams socket;
    private @Nullable TcpQuestion question;

    /// A lookup that tells `first` before all others.
    Lookup(Query query, Outside outside, Consumer<Outcome> first) {
        this.query = query;
        this.outside = outside;
        this.first = first;
        this.servers = outside.nameServers();
    }

    void tell(Consumer<Outcome> then) {
        if (others.size() < MOST_TOLD) {
            others.add(then);
        }
    }

    void begin(long now) {
        hangUp();
        if (tries >= servers.size() * ROUNDS) {
            finish(Outcome.FAILED);
            return;
        }
        NameServer server = server();
        tries++;
        deadline = now + TRY_MILLIS;
        try {
            Datagrams opened = outside.datagrams(server.address(), server.port(), arrival -> arrived(server, arrival));
            socket = opened;
            opened.send(query.message());
        } catch (IOException e) {
            // The next try is at the next tick: this one must not call itself for every server there is.
            deadline = now;
        }
    }

    private NameServer server() {
        return servers.get(tries % servers.size());
    }

    private void arrived(NameServer server, Outside.Arrival arrival) {
        if (over) {
            return;
        }
        switch (arrival) {
            case Outside.Arrival.Datagram datagram -> take(server, datagram.bytes());
            case Outside.Arrival.Closed closed -> deadline = 0;
        }
    }

    private void take(NameServer server, ByteBuffer message) {
        try {
            Reply reply = Reply.parse(message, query);
            if (reply.truncated()) {
                hangUp();
                question = new TcpQuestion(outside, server, query.framed(), this::framed);
            } else {
                take(reply);
            }
        } catch (MalformedPacket e) {
            // Perhaps somebody guesses; the real answer may still come.
        }
    }

    private void framed(@Nullable ByteBuffer message) {
        if (over) {
            return;
        }
        try {
            if (message == null) {
                deadline = 0;
            } else {
                take(Reply.parse(message, query));
            }
        } catch (MalformedPacket e) {
            deadline = 0;
        }
    }

    private void take(Reply reply) {
        if (reply.code() == 0 || reply.code() == Dns.NO_SUCH_NAME) {
            finish(new Outcome(reply.code(), reply.addresses(), reply.seconds()));
        } else {
            deadline = 0;
        }
    }

    void tick(long now) {
        if (!over && now >= deadline) {
            begin(now);
        }
    }

    private void finish(Outcome outcome) {
        close();
        first.accept(outcome);
        others.forEach(other -> other.accept(outcome));
    }

    private void hangUp() {
        if (socket != null) {
            socket.close();
        }
        if (question != null) {
            question.close();
        }
        socket = null;
        question = null;
    }

    void close() {
        over = true;
        hangUp();
    }
}
