package dev.belljar.agent.gateway.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.network.Bench;
import dev.belljar.agent.gateway.network.FakeNetworkGuest;
import dev.belljar.agent.gateway.network.Frames;
import dev.belljar.agent.gateway.network.ScriptedPolicy;
import dev.belljar.agent.sockets.ExternalNetwork;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RuleLayer;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class UdpHandlerTest {
    private static final String FAR = "93.184.216.34";

    private final ScriptedPolicy policy = new ScriptedPolicy();
    private final Bench bench = new Bench(policy);

    @Test
    void datagramsAreCarriedBothWays() {
        policy.allow(to -> true);
        bench.send(Frames.udp(FAR, 123, new byte[] {1, 2, 3}));
        bench.send(Frames.udp(FAR, 123, new byte[] {4}));
        assertThat(bench.outside.sockets).isEqualTo(1);
        assertThat(bench.outside.sent).hasSize(2);
        bench.arrive(bench.outside.sent.getFirst(), ByteBuffer.wrap(new byte[] {9, 9}));
        assertThat(bench.answers).hasSize(1);
        assertThat(bench.answers.getFirst()).hasSize(14 + 20 + 8 + 2).endsWith(new byte[] {9, 9});
        bench.pass(62);
        assertThat(bench.outside.sockets).isZero();
        assertThat(bench.seen.last().op()).isEqualTo(NetOp.CLOSE);
        assertThat(bench.seen.last().up()).isEqualTo(31 + 29);
        assertThat(bench.seen.last().down()).isEqualTo(30);
    }

    @Test
    void aClosedPortIsReportedToTheGuest() {
        policy.allow(to -> true);
        bench.send(Frames.udp(FAR, 123, new byte[] {1}));
        bench.outside.sent.getFirst().received().accept(new ExternalNetwork.Arrival.Closed());
        assertThat(bench.answers.getLast()[35]).isEqualTo((byte) 3);
    }

    @Test
    void heldDatagramsAreBoundedAndSentWhenAllowed() {
        policy.hold(to -> true);
        for (int i = 0; i < 100; i++) {
            bench.send(Frames.udp(FAR, 123, new byte[] {(byte) i}));
        }
        assertThat(policy.held).hasSize(1);
        policy.answerNext(FlowDecision.allowed("a person", ScriptedPolicy.naming(), RuleLayer.SANDBOX));
        bench.turn();
        assertThat(bench.outside.sent).hasSize(8);
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void aDatagramOverTheBudgetDoesNotLeave() {
        policy.rule(to -> true, FlowDecision.allowed("ten", new ScriptedPolicy.Measured(10, false), RuleLayer.SANDBOX));
        bench.send(Frames.udp(FAR, 123, new byte[10]));
        bench.send(Frames.udp(FAR, 123, new byte[1]));
        assertThat(bench.outside.sent).hasSize(1);
        assertThat(bench.outside.sockets).isZero();
        assertThat(bench.seen.last().rule()).isEqualTo("ten, whose upload budget is used up");
        assertThat(bench.seen.last().layer()).isEqualTo(RuleLayer.SANDBOX);
    }

    @Test
    void quicIsJudgedByItsAddress() {
        policy.allow(to -> "good.example".equals(to.name()));
        FakeNetworkGuest.resolve(bench, "good.example", FAR);
        byte[] initial = {(byte) 0xc3, 0, 0, 0, 1, 8};
        int before = bench.outside.sockets;
        bench.send(Frames.udp(FAR, 443, new byte[20]));
        bench.send(Frames.udp(FAR, 8443, initial));
        assertThat(bench.outside.sockets).isEqualTo(before);
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.REFUSED);
        bench.send(Frames.udp(FAR, 123, new byte[20]));
        assertThat(bench.outside.sockets).isEqualTo(before + 1);
    }

    @Test
    void flowsAreBounded() {
        policy.allow(to -> true);
        for (int i = 0; i < 5_000; i++) {
            bench.send(Frames.udp("10.213.0.2", 1_024 + i, FAR, 123, new byte[1]));
        }
        assertThat(bench.outside.sockets).isEqualTo(UdpHandler.MOST_OPEN);
    }
}
