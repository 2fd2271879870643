package dev.belljar.agent.gateway.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.dns.Answers;
import dev.belljar.agent.packet.Ipv4Packet;
import dev.belljar.agent.packet.MalformedPacket;
import dev.belljar.agent.packet.TcpSegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A guest with one connection on a `Bench`, whose segments the test writes.
public final class FakeNetworkGuest {
    private static final int ISN = 1_000;
    private static final byte[] NOTHING = {};

    final Bench bench;
    private final String target;
    private final int port;
    private int sent;
    private int theirs;

    public FakeNetworkGuest(Bench bench, String target, int port) {
        this.bench = bench;
        this.target = target;
        this.port = port;
    }

    public void syn() {
        bench.send(Frames.tcp(target, port, TcpSegment.SYN, ISN, 0, NOTHING));
    }

    /// Completes the gateway's connection attempt, and the guest's side of the handshake.
    public FakeStream connect() {
        FakeStream stream = new FakeStream();
        bench.outside.calls.removeFirst().dialed().connected(stream);
        bench.turn();
        TcpSegment answer = last();
        assertThat(answer.flags()).isEqualTo(TcpSegment.SYN | TcpSegment.ACK);
        assertThat(answer.ack()).isEqualTo(ISN + 1);
        theirs = answer.seq() + 1;
        bench.send(Frames.tcp(target, port, TcpSegment.ACK, ISN + 1, theirs, NOTHING));
        return stream;
    }

    public FakeStream open() {
        syn();
        return connect();
    }

    public void say(String text) {
        say(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public void say(byte[] bytes) {
        bench.send(Frames.tcp(target, port, TcpSegment.ACK | TcpSegment.PSH, ISN + 1 + sent, theirs, bytes));
        sent += bytes.length;
    }

    public void end() {
        bench.send(Frames.tcp(target, port, TcpSegment.ACK | TcpSegment.FIN, ISN + 1 + sent, theirs, NOTHING));
    }

    void reset() {
        bench.send(Frames.tcp(target, port, TcpSegment.RST, ISN + 1 + sent, 0, NOTHING));
    }

    /// The last segment the guest received.
    public TcpSegment last() {
        byte[] frame = bench.answers.getLast();
        try {
            return TcpSegment.parse(Ipv4Packet.parse(ByteBuffer.wrap(frame, 14, frame.length - 14)));
        } catch (MalformedPacket e) {
            throw new AssertionError(e);
        }
    }

    public boolean wasReset() {
        return !bench.answers.isEmpty() && bench.answers.getLast()[23] == 6 && last().has(TcpSegment.RST);
    }

    /// Sends a DNS query for a name, and lets the name server answer with these addresses if it is queried.
    public static @Nullable String resolve(Bench bench, String name, String... addresses) {
        bench.answers.clear();
        int asked = bench.outside.sent.size();
        bench.send(Frames.udp("10.213.0.1", 53, Frames.question(name)));
        if (bench.outside.sent.size() > asked) {
            FakeOutside.Sent question = bench.outside.sent.getLast();
            Answers answers = new Answers(question.bytes());
            for (String address : List.of(addresses)) {
                answers.address(name, address, 60);
            }
            bench.arrive(question, answers.message());
        }
        return bench.answers.isEmpty() ? null : java.util.HexFormat.of().formatHex(bench.answers.getLast());
    }
}
