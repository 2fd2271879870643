package dev.belljar.agent.dns;

import dev.belljar.agent.packet.DnsMessage;
import dev.belljar.agent.packet.MalformedPacket;
import dev.belljar.agent.sockets.DatagramSocketLink;
import dev.belljar.agent.sockets.ExternalNetwork;
import dev.belljar.agent.sockets.NameServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The look-up of one name: asks each server in turn, twice, until one answers. Each try uses a new source port
/// and a random query id, both of which a forger would have to guess.
final class DnsLookup {
    private static final long TRY_MILLIS = 2_000;
    private static final int ROUNDS = 2;
    private static final int MOST_TOLD = 64;

    private final DnsQuery query;
    private final ExternalNetwork outside;
    private final Consumer<DnsResult> first;
    private final List<Consumer<DnsResult>> others = new ArrayList<>();
    private final List<NameServer> servers;
    private int tries;
    private long deadline;
    private boolean over;
    private @Nullable DatagramSocketLink socket;
    private @Nullable DnsTcpQuery question;

    /// A look-up whose result `first` gets before all others.
    DnsLookup(DnsQuery query, ExternalNetwork outside, Consumer<DnsResult> first) {
        this.query = query;
        this.outside = outside;
        this.first = first;
        this.servers = outside.nameServers();
    }

    void tell(Consumer<DnsResult> then) {
        if (others.size() < MOST_TOLD) {
            others.add(then);
        }
    }

    void begin(long now) {
        hangUp();
        if (tries >= servers.size() * ROUNDS) {
            finish(DnsResult.FAILED);
            return;
        }
        NameServer server = server();
        tries++;
        deadline = now + TRY_MILLIS;
        try {
            DatagramSocketLink opened =
                    outside.datagrams(server.address(), server.port(), arrival -> arrived(server, arrival));
            socket = opened;
            opened.send(query.message());
        } catch (IOException e) {
            // The next try is made at the next tick: a recursive call would go as deep as there are servers.
            deadline = now;
        }
    }

    private NameServer server() {
        return servers.get(tries % servers.size());
    }

    private void arrived(NameServer server, ExternalNetwork.Arrival arrival) {
        if (over) {
            return;
        }
        switch (arrival) {
            case ExternalNetwork.Arrival.Datagram datagram -> take(server, datagram.bytes());
            case ExternalNetwork.Arrival.Closed closed -> deadline = 0;
        }
    }

    private void take(NameServer server, ByteBuffer message) {
        try {
            DnsReply reply = DnsReply.parse(message, query);
            if (reply.truncated()) {
                hangUp();
                question = new DnsTcpQuery(outside, server, query.framed(), this::framed);
            } else {
                take(reply);
            }
        } catch (MalformedPacket e) {
            // Possibly a forged answer; the real one may still come.
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
                take(DnsReply.parse(message, query));
            }
        } catch (MalformedPacket e) {
            deadline = 0;
        }
    }

    private void take(DnsReply reply) {
        if (reply.code() == 0 || reply.code() == DnsMessage.NO_SUCH_NAME) {
            finish(new DnsResult(reply.code(), reply.addresses(), reply.seconds()));
        } else {
            deadline = 0;
        }
    }

    void tick(long now) {
        if (!over && now >= deadline) {
            begin(now);
        }
    }

    private void finish(DnsResult outcome) {
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
