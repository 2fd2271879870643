package dev.belljar.agent.gateway.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.gateway.ConnectionInspector;
import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.network.Bench;
import dev.belljar.agent.gateway.network.FakeNetworkGuest;
import dev.belljar.agent.gateway.network.FakeStream;
import dev.belljar.agent.gateway.network.Frames;
import dev.belljar.agent.gateway.network.ScriptedPolicy;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.packet.TcpSegment;
import dev.belljar.agent.sniff.Hello;
import dev.belljar.agent.sockets.DialListener;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RuleLayer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TcpHandlerTest {
    private static final byte[] NOTHING = {};
    private static final String FAR = "93.184.216.34";

    private final ScriptedPolicy policy = new ScriptedPolicy();
    private final Bench bench = new Bench(policy);
    private final FakeNetworkGuest guest = new FakeNetworkGuest(bench, FAR, 443);

    @Test
    void aSynIsAnsweredOnlyWhenTheFarSideHasAnswered() {
        policy.allow(to -> to.protocol().equals("tcp"));
        guest.syn();
        guest.syn();
        assertThat(bench.answers).isEmpty();
        assertThat(bench.outside.calls).hasSize(1);
        assertThat(bench.outside.calls.getFirst().to()).isEqualTo(IpAddress.four(93, 184, 216, 34));
        FakeStream stream = guest.connect();
        guest.say("hello");
        assertThat(stream.taken()).isEqualTo("hello");
        assertThat(guest.last().ack()).isEqualTo(1_006);
        stream.give("world");
        bench.turn();
        assertThat(new String(bench.answers.getLast(), java.nio.charset.StandardCharsets.US_ASCII))
                .endsWith("world");
        guest.end();
        assertThat(stream.finished).isTrue();
    }

    @Test
    void aDialFailureIsReportedToTheGuest() {
        policy.allow(to -> true);
        guest.syn();
        bench.outside.calls.removeFirst().dialed().failed(DialListener.Failure.REFUSED);
        assertThat(guest.wasReset()).isTrue();
        assertThat(guest.last().ack()).isEqualTo(1_001);
        bench.pass(3);
        guest.syn();
        bench.outside.calls.removeFirst().dialed().failed(DialListener.Failure.UNREACHABLE);
        byte[] error = bench.answers.getLast();
        assertThat(error[23]).isEqualTo((byte) 1);
        assertThat(error[34]).isEqualTo((byte) 3);
        assertThat(error[35]).isEqualTo((byte) 1);
        assertThat(bench.seen.last().op()).isEqualTo(NetOp.CLOSE);
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.ALLOWED);
        assertThat(bench.seen.last().rule()).isEqualTo("allowed by test; no route to host");
    }

    @Test
    void aFarSideThatDoesNotAnswerIsGivenUp() {
        policy.allow(to -> true);
        guest.syn();
        bench.pass(22);
        assertThat(guest.wasReset()).isTrue();
        assertThat(bench.outside.calls).isEmpty();
    }

    @Test
    void aHeldSynProceedsWhenAllowed() {
        policy.hold(to -> true);
        guest.syn();
        guest.syn();
        assertThat(bench.answers).isEmpty();
        assertThat(bench.outside.calls).isEmpty();
        assertThat(policy.held).hasSize(1);
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.HELD);
        policy.answerNext(FlowDecision.allowed("a person", ScriptedPolicy.naming(), RuleLayer.SANDBOX));
        bench.turn();
        guest.connect();
        assertThat(bench.seen.all().stream().map(NetEvent::verdict)).containsExactly(Verdict.HELD, Verdict.ALLOWED);
    }

    @Test
    void aHeldSynIsResetWhenDenied() {
        policy.hold(to -> true);
        guest.syn();
        policy.answerNext(new FlowDecision(Verdict.REFUSED, "a person said no"));
        bench.turn();
        assertThat(guest.wasReset()).isTrue();
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(bench.totals().refused()).isEqualTo(1);
    }

    @Test
    void aGuestThatGivesUpWithdrawsItsApproval() {
        policy.hold(to -> true);
        guest.syn();
        bench.send(Frames.tcp(FAR, 443, TcpSegment.RST, 1_001, 0, NOTHING));
        assertThat(policy.held).isEmpty();
        bench.pass(3);
        guest.syn();
        assertThat(policy.held).hasSize(1);
        bench.pass(77);
        assertThat(policy.held).isEmpty();
        assertThat(bench.seen.last().op()).isEqualTo(NetOp.CLOSE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.9.9.9",
                "10.0.0.1",
                "10.213.0.1",
                "10.213.0.9",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "169.254.169.254",
                "169.254.1.1",
                "100.64.0.1",
                "100.100.100.200",
                "168.63.129.16",
                "0.0.0.1",
                "198.18.0.1",
                "192.0.0.192",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "93.184.216.99"
            })
    void addressesThatAreNotPublicAreRefusedUnlessARuleNamesThem(String address) {
        FlowDecision careless =
                FlowDecision.allowed("anything", new ScriptedPolicy.Measured(Long.MAX_VALUE, false), RuleLayer.SANDBOX);
        Bench open = new Bench((to, check) -> check.apply(careless));
        open.outside.own.add(IpAddress.four(93, 184, 216, 99));
        open.send(Frames.tcp(address, 8082, TcpSegment.SYN, 1, 0, NOTHING));
        open.send(Frames.udp(address, 8082, NOTHING));
        assertThat(open.outside.calls).isEmpty();
        assertThat(open.outside.sockets).isZero();
        assertThat(open.seen.all()).hasSize(2).allMatch(event -> event.verdict() == Verdict.REFUSED);
        Bench asking = new Bench(new ScriptedPolicy().rule(to -> true, FlowDecision.held("ask")));
        asking.outside.own.add(IpAddress.four(93, 184, 216, 99));
        asking.send(Frames.tcp(address, 8082, TcpSegment.SYN, 1, 0, NOTHING));
        assertThat(asking.seen.last().verdict()).isEqualTo(Verdict.REFUSED);
        Bench named = new Bench(new ScriptedPolicy().allow(to -> true));
        named.send(Frames.tcp(address, 8082, TcpSegment.SYN, 1, 0, NOTHING));
        assertThat(named.outside.calls).hasSize(address.equals("10.213.0.1") ? 0 : 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {53, 853})
    void otherNameServersAreRefusedUnlessARuleNamesThem(int port) {
        FlowDecision careless =
                FlowDecision.allowed("anything", new ScriptedPolicy.Measured(Long.MAX_VALUE, false), RuleLayer.SANDBOX);
        Bench open = new Bench((to, check) -> check.apply(careless));
        open.send(Frames.tcp("9.9.9.9", port, TcpSegment.SYN, 1, 0, NOTHING));
        open.send(Frames.udp("9.9.9.9", port, NOTHING));
        assertThat(open.seen.all()).hasSize(2).allMatch(event -> event.verdict() == Verdict.REFUSED);
    }

    @Test
    void anUploadBudgetIsKeptToTheByte() {
        ScriptedPolicy.Measured grant = new ScriptedPolicy.Measured(10, false);
        policy.rule(to -> true, FlowDecision.allowed("ten bytes", grant, RuleLayer.SANDBOX));
        FakeStream stream = guest.open();
        guest.say("0123456789");
        assertThat(stream.taken()).isEqualTo("0123456789");
        assertThat(guest.wasReset()).isFalse();
        guest.say("x");
        assertThat(stream.taken()).isEqualTo("0123456789");
        assertThat(guest.wasReset()).isTrue();
        assertThat(stream.closed && !stream.aborted).isTrue();
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(bench.seen.last().rule()).isEqualTo("ten bytes, whose upload budget is used up");
        assertThat(bench.seen.last().layer()).isEqualTo(RuleLayer.SANDBOX);
    }

    @Test
    void aBudgetIsNotChargedTwiceForDelayedBytes() {
        ScriptedPolicy.Measured grant = new ScriptedPolicy.Measured(15, false);
        policy.rule(to -> true, FlowDecision.allowed("fifteen", grant, RuleLayer.SANDBOX));
        FakeStream stream = guest.open();
        stream.takes = 4;
        guest.say("0123456789");
        assertThat(stream.taken()).isEqualTo("0123");
        assertThat(stream.wantsToTake).isTrue();
        stream.takes = 1_000;
        stream.ready(false);
        bench.turn();
        guest.say("abcdefgh");
        assertThat(stream.taken()).isEqualTo("0123456789abcde");
        assertThat(guest.wasReset()).isTrue();
    }

    @Test
    void aRevokedGrantEndsTheFlow() {
        ScriptedPolicy.Measured grant = new ScriptedPolicy.Measured(100, false);
        policy.rule(to -> true, FlowDecision.allowed("for now", grant, RuleLayer.SANDBOX));
        FakeStream stream = guest.open();
        bench.pass(2);
        assertThat(guest.wasReset()).isFalse();
        grant.stands.set(false);
        bench.pass(1);
        assertThat(guest.wasReset()).isTrue();
        assertThat(stream.closed).isTrue();
        assertThat(bench.seen.last().rule()).isEqualTo("for now, which is no longer in force");
    }

    @Test
    void thePolicyGetsTheNameThatResolvedToTheAddress() {
        policy.allow(to -> "good.example".equals(to.name()));
        FakeNetworkGuest.resolve(bench, "good.example", FAR);
        FakeStream stream = guest.open();
        assertThat(policy.asked.getLast()).isEqualTo(new Destination("tcp", FAR, 443, "good.example"));
        byte[] hello = Hello.tls("good.example");
        guest.say(java.util.Arrays.copyOf(hello, 40));
        assertThat(stream.taken()).isEmpty();
        guest.say(java.util.Arrays.copyOfRange(hello, 40, hello.length));
        assertThat(stream.taken()).hasSize(hello.length);
        assertThat(bench.seen.last().name()).isEqualTo("good.example");
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "good.example.", "good.example\0.evil.example", "", "other.example"})
    void aHelloThatAsksForAnotherServerIsReset(String name) {
        policy.allow(to -> "good.example".equals(to.name()));
        FakeNetworkGuest.resolve(bench, "good.example", FAR);
        FakeStream stream = guest.open();
        guest.say(Hello.tls(name));
        assertThat(stream.taken()).isEmpty();
        assertThat(guest.wasReset()).isTrue();
        assertThat(stream.closed).isTrue();
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.REFUSED);
    }

    @Test
    void anHttpRequestForAnotherHostIsReset() {
        policy.allow(to -> "good.example".equals(to.name()));
        FakeNetworkGuest.resolve(bench, "good.example", FAR);
        FakeStream stream = guest.open();
        guest.say("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
        assertThat(stream.taken()).isEmpty();
        assertThat(guest.wasReset()).isTrue();
        assertThat(bench.seen.last().rule()).isEqualTo("allowed by test, but the HTTP request is for evil.example");
    }

    @Test
    void anotherNameOfTheAddressIsJudgedAsThatName() {
        policy.allow(to -> to.protocol().equals("dns") || "good.example".equals(to.name()));
        FakeNetworkGuest.resolve(bench, "bad.example", FAR);
        FakeNetworkGuest.resolve(bench, "good.example", FAR);
        FakeStream stream = guest.open();
        guest.say(Hello.tls("bad.example"));
        assertThat(stream.taken()).isEmpty();
        assertThat(guest.wasReset()).isTrue();
    }

    @Test
    void aHelloWithoutANameNeedsAnApprovalForItsAddress() {
        policy.allow(to -> "good.example".equals(to.name())).rule(to -> to.name() == null, FlowDecision.held("ask"));
        FakeNetworkGuest.resolve(bench, "good.example", FAR);
        FakeStream stream = guest.open();
        byte[] hello = Hello.tls("");
        guest.say(hello);
        assertThat(stream.taken()).isEmpty();
        assertThat(policy.held.element().destination()).isEqualTo(new Destination("tcp", FAR, 443, null));
        policy.answerNext(FlowDecision.allowed("a person", ScriptedPolicy.naming(), RuleLayer.SANDBOX));
        bench.turn();
        assertThat(stream.taken()).hasSize(hello.length);
    }

    @Test
    void anEncryptedHelloIsResetThoughItsOuterNameIsAllowed() {
        policy.allow(to -> "good.example".equals(to.name()));
        FakeNetworkGuest.resolve(bench, "good.example", FAR);
        FakeStream stream = guest.open();
        guest.say(Hello.encrypted("good.example"));
        assertThat(stream.taken()).isEmpty();
        assertThat(guest.wasReset()).isTrue();
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(bench.seen.last().name()).isEqualTo("good.example");
        assertThat(bench.seen.last().rule())
                .startsWith("allowed by test, but the TLS ClientHello is encrypted (ECH)")
                .contains("allow " + FAR);
    }

    @Test
    void anEncryptedHelloToAnAllowedAddressPasses() {
        policy.allow(to -> to.name() == null || "good.example".equals(to.name()));
        FakeNetworkGuest.resolve(bench, "good.example", FAR);
        FakeStream stream = guest.open();
        byte[] hello = Hello.encrypted("good.example");
        guest.say(hello);
        assertThat(stream.taken()).hasSize(hello.length);
    }

    @Test
    void anEncryptedHelloNeedsAnApprovalForItsAddress() {
        policy.allow(to -> "good.example".equals(to.name())).rule(to -> to.name() == null, FlowDecision.held("ask"));
        FakeNetworkGuest.resolve(bench, "good.example", FAR);
        FakeStream stream = guest.open();
        guest.say(Hello.encrypted("good.example"));
        assertThat(stream.taken()).isEmpty();
        assertThat(policy.held.element().destination()).isEqualTo(new Destination("tcp", FAR, 443, null));
    }

    @Test
    void anEncryptedHelloReachesTheInspectorAndNotTheServer() {
        policy.allow(to -> "good.example".equals(to.name()));
        FakeNetworkGuest.resolve(bench, "good.example", FAR);
        FakeStream glass = new FakeStream();
        policy.inspector = new ScriptedPolicy.Ending("good.example", opening -> glass);
        FakeStream stream = guest.open();
        byte[] hello = Hello.encrypted("good.example");
        guest.say(hello);
        assertThat(stream.taken()).isEmpty();
        assertThat(glass.taken()).hasSize(hello.length);
        policy.inspector = new ScriptedPolicy.Ending("good.example", ConnectionInspector.Opening::stream);
        FakeNetworkGuest later = new FakeNetworkGuest(bench, FAR, 8_443);
        FakeStream straight = later.open();
        later.say(hello);
        assertThat(straight.taken()).isEmpty();
        assertThat(later.wasReset()).isTrue();
    }

    @Test
    void anotherProtocolIsCarriedAndTheServerMaySendFirst() {
        policy.allow(to -> "good.example".equals(to.name()));
        FakeNetworkGuest.resolve(bench, "good.example", FAR);
        FakeNetworkGuest ssh = new FakeNetworkGuest(bench, FAR, 22);
        FakeStream stream = ssh.open();
        stream.give("SSH-2.0-server\r\n");
        bench.turn();
        assertThat(ssh.last().payload().remaining()).isEqualTo(16);
        ssh.say("SSH-2.0-client\r\n");
        assertThat(stream.taken()).isEqualTo("SSH-2.0-client\r\n");
    }

    @Test
    void anIncompleteRequestIsJudgedAsAnAddress() {
        policy.allow(to -> "good.example".equals(to.name()));
        FakeNetworkGuest.resolve(bench, "good.example", FAR);
        FakeStream stream = guest.open();
        guest.say("GET / HT");
        bench.pass(8);
        assertThat(stream.taken()).isEmpty();
        assertThat(guest.wasReset()).isTrue();
    }

    @Test
    void anIncompleteRequestIsJudgedWhenTheGuestCloses() {
        policy.allow(to -> "good.example".equals(to.name()));
        FakeNetworkGuest.resolve(bench, "good.example", FAR);
        FakeStream stream = guest.open();
        guest.say("GET / HT");
        guest.end();
        bench.turn();
        assertThat(stream.taken()).isEmpty();
        assertThat(guest.wasReset()).isTrue();
    }

    @Test
    void aFloodOfAllowedConnectionsIsBounded() {
        policy.allow(to -> to.protocol().equals("tcp"));
        for (int i = 0; i < 100_000; i++) {
            bench.send(
                    Frames.tcp(1024 + i % 60_000, "93.184.216." + (1 + i / 60_000), 80, TcpSegment.SYN, 1, 0, NOTHING));
            bench.answers.clear();
        }
        assertThat(bench.outside.calls).hasSize(TcpHandler.MOST_WAITING);
        assertThat(bench.seen.all().size()).isLessThan(3_000);
        bench.pass(30);
        assertThat(bench.outside.calls).isEmpty();
        bench.network.close();
        assertThat(bench.seen.of(NetOp.OPEN)).hasSameSizeAs(bench.seen.of(NetOp.CLOSE));
    }

    @Test
    void closingTheNetworkEndsAndReportsEveryConnection() {
        policy.allow(to -> true);
        FakeStream stream = guest.open();
        bench.network.close();
        assertThat(stream.closed).isTrue();
        assertThat(bench.seen.last().op()).isEqualTo(NetOp.CLOSE);
    }
}
