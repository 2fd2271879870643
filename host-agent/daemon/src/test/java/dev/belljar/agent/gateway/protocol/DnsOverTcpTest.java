package dev.belljar.agent.gateway.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.gateway.flow.FlowLog;
import dev.belljar.agent.gateway.network.Bench;
import dev.belljar.agent.gateway.network.Frames;
import dev.belljar.contract.event.NetOp;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class DnsOverTcpTest {
    private static final byte[] NOTHING = {};
    private static final int FLAGS = 14 + 20 + 13;

    private final Bench bench = new Bench();

    @Test
    void aQueryIsAnsweredAndTheConnectionClosed() {
        int first = handshake();
        ByteBuffer answer = send(0x18, 101, first + 1, framed("over.tcp.example"));
        int length = answer.getShort(14 + 20 + 20);
        assertThat(answer.get(FLAGS)).isEqualTo((byte) 0x19);
        assertThat(answer.getInt(14 + 20 + 4)).isEqualTo(first + 1);
        assertThat(answer.getInt(14 + 20 + 8)).isEqualTo(101 + 36);
        assertThat(answer.getShort(14 + 20 + 20 + 4) & 0xf).isEqualTo(5);
        assertThat(bench.seen.of(NetOp.DNS).getFirst().name()).isEqualTo("over.tcp.example");
        ByteBuffer last = send(0x11, 137, first + 2 + 2 + length, NOTHING);
        assertThat(last.get(FLAGS)).isEqualTo((byte) 0x10);
        assertThat(last.getInt(14 + 20 + 8)).isEqualTo(138);
    }

    @Test
    void aFloodOfConnectionsKeepsBoundedState() {
        for (int i = 0; i < 50_000; i++) {
            bench.send(Frames.tcp(1024 + i, "10.213.0.1", 53, 2, 1, 0, NOTHING));
            bench.answers.clear();
        }
        assertThat(bench.network.size()).isEqualTo(FlowLog.OPENS_AT_ONCE);
    }

    @Test
    void aQueryThatIsNotInOneSegmentIsReset() {
        int first = handshake();
        byte[] question = framed("cut.example");
        byte[] half = java.util.Arrays.copyOf(question, 10);
        assertThat(send(0x18, 101, first + 1, half).get(FLAGS) & 4).isEqualTo(4);
        assertThat(send(0x18, 101, first + 99, question).get(FLAGS) & 4).isEqualTo(4);
        assertThat(send(0x18, 101, first + 1, new byte[1]).get(FLAGS) & 4).isEqualTo(4);
        assertThat(bench.seen.of(NetOp.DNS)).isEmpty();
    }

    private int handshake() {
        ByteBuffer answer = send(2, 100, 0, NOTHING);
        assertThat(answer.get(FLAGS)).isEqualTo((byte) 0x12);
        assertThat(answer.getInt(14 + 20 + 8)).isEqualTo(101);
        return answer.getInt(14 + 20 + 4);
    }

    private ByteBuffer send(int flags, long seq, long ack, byte[] data) {
        byte[] frame = Frames.tcp("10.213.0.1", 53, flags, seq, ack, data);
        return ByteBuffer.wrap(Frames.hex(bench.answer(frame)));
    }

    private static byte[] framed(String name) {
        byte[] question = Frames.question(name);
        return Frames.join(new byte[] {0, (byte) question.length}, question);
    }
}
