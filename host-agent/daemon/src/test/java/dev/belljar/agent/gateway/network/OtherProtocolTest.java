package dev.belljar.agent.gateway.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.gateway.ConnectionInspector;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.FlowGrant;
import dev.belljar.agent.sniff.Hello;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RuleLayer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that protocols other than TLS and HTTP, real or pretended, pass only as far as the rule of their
/// name allows.
class OtherProtocolTest {
    private static final String FAR = "93.184.216.34";
    private static final String SSH = "SSH-2.0-client\r\n";

    /// A grant that allows any protocol.
    private static final FlowGrant ANY = new FlowGrant() {
        @Override
        public long upload(long bytes) {
            return bytes;
        }

        @Override
        public boolean stands() {
            return true;
        }

        @Override
        public boolean anyProtocol() {
            return true;
        }
    };

    private final ScriptedPolicy policy = new ScriptedPolicy();
    private final Bench bench = new Bench(policy);

    private FakeNetworkGuest guest(int port) {
        policy.allow(to -> "good.example".equals(to.name()));
        FakeNetworkGuest.resolve(bench, "good.example", FAR);
        return new FakeNetworkGuest(bench, FAR, port);
    }

    private FakeNetworkGuest free(int port) {
        policy.rule(
                to -> "good.example".equals(to.name()), FlowDecision.allowed("any by test", ANY, RuleLayer.SANDBOX));
        return guest(port);
    }

