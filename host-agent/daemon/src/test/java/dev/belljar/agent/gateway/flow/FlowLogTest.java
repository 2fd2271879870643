package dev.belljar.agent.gateway.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.FlowGrant;
import dev.belljar.agent.gateway.network.Bench;
import dev.belljar.agent.gateway.network.Frames;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RuleLayer;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FlowLogTest {
    private static final byte[] NOTHING = {};
    private static final int SYN = 2;

    private final Bench bench = new Bench();

    @Test
    void repeatedAttemptsAreOneFlowWithItsBytes() {
        for (int i = 0; i < 5; i++) {
            bench.send(Frames.tcp("1.2.3.4", 80, SYN, 1, 0, NOTHING));
        }
        second();
        bench.clock.advance(Duration.ofSeconds(20));
        bench.network.sweep();
        assertThat(bench.seen.all().stream().map(NetEvent::op)).containsExactly(NetOp.OPEN, NetOp.UPDATE, NetOp.CLOSE);
        assertThat(bench.seen.last().up()).isEqualTo(200);
        assertThat(bench.seen.last().down()).isEqualTo(200);
        assertThat(bench.seen.all().stream().mapToLong(NetEvent::bytes).sum()).isEqualTo(400);
        assertThat(bench.totals().flows()).isEqualTo(1);
        assertThat(bench.network.size()).isZero();
    }

    @Test
    void aPacketAfterAQuietTimeIsANewFlow() {
        bench.send(Frames.tcp("1.2.3.4", 80, SYN, 1, 0, NOTHING));
        bench.clock.advance(Duration.ofSeconds(20));
        bench.network.sweep();
        bench.send(Frames.tcp("1.2.3.4", 80, SYN, 1, 0, NOTHING));
        Set<Long> ids = new HashSet<>();
        bench.seen.of(NetOp.OPEN).forEach(event -> ids.add(event.flow()));
        assertThat(ids).hasSize(2);
    }

    @Test
    void aFloodOfConnectionsIsSummedUpAndFullyCounted() {
        int attempts = 100_000;
        for (int i = 0; i < attempts; i++) {
            bench.send(Frames.tcp(1024 + i % 60_000, "1.2." + i / 60_000 + ".4", 80, SYN, 1, 0, NOTHING));
            bench.answers.clear();
        }
        second();
        assertThat(bench.totals().refused()).isEqualTo(attempts);
        assertThat(bench.totals().framesUp()).isEqualTo(attempts);
        assertThat(bench.seen.all().size()).isLessThan(1_000);
        assertThat(bench.network.size()).isEqualTo(FlowLog.OPENS_AT_ONCE);
        NetEvent sum = flood();
        assertThat(sum.rule()).startsWith((attempts - FlowLog.OPENS_AT_ONCE) + " attempts, too frequent to list");
        assertThat(sum.up()).isEqualTo(40L * (attempts - FlowLog.OPENS_AT_ONCE));
        assertThat(sum.packets()).isEqualTo(attempts - FlowLog.OPENS_AT_ONCE);
        assertThat(sum.verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(sum.layer()).isEqualTo(RuleLayer.BUILT_IN);
    }

    @Test
    void aLastingFloodGrowsOneFlowAndEndsIt() {
        flood(700);
        second();
        flood(700);
        second();
        second();
        assertThat(bench.seen.all().stream()
                        .filter(event -> event.dst().equals("*:0"))
                        .map(NetEvent::op))
                .containsExactly(NetOp.OPEN, NetOp.UPDATE, NetOp.CLOSE);
        // Of each 700 attempts the same 500 belong to listed flows, and a second allows 20 more flows.
        assertThat(flood().up()).isEqualTo(40 * (200 + 200 - 20));
    }

    @Test
    void packetsAreCountedInBothDirections() {
        bench.send(Frames.REAL_ECHO);
        bench.send(Frames.REAL_ECHO);
        bench.send(Frames.udp("10.213.0.1", 53, Frames.question("seen.example")));
        assertThat(bench.seen.last().packets()).isEqualTo(2);
        bench.network.close();
        assertThat(bench.seen.of(NetOp.CLOSE))
                .filteredOn(event -> event.proto().equals("icmp"))
                .singleElement()
                .satisfies(event -> assertThat(event.packets()).isEqualTo(4));
    }

    @Test
    void aDnsQueryAndItsAnswerAreCountedAsIpPackets() {
        byte[] question = Frames.question("seen.example");
        bench.send(Frames.udp("10.213.0.1", 53, question));
        NetEvent seen = bench.seen.last();
        assertThat(seen.up()).isEqualTo(20 + 8 + question.length);
        // The answer is an Ethernet frame: its header of 14 bytes is not part of the packet.
        assertThat(seen.down()).isEqualTo(bench.answers.getLast().length - 14);
    }

    @Test
    void aFloodOfConnectionsDoesNotHideNames() {
        flood(700);
        bench.send(Frames.udp("10.213.0.1", 53, Frames.question("seen.example")));
        assertThat(bench.seen.last().name()).isEqualTo("seen.example");
    }

    @Test
    void aRefusedAttemptIsTwoEvents() {
        bench.send(Frames.REAL_SYN);
        for (int i = 0; i < 20; i++) {
            second();
        }
        assertThat(bench.seen.all().stream().map(NetEvent::op)).containsExactly(NetOp.OPEN, NetOp.CLOSE);
        assertThat(bench.seen.last().down()).isEqualTo(40);
    }

    @Test
    void everyFlowReportedOpenIsReportedClosed() {
        flood(700);
        bench.send(Frames.REAL_ARP_ELSEWHERE);
        bench.send(Frames.REAL_DISCOVER);
        bench.send(Frames.REAL_ECHO);
        second();
        bench.network.close();
        assertThat(flows(NetOp.CLOSE)).isEqualTo(flows(NetOp.OPEN)).hasSize(504);
        assertThat(bench.network.size()).isZero();
    }

    @Test
    void spoofedSourcesAreCountedRecordedAndNotAnswered() {
        byte[] foreignCard = Frames.REAL_SYN.clone();
        foreignCard[11] = 0x66;
        bench.send(foreignCard);
        bench.send(Frames.udp("192.168.7.7", 5, "1.2.3.4", 99, NOTHING));
        bench.send(Frames.hex(
                "ffffffffffff525400be110208060001080006040001525400be11020ad50001" + "0000000000000ad50009"));
        bench.send(Frames.hex(
                "ffffffffffff525400be110208060001080006040001525400be11660ad50002" + "0000000000000ad50001"));
        assertThat(bench.totals().spoofed()).isEqualTo(4);
        assertThat(bench.seen.all()).hasSize(4).allMatch(event -> event.verdict() == Verdict.REFUSED);
        assertThat(bench.seen.all())
                .allMatch(event -> String.valueOf(event.rule()).startsWith("spoofed"));
        assertThat(bench.answers).isEmpty();
    }

    @Test
    void fragmentsAreRefusedAndRecorded() {
        byte[] fragment = Frames.REAL_DATAGRAM.clone();
        fragment[14 + 6] = 0x20;
        fragment[14 + 10] = 0;
        fragment[14 + 11] = 0;
        int sum = Frames.checksum(fragment, 14, 34, 0);
        fragment[14 + 10] = (byte) (sum >>> 8);
        fragment[14 + 11] = (byte) sum;
        bench.send(fragment);
        assertThat(bench.answers).isEmpty();
        assertThat(bench.seen.last().rule()).contains("fragments");
    }

    @Test
    void ipv6IsRecordedAsRefused() {
        bench.send(Frames.REAL_ROUTER_SOLICITATION);
        bench.send(Frames.REAL_MULTICAST_REPORT);
        byte[] tcp = Frames.hex("525400be1101525400be110286dd60000000001406ff" + "fe80000000000000505400fffebe1102"
                + "260647004700000000000000000011119c4001bb" + "00".repeat(16));
        bench.send(tcp);
        assertThat(bench.answers).isEmpty();
        assertThat(bench.seen.all()).hasSize(2);
        assertThat(bench.seen.last().dst()).isEqualTo("[2606:4700:4700::1111]:443");
        assertThat(bench.seen.last().src()).isEqualTo("[fe80::5054:ff:febe:1102]:40000");
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.REFUSED);
    }

    @Test
    void anAllowedFlowOfAnUnsupportedProtocolIsRefused() {
        Bench open = new Bench((destination, check) ->
                check.apply(FlowDecision.allowed("everything goes", FlowGrant.UNLIMITED, RuleLayer.SANDBOX)));
        open.send(Frames.icmp("1.2.3.4", 8, 0, new byte[56]));
        open.send(Frames.ipv4("10.213.0.2", "1.2.3.4", 47, new byte[12]));
        assertThat(open.seen.all()).hasSize(2).allMatch(event -> event.verdict() == Verdict.REFUSED);
        assertThat(open.seen.last().rule()).startsWith("everything goes, but");
        assertThat(open.seen.last().layer()).isEqualTo(RuleLayer.SANDBOX);
        assertThat(open.answers).hasSize(2);
    }

    @Test
    void thePolicyIsAskedOncePerFlowAndNeverAboutTheGatewayItself() {
        Set<Destination> asked = new HashSet<>();
        Bench watched = new Bench((destination, check) -> {
            assertThat(asked.add(destination)).isTrue();
            return check.apply(new FlowDecision(Verdict.REFUSED, "watched"));
        });
        for (int i = 0; i < 3; i++) {
            watched.send(Frames.REAL_SYN);
            watched.send(Frames.REAL_DATAGRAM);
            watched.send(Frames.tcp("10.213.0.1", 8082, SYN, 1, 0, NOTHING));
        }
        watched.send(Frames.REAL_QUESTION);
        assertThat(asked)
                .containsExactlyInAnyOrder(
                        new Destination("tcp", "93.184.216.34", 443, null),
                        new Destination("udp", "8.8.8.8", 123, null),
                        new Destination("dns", "10.213.0.1", 53, "example.org"));
    }

    private void flood(int attempts) {
        for (int i = 0; i < attempts; i++) {
            bench.send(Frames.tcp(1024 + i, "1.2.3.4", 80, SYN, 1, 0, NOTHING));
        }
    }

    private void second() {
        bench.clock.advance(Duration.ofSeconds(1));
        bench.network.sweep();
    }

    private NetEvent flood() {
        return bench.seen.all().stream()
                .filter(event -> event.dst().equals("*:0"))
                .toList()
                .getLast();
    }

    private Set<Long> flows(NetOp op) {
        Set<Long> ids = new HashSet<>();
        bench.seen.of(op).forEach(event -> assertThat(ids.add(event.flow())).isTrue());
        return ids;
    }
}
