package dev.belljar.agent.gateway.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.SendingProcess;
import dev.belljar.agent.gateway.network.Bench;
import dev.belljar.agent.gateway.network.FakeStream;
import dev.belljar.agent.gateway.network.Frames;
import dev.belljar.agent.gateway.network.ReportedSenders;
import dev.belljar.agent.gateway.network.ScriptedPolicy;
import dev.belljar.agent.packet.TcpSegment;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RuleLayer;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Tests that packets whose decision depends on the process wait a limited time for the guest's report.
class AttributionQueueTest {
    private static final String FAR = "93.184.216.34";
    private final SendingProcess curl = ReportedSenders.sender(412, "/usr/bin/curl");
    private static final byte[] NOTHING = {};

    private final ScriptedPolicy policy = new ScriptedPolicy();
    private final ReportedSenders senders = new ReportedSenders();
    private final Bench bench = new Bench(policy, senders);

    private void syn() {
        bench.send(Frames.tcp(FAR, 443, TcpSegment.SYN, 1_000, 0, NOTHING));
    }

    private void later(long millis) {
        bench.clock.advance(Duration.ofMillis(millis));
        bench.network.tick();
        bench.turn();
    }

    @Test
    void anApprovalWaitsUntilTheProcessIsKnown() {
        policy.hold(to -> true);
        syn();
        syn();
        assertThat(policy.held).isEmpty();
        assertThat(bench.network.busy()).isTrue();
        senders.tell(40_000, curl);
        bench.turn();
        assertThat(policy.held).hasSize(1);
        assertThat(policy.held.element().destination().program()).isEqualTo("/usr/bin/curl");
        assertThat(bench.seen.last().pid()).isEqualTo(412);
    }

    @Test
    void theWaitForAProcessReportIsLimited() {
        policy.hold(to -> true);
        syn();
        later(AttributionQueue.PATIENCE_MILLIS - 1);
        assertThat(policy.held).isEmpty();
        later(1);
        assertThat(policy.held).hasSize(1);
        assertThat(policy.held.element().destination().sender()).isNull();
        assertThat(bench.seen.last().pid()).isNull();
    }

    @Test
    void aGuestWithoutProcessReportsIsNotWaitedFor() {
        senders.reportsFlows = false;
        policy.hold(to -> true);
        syn();
        assertThat(policy.held).hasSize(1);
    }

    @Test
    void aFlowAllowedForAllProgramsDoesNotWait() {
        policy.allow(to -> true);
        syn();
        assertThat(bench.outside.calls).hasSize(1);
    }

    @Test
    void aRuleForAProgramAllowsThatProgram() {
        policy.namesPrograms = true;
        policy.allow(to -> "/usr/bin/curl".equals(to.program()));
        syn();
        assertThat(bench.outside.calls).isEmpty();
        assertThat(bench.answers).isEmpty();
        senders.tell(40_000, curl);
        bench.turn();
        assertThat(bench.outside.calls).hasSize(1);
        bench.send(Frames.tcp(40_001, FAR, 443, TcpSegment.SYN, 1_000, 0, NOTHING));
        senders.tell(40_001, ReportedSenders.sender(413, "/usr/bin/python3.11"));
        bench.turn();
        assertThat(bench.outside.calls).hasSize(1);
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.REFUSED);
    }

    @Test
    void datagramsAndDnsQueriesWaitToo() {
        policy.hold(to -> true);
        bench.send(Frames.udp(FAR, 123, new byte[] {1}));
        bench.send(Frames.udp(FAR, 123, new byte[] {2}));
        bench.send(Frames.udp("10.213.0.2", 40_001, "10.213.0.1", 53, Frames.question("new.example")));
        assertThat(policy.held).isEmpty();
        senders.tell(40_000, curl);
        senders.tell(40_001, curl);
        bench.turn();
        assertThat(policy.held)
                .extracting(question ->
                        Objects.requireNonNull(question.destination().program()))
                .containsExactly("/usr/bin/curl", "/usr/bin/curl");
        policy.answerNext(FlowDecision.allowed("a person", ScriptedPolicy.naming(), RuleLayer.SANDBOX));
        bench.turn();
        assertThat(bench.outside.sent).hasSize(2);
    }

    @Test
    void aNameQueriedByTwoProgramsNeedsTwoApprovals() {
        policy.hold(to -> true);
        senders.tell(40_001, curl);
        senders.tell(40_002, ReportedSenders.sender(9, "/bin/other"));
        for (int port = 40_001; port <= 40_002; port++) {
            bench.send(Frames.udp("10.213.0.2", port, "10.213.0.1", 53, Frames.question("new.example")));
        }
        assertThat(policy.held).hasSize(2);
    }

    @Test
    void waitingPacketsAreBounded() {
        policy.hold(to -> to.protocol().equals("udp"));
        for (int port = 1; port <= 3_000; port++) {
            bench.send(Frames.udp("10.213.0.2", port, FAR, 123, new byte[1_000]));
        }
        // Packets beyond the limit were judged at once, up to the limit of flows.
        assertThat(policy.held.size()).isBetween(500, UdpHandler.MOST_OPEN);
    }

    @Test
    void bytesCountForTheProcessOnlyOnceTheyAreAllowed() {
        policy.hold(to -> true);
        senders.tell(40_000, curl);
        syn();
        assertThat(curl.view().sent()).isZero();
        assertThat(curl.view().flows()).isPositive();
        policy.answerNext(FlowDecision.allowed("a person", ScriptedPolicy.naming(), RuleLayer.SANDBOX));
        bench.turn();
        syn();
        assertThat(curl.view().sent()).isEqualTo(40);
    }

    @Test
    void aLateProcessReportIsInTheNextFlowEvent() {
        policy.allow(to -> true);
        syn();
        assertThat(bench.seen.last().pid()).isNull();
        senders.tell(40_000, curl);
        bench.outside.calls.removeFirst().dialed().connected(new FakeStream());
        bench.pass(2);
        assertThat(bench.seen.all().stream().map(NetEvent::pid)).endsWith(412);
    }
}