    @ParameterizedTest
    @CsvSource({
        "443, 1503010002015a",
        "22, 1503010002015a",
        "443, 140301000101",
        "443, 802e01030100150000",
        "25, 15020000020101"
    })
    void aRecordBeforeTheHelloIsRefusedAsTls(int port, String first) {
        FakeNetworkGuest guest = guest(port);
        FakeStream stream = guest.open();
        for (byte one : HexFormat.of().parseHex(first)) {
            guest.say(new byte[] {one});
        }
        assertThat(stream.taken()).isEmpty();
        assertThat(guest.wasReset()).isTrue();
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(bench.seen.last().rule()).startsWith("allowed by test, but ").contains("TLS");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1503010002015a", "802e01030100150000"})
    void aRecordBeforeTheHelloIsRefusedEvenUnderAnAnyRule(String first) {
        FakeNetworkGuest guest = free(443);
        FakeStream stream = guest.open();
        guest.say(HexFormat.of().parseHex(first));
        assertThat(stream.taken()).isEmpty();
        assertThat(guest.wasReset()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {443, 8443})
    void onTlsPortsAnotherProtocolIsRefusedWithTheRuleItNeeds(int port) {
        FakeNetworkGuest guest = guest(port);
        FakeStream stream = guest.open();
        guest.say(SSH);
        assertThat(stream.taken()).isEmpty();
        assertThat(guest.wasReset()).isTrue();
        assertThat(bench.seen.last().rule())
                .isEqualTo("allowed by test, but the connection is neither TLS nor HTTP: other protocols on port "
                        + port + " need a rule that allows them, such as `allow good.example:" + port + " any`");
    }

    @ParameterizedTest
    @ValueSource(ints = {443, 8443, 22})
    void anAnyRuleLetsOtherProtocolsPassAndTheServerSendFirst(int port) {
        FakeNetworkGuest guest = free(port);
        FakeStream stream = guest.open();
        stream.give("hello");
        bench.turn();
        assertThat(guest.last().payload().remaining()).isEqualTo(5);
        guest.say(SSH);
        assertThat(stream.taken()).isEqualTo(SSH);
    }

    @Test
    void anApprovedConnectionIsRefusedWithTheRuleItNeedsToo() {
        policy.rule(
                to -> to.protocol().equals("tcp"),
                new FlowDecision(Verdict.HELD, "ask", ScriptedPolicy.naming(), null, RuleLayer.NETWORK_MODE));
        FakeNetworkGuest guest = guest(443);
        guest.syn();
        policy.answerNext(FlowDecision.allowed("a person", ScriptedPolicy.naming(), RuleLayer.SANDBOX));
        bench.turn();
        FakeStream stream = guest.connect();
        guest.say(SSH);
        assertThat(stream.taken()).isEmpty();
        assertThat(guest.wasReset()).isTrue();
        assertThat(bench.seen.last().rule())
                .startsWith("a person, but ")
                .endsWith("such as `allow good.example:443 any`");
    }

    @Test
    void dataThatAServerSendsFirstOnATlsPortIsDropped() {
        FakeNetworkGuest guest = guest(443);
        FakeStream stream = guest.open();
        int answers = bench.answers.size();
        stream.give("SSH-2.0-server\r\n");
        bench.turn();
        assertThat(guest.wasReset()).isTrue();
        assertThat(bench.answers.subList(answers, bench.answers.size()))
                .noneMatch(frame -> new String(frame, StandardCharsets.ISO_8859_1).contains("S"));
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(bench.seen.last().rule())
                .contains("the server sends data first")
                .endsWith("good.example:443 any`");
    }

    @Test
    void aServerThatClosesBeforeAnyDataClosesTheConnection() {
        FakeNetworkGuest guest = guest(443);
        FakeStream stream = guest.open();
        stream.ends();
        bench.turn();
        assertThat(guest.wasReset()).isFalse();
        assertThat(guest.last().has(dev.belljar.agent.packet.TcpSegment.FIN)).isTrue();
    }

    @Test
    void theAnswerOfAServerToAHelloIsPassedOn() {
        FakeNetworkGuest guest = guest(443);
        FakeStream stream = guest.open();
        guest.say(Hello.tls("good.example"));
        stream.give("server hello");
        bench.turn();
        assertThat(guest.last().payload().remaining()).isEqualTo(12);
    }

    @ParameterizedTest
    @ValueSource(ints = {22, 443})
    void anInspectedNameAllowsNoOtherProtocolUnderAnyRule(int port) {
        policy.inspector = new ScriptedPolicy.Ending("good.example", ConnectionInspector.Opening::stream);
        FakeNetworkGuest guest = free(port);
        FakeStream stream = guest.open();
        guest.say(SSH);
        assertThat(stream.taken()).isEmpty();
        assertThat(guest.wasReset()).isTrue();
        assertThat(bench.seen.last().rule())
                .contains(
                        "neither TLS nor HTTP",
                        "good.example is inspected",
                        "`belljar inspect SANDBOX off good.example`");
    }

    @Test
    void theServerOfAnInspectedNameMayNotSendFirst() {
        policy.inspector = new ScriptedPolicy.Ending("good.example", ConnectionInspector.Opening::stream);
        FakeNetworkGuest guest = free(22);
        FakeStream stream = guest.open();
        stream.give("SSH-2.0-server\r\n");
        bench.turn();
        assertThat(guest.wasReset()).isTrue();
        assertThat(bench.seen.last().rule()).contains("the server sends data first", "is inspected");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 1_000})
    void aLaterHelloPassesOnlyForTheAllowedName(int segment) {
        FakeNetworkGuest guest = guest(587);
        FakeStream stream = guest.open();
        stream.give("220 mail\r\n");
        bench.turn();
        byte[] begins =
                joined("EHLO me\r\nSTARTTLS\r\n".getBytes(StandardCharsets.US_ASCII), Hello.tls("good.example"));
        send(guest, begins, segment);
        assertThat(stream.taken()).hasSize(begins.length);
        send(guest, joined(new byte[] {23, 3, 3, 0, 3, 1, 2, 22}, Hello.tls("evil.example")), segment);
        assertThat(guest.wasReset()).isTrue();
        assertThat(stream.aborted).isTrue();
        assertThat(stream.taken())
                .doesNotEndWith("evil.example")
                .hasSizeLessThan(begins.length + 8 + Hello.tls("evil.example").length);
        assertThat(bench.seen.last().rule()).isEqualTo("allowed by test, but the TLS ClientHello is for evil.example");
    }

    @Test
    void aLaterHelloWithoutANameIsJudgedAsAnAddressWithAHint() {
        FakeNetworkGuest guest = guest(587);
        FakeStream stream = guest.open();
        guest.say("STARTTLS\r\n");
        guest.say(Hello.tls(""));
        assertThat(guest.wasReset()).isTrue();
        assertThat(stream.taken()).hasSize("STARTTLS\r\n".length() + Hello.tls("").length - 1);
        assertThat(bench.seen.last().rule()).contains("allow " + FAR, "`allow good.example:587 any`");
    }

    @Test
    void theHelloAfterARetryRequestMustBeForTheNameToo() {
        FakeNetworkGuest guest = guest(443);
        FakeStream stream = guest.open();
        byte[] hello = Hello.tls("good.example");
        guest.say(hello);
        guest.say(new byte[] {20, 3, 3, 0, 1, 1});
        guest.say(hello);
        assertThat(stream.taken()).hasSize(6 + 2 * hello.length);
        guest.say(Hello.tls("evil.example"));
        assertThat(guest.wasReset()).isTrue();
        assertThat(stream.taken()).hasSize(5 + 3 * hello.length);
        assertThat(bench.seen.last().rule()).isEqualTo("allowed by test, but the TLS ClientHello is for evil.example");
    }

    @Test
    void aLaterHelloMayWaitForAnApproval() {
        policy.rule(to -> to.name() == null && to.protocol().equals("tcp"), FlowDecision.held("ask"));
        FakeNetworkGuest guest = guest(587);
        FakeStream stream = guest.open();
        guest.say("STARTTLS\r\n");
        byte[] hello = Hello.tls("");
        guest.say(hello);
        assertThat(policy.held).hasSize(1);
        assertThat(stream.taken()).hasSize("STARTTLS\r\n".length() + hello.length - 1);
        policy.answerNext(FlowDecision.allowed("a person", ScriptedPolicy.naming(), RuleLayer.SANDBOX));
        bench.turn();
        assertThat(stream.taken()).hasSize("STARTTLS\r\n".length() + hello.length);
    }

    @ParameterizedTest
    @ValueSource(ints = {443, 8443})
    void aLaterHelloOnATlsPortEndsTheConnection(int port) {
        FakeNetworkGuest guest = free(port);
        FakeStream stream = guest.open();
        guest.say("any protocol\r\n");
        byte[] hello = Hello.tls("good.example");
        guest.say(hello);
        assertThat(guest.wasReset()).isTrue();
        assertThat(stream.taken()).hasSize(14 + hello.length - 1);
        assertThat(bench.seen.last().rule()).contains("switched to TLS");
    }

    @Test
    void anAnyRuleAllowsALaterHelloToo() {
        FakeNetworkGuest guest = free(3306);
        FakeStream stream = guest.open();
        guest.say("any protocol\r\n");
        byte[] hello = Hello.tls("");
        guest.say(hello);
        assertThat(stream.taken()).hasSize(14 + hello.length);
    }

    @Test
    void aSlowServerGetsEveryByteOnce() {
        FakeNetworkGuest guest = guest(587);
        FakeStream stream = guest.open();
        byte[] all = joined(
                "STARTTLS\r\n".getBytes(StandardCharsets.US_ASCII), Hello.tls("good.example"), new byte[] {22, 3});
        stream.takes = 3;
        guest.say(all);
        for (int i = 0; i < all.length; i++) {
            stream.takes = 3;
            stream.ready(false);
            bench.turn();
        }
        assertThat(stream.taken()).isEqualTo(new String(all, StandardCharsets.ISO_8859_1));
    }

    private static void send(FakeNetworkGuest guest, byte[] bytes, int segment) {
        for (int at = 0; at < bytes.length; at += segment) {
            guest.say(java.util.Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + segment)));
        }
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
