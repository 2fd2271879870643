package dev.belljar.agent.gateway.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.dns.Answers;
import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.FlowGrant;
import dev.belljar.agent.gateway.network.Bench;
import dev.belljar.agent.gateway.network.FakeNetworkGuest;
import dev.belljar.agent.gateway.network.FakeOutside;
import dev.belljar.agent.gateway.network.FakeStream;
import dev.belljar.agent.gateway.network.Frames;
import dev.belljar.agent.gateway.network.ScriptedPolicy;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RuleLayer;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DnsHandlerTest {
    private static final FlowDecision CARELESS =
            FlowDecision.allowed("anything", new ScriptedPolicy.Measured(Long.MAX_VALUE, false), RuleLayer.SANDBOX);

    private final ScriptedPolicy policy = new ScriptedPolicy();
    private final Bench bench = new Bench(policy);

    @Test
    void anAllowedNameIsResolvedAndRemembered() {
        policy.allow(to -> "good.example".equals(to.name()));
        String answer = FakeNetworkGuest.resolve(bench, "good.example", "93.184.216.34", "93.184.216.35");
        assertThat(answer).contains("5a0f8180" + "00010002" + "00000000");
        assertThat(answer).endsWith("c00c00010001" + "0000003c" + "0004" + "5db8d823");
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.ALLOWED);
        assertThat(FakeNetworkGuest.resolve(bench, "good.example")).endsWith("5db8d823");
        assertThat(bench.outside.sent).hasSize(1);
        assertThat(bench.outside.sockets).isZero();
        bench.pass(61);
        FakeNetworkGuest.resolve(bench, "good.example", "93.184.216.36");
        assertThat(bench.outside.sent).hasSize(2);
    }

    @Test
    void aNameThatIsNotAllowedIsNeverQueried() {
        policy.allow(to -> "good.example".equals(to.name()));
        assertThat(FakeNetworkGuest.resolve(bench, "bad.example")).contains("5a0f8105");
        assertThat(bench.outside.sent).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "10.1.2.3", "169.254.169.254", "192.168.0.1", "0.0.0.0", "93.184.216.99"})
    void nonPublicAddressesAreRemovedUnlessARuleNamesThem(String address) {
        Bench open = new Bench((to, check) -> check.apply(CARELESS));
        open.outside.own.add(IpAddress.four(93, 184, 216, 99));
        assertThat(FakeNetworkGuest.resolve(open, "rebind.example", address)).contains("5a0f8105");
        assertThat(open.seen.last().rule())
                .endsWith("; to allow it, add a rule that names it, such as `allow rebind.example at " + address + "`");
        assertThat(FakeNetworkGuest.resolve(open, "mixed.example", address, "93.184.216.34"))
                .contains("5a0f8180" + "00010001")
                .endsWith("5db8d822");
        policy.allow(to -> true);
        assertThat(FakeNetworkGuest.resolve(bench, "inside.example", address)).contains("5a0f8180");
    }

    @Test
    void repeatedQueriesForAHeldNameAreOneApproval() {
        policy.hold(to -> true);
        assertThat(FakeNetworkGuest.resolve(bench, "new.example")).isNull();
        assertThat(FakeNetworkGuest.resolve(bench, "new.example")).isNull();
        assertThat(policy.held).hasSize(1);
        policy.answerNext(FlowDecision.allowed("a person", ScriptedPolicy.naming(), RuleLayer.SANDBOX));
        bench.turn();
        FakeOutside.Sent asked = bench.outside.sent.getFirst();
        bench.arrive(
                asked,
                new Answers(asked.bytes())
                        .address("new.example", "93.184.216.34", 9)
                        .message());
        assertThat(bench.answers).hasSize(2);
        assertThat(bench.outside.sent).hasSize(1);
    }

    @Test
    void aHeldNameThatIsDeniedIsRefused() {
        policy.hold(to -> true);
        FakeNetworkGuest.resolve(bench, "new.example");
        policy.answerNext(new FlowDecision(Verdict.REFUSED, "a person said no"));
        bench.turn();
        assertThat(bench.answers).hasSize(1);
        assertThat(bench.seen.last().rule()).isEqualTo("a person said no");
    }

    /// Sets a policy that allows every DNS query, and requires an approval for every address that a name
    /// resolves to.
    private void askAboutAddresses() {
        policy.rule(Destination::leads, FlowDecision.held("asks"));
        policy.rule(to -> true, CARELESS);
    }

    @Test
    void anApprovalForAPrivateAddressNamesTheAddress() {
        askAboutAddresses();
        assertThat(FakeNetworkGuest.resolve(bench, "in.example", "10.0.0.9", "10.0.0.5"))
                .isNull();
        assertThat(FakeNetworkGuest.resolve(bench, "in.example")).isNull();
        assertThat(policy.held).hasSize(1);
        assertThat(policy.held.element().destination().address()).isEqualTo("10.0.0.5");
        policy.answerNext(FlowDecision.allowed("a person", ScriptedPolicy.naming(), RuleLayer.SANDBOX));
        bench.answers.clear();
        bench.turn();
        assertThat(bench.answers).hasSize(2);
        assertThat(java.util.HexFormat.of().formatHex(bench.answers.getFirst()))
                .contains("5a0f8180" + "00010001")
                .endsWith("0a000005");
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void anAnswerWithoutThePrivateAddressOpensNothing() {
        askAboutAddresses();
        FakeNetworkGuest.resolve(bench, "in.example", "10.0.0.5");
        policy.answerNext(CARELESS);
        bench.turn();
        assertThat(bench.seen.last().rule()).contains("resolves to 10.0.0.5, a private address");
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.REFUSED);
    }

    @Test
    void aNameReboundToAnotherPrivateAddressNeedsAnotherApproval() {
        policy.allow(to -> to.leads() && to.address().equals("10.0.0.5"));
        askAboutAddresses();
        assertThat(FakeNetworkGuest.resolve(bench, "in.example", "10.0.0.5")).endsWith("0a000005");
        bench.pass(61);
        assertThat(FakeNetworkGuest.resolve(bench, "in.example", "10.0.0.6")).isNull();
        assertThat(policy.held.element().destination().address()).isEqualTo("10.0.0.6");
        policy.answerNext(new FlowDecision(Verdict.REFUSED, "a person said no"));
        bench.turn();
        assertThat(bench.seen.last().rule()).isEqualTo("a person said no");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "169.254.169.254",
                "169.254.7.7",
                "168.63.129.16",
                "100.100.100.200",
                "192.0.0.192",
                "0.0.0.0",
                "224.0.0.1",
                "239.255.255.250",
                "255.255.255.255",
                "10.213.0.1",
                "10.213.0.2",
                "10.9.9.9"
            })
    void hostLinkLocalAndMetadataAddressesGetNoApproval(String address) {
        askAboutAddresses();
        bench.outside.own.add(IpAddress.four(10, 9, 9, 9));
        assertThat(FakeNetworkGuest.resolve(bench, "evil.example", address)).contains("5a0f8105");
        assertThat(policy.held).isEmpty();
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.REFUSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"203.0.113.80", "198.51.100.7", "192.0.2.1", "192.0.0.8", "240.1.2.3", "198.18.0.1"})
    void aReservedAddressIsAskedAboutInsteadOfRefused(String address) {
        askAboutAddresses();
        assertThat(FakeNetworkGuest.resolve(bench, "mirror.example", address)).isNull();
        assertThat(policy.held.element().destination().address()).isEqualTo(address);
        policy.answerNext(FlowDecision.allowed("a person", ScriptedPolicy.naming(), RuleLayer.SANDBOX));
        bench.turn();
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.ALLOWED);
    }

    private static FlowDecision naming(boolean host) {
        FlowGrant grant = new FlowGrant() {
            @Override
            public boolean namesHost() {
                return host;
            }

            @Override
            public long upload(long bytes) {
                return bytes;
            }

            @Override
            public boolean stands() {
                return true;
            }
        };
        return FlowDecision.allowed("a rule", grant, RuleLayer.SANDBOX);
    }

    @Test
    void aNameOfTheHostsFileIsAnsweredWhereARuleNamesIt() {
        bench.outside.hosts.put("build", java.util.List.of(IpAddress.four(93, 184, 216, 34)));
        policy.rule(to -> true, naming(true));
        assertThat(FakeNetworkGuest.resolve(bench, "build"))
                .contains("5a0f8180" + "00010001")
                .endsWith("5db8d822");
        assertThat(bench.outside.sent).isEmpty();
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void theHostsFileIsNotReadWhereNoRuleNamesTheName() {
        bench.outside.hosts.put("build", java.util.List.of(IpAddress.four(93, 184, 216, 34)));
        bench.outside.domains.add("corp.example");
        policy.rule(to -> true, naming(false));
        FakeNetworkGuest.resolve(bench, "build", "93.184.216.35");
        assertThat(bench.outside.sent).hasSize(1);
        assertThat(FakeNetworkGuest.resolve(bench, "build")).endsWith("5db8d823");
    }

    @Test
    void anAddressOfTheHostsFileThatIsNotPublicIsAskedAbout() {
        bench.outside.hosts.put("build", java.util.List.of(IpAddress.four(10, 0, 0, 5)));
        policy.rule(Destination::leads, FlowDecision.held("asks"));
        policy.rule(to -> true, naming(true));
        assertThat(FakeNetworkGuest.resolve(bench, "build")).isNull();
        assertThat(policy.held.element().destination().address()).isEqualTo("10.0.0.5");
        bench.outside.hosts.put("here", java.util.List.of(IpAddress.four(127, 0, 0, 1)));
        assertThat(FakeNetworkGuest.resolve(bench, "here")).contains("5a0f8105");
        assertThat(policy.held).hasSize(1);
    }

    @Test
    void aNameOfOneLabelIsLookedUpInTheSearchDomains() {
        bench.outside.domains.addAll(java.util.List.of("one.example", "two.example"));
        policy.rule(to -> true, naming(true));
        bench.send(Frames.udp("10.213.0.1", 53, Frames.question("build")));
        FakeOutside.Sent first = bench.outside.sent.getFirst();
        bench.arrive(first, new Answers(first.bytes()).message());
        assertThat(bench.outside.sent).hasSize(2);
        FakeOutside.Sent second = bench.outside.sent.getLast();
        bench.arrive(
                second,
                new Answers(second.bytes())
                        .address("build.two.example", "93.184.216.34", 9)
                        .message());
        assertThat(bench.answers).hasSize(1);
        assertThat(FakeNetworkGuest.resolve(bench, "build")).endsWith("5db8d822");
        assertThat(bench.outside.sent).hasSize(2);
        policy.rule(to -> true, naming(true));
        assertThat(FakeNetworkGuest.resolve(bench, "a.other.example", "93.184.216.36"))
                .endsWith("5db8d824");
    }

    @Test
    void aKnownPrivateAddressOfAHeldNameIsInItsApproval() {
        policy.rule(to -> to.leads() || !bench.outside.sent.isEmpty(), FlowDecision.held("asks"));
        policy.rule(to -> true, CARELESS);
        FakeNetworkGuest.resolve(bench, "in.example", "10.0.0.5");
        policy.answerNext(new FlowDecision(Verdict.REFUSED, "a person said no"));
        bench.turn();
        assertThat(FakeNetworkGuest.resolve(bench, "in.example")).isNull();
        assertThat(policy.held).hasSize(1);
        assertThat(policy.held.element().destination().address()).isEqualTo("10.0.0.5");
    }

    @ParameterizedTest
    @ValueSource(ints = {28, 64, 65})
    void unsupportedAddressTypesGetAnEmptyAnswer(int type) {
        policy.allow(to -> true);
        assertThat(asked(type)).contains("5a0f8180" + "00010000");
        assertThat(bench.outside.sent).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {28, 64, 65})
    void queryTypesAnsweredEmptyNeedNoApproval(int type) {
        policy.hold(to -> true);
        assertThat(asked(type)).contains("5a0f8180" + "00010000");
        assertThat(policy.held).isEmpty();
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.LOCAL);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 10, 12, 15, 16, 33, 255})
    void otherQueryTypesAreRefused(int type) {
        policy.allow(to -> true);
        assertThat(asked(type)).contains("5a0f8105");
        assertThat(bench.outside.sent).isEmpty();
    }

    private String asked(int type) {
        byte[] question = Frames.question("good.example");
        question[question.length - 3] = (byte) type;
        return bench.answer(Frames.udp("10.213.0.1", 53, question));
    }

    @Test
    void dnsTunnellingThroughOneParentIsLimited() {
        policy.allow(to -> true);
        for (int i = 0; i < 1_000; i++) {
            FakeNetworkGuest.resolve(bench, "secret-" + i + ".tunnel.example", "93.184.216.34");
        }
        assertThat(bench.outside.sent).hasSize(100);
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.REFUSED);
    }

    @Test
    void invalidNamesAreNeverQueried() {
        policy.allow(to -> true);
        for (String name : new String[] {"a\0b.example", "a%62.example", "a b.example", "\u00e4.example"}) {
            assertThat(FakeNetworkGuest.resolve(bench, name)).contains("5a0f8105");
        }
        assertThat(bench.outside.sent).isEmpty();
    }

    @Test
    void anUnansweredQueryIsRetriedAndThenGivenUp() {
        policy.allow(to -> true);
        bench.send(Frames.udp("10.213.0.1", 53, Frames.question("slow.example")));
        bench.pass(6);
        assertThat(bench.outside.sent).hasSize(2);
        assertThat(bench.answers).hasSize(1);
        assertThat(bench.outside.sockets).isZero();
        assertThat(bench.seen.last().rule()).isEqualTo("allowed by test; the lookup failed");
    }

    @Test
    void aForgedAnswerIsIgnored() {
        policy.allow(to -> true);
        bench.send(Frames.udp("10.213.0.1", 53, Frames.question("good.example")));
        FakeOutside.Sent asked = bench.outside.sent.getFirst();
        ByteBuffer forged =
                new Answers(asked.bytes()).address("good.example", "6.6.6.6", 9).message();
        bench.arrive(asked, forged.putShort(0, (short) (forged.getShort(0) + 1)));
        assertThat(bench.answers).isEmpty();
        bench.arrive(
                asked,
                new Answers(asked.bytes())
                        .address("good.example", "93.184.216.34", 9)
                        .message());
        assertThat(bench.answers).hasSize(1);
    }

    @Test
    void aTruncatedAnswerIsRetriedOverTcp() {
        policy.allow(to -> true);
        bench.send(Frames.udp("10.213.0.1", 53, Frames.question("long.example")));
        FakeOutside.Sent asked = bench.outside.sent.getFirst();
        bench.arrive(asked, new Answers(asked.bytes()).truncated().message());
        FakeStream stream = new FakeStream();
        bench.outside.calls.removeFirst().dialed().connected(stream);
        ByteBuffer message = new Answers(asked.bytes())
                .address("long.example", "93.184.216.34", 9)
                .message();
        byte[] text = new byte[message.remaining()];
        message.get(text);
        stream.give("\0" + (char) text.length + new String(text, java.nio.charset.StandardCharsets.ISO_8859_1));
        bench.turn();
        assertThat(stream.taken()).hasSize(2 + asked.bytes().remaining());
        assertThat(bench.answers).hasSize(1);
        assertThat(stream.closed).isTrue();
    }

    @Test
    void aQueryOverTcpIsAnsweredOnRetransmission() {
        policy.allow(to -> true);
        byte[] framed = Frames.join(new byte[] {0, 30}, Frames.question("good.example"));
        ByteBuffer hello =
                ByteBuffer.wrap(Frames.hex(bench.answer(Frames.tcp("10.213.0.1", 53, 2, 100, 0, new byte[0]))));
        int first = hello.getInt(14 + 20 + 4);
        bench.answers.clear();
        bench.send(Frames.tcp("10.213.0.1", 53, 0x18, 101, first + 1, framed));
        assertThat(bench.answers).isEmpty();
        FakeOutside.Sent asked = bench.outside.sent.getFirst();
        bench.arrive(
                asked,
                new Answers(asked.bytes())
                        .address("good.example", "93.184.216.34", 9)
                        .message());
        assertThat(bench.answer(Frames.tcp("10.213.0.1", 53, 0x18, 101, first + 1, framed)))
                .endsWith("5db8d822");
    }
}
