package dev.belljar.agent.gateway.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.dns.Answers;
import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.network.Bench;
import dev.belljar.agent.gateway.network.FakeOutside;
import dev.belljar.agent.gateway.network.Frames;
import dev.belljar.agent.gateway.network.ScriptedPolicy;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RuleLayer;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that the developer gets one question about a name and the address it leads to where that may be found
/// out before the answer, and that no other name is looked up before the answer.
class LookedUpAheadTest {
    private final ScriptedPolicy policy = new ScriptedPolicy();
    private final Bench bench = new Bench(policy);

    @BeforeEach
    void askAboutEverything() {
        policy.rule(to -> true, FlowDecision.held("asks"));
        bench.outside.domains.add("corp.example");
        policy.wellKnown.add("registry.npmjs.org");
    }

    private Destination question() {
        assertThat(policy.held).hasSize(1);
        return policy.held.element().destination();
    }

    private void arrive(String name, String... addresses) {
        FakeOutside.Sent asked = bench.outside.sent.getLast();
        Answers answers = new Answers(asked.bytes());
        for (String address : addresses) {
            answers.address(name, address, 60);
        }
        bench.arrive(asked, answers.message());
    }

    private void ask(String name) {
        bench.send(Frames.udp("10.213.0.1", 53, Frames.question(name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mirror.corp.example", "a.b.corp.example", "registry.npmjs.org"})
    void aNameInsideIsOneQuestionWithItsAddress(String name) {
        ask(name);
        assertThat(policy.held).isEmpty();
        arrive(name, "10.0.0.9", "10.0.0.5");
        assertThat(question()).isEqualTo(new Destination("dns", "10.0.0.5", 53, name));
        policy.answerNext(FlowDecision.allowed("a person", ScriptedPolicy.naming(), RuleLayer.SANDBOX));
        bench.turn();
        assertThat(bench.answers).hasSize(1);
        assertThat(HexFormat.of().formatHex(bench.answers.getFirst()))
                .contains("5a0f8180" + "00010001")
                .endsWith("0a000005");
        assertThat(policy.held).isEmpty();
        assertThat(bench.outside.sent).hasSize(1);
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.ALLOWED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "secret.evil.example",
                "corp.example.evil.example",
                "evilcorp.example",
                "corp.example",
                "x.registry.npmjs.org"
            })
    void anyOtherNameIsNotLookedUpBeforeTheAnswer(String name) {
        ask(name);
        assertThat(bench.outside.sent).isEmpty();
        assertThat(question().leads()).isFalse();
    }

    @Test
    void aNameWithAPublicAddressIsAskedAboutByItsNameAndNotLookedUpAgain() {
        ask("www.corp.example");
        arrive("www.corp.example", "10.0.0.5", "93.184.216.34");
        assertThat(question().leads()).isFalse();
        policy.answerNext(FlowDecision.allowed("a person", new ScriptedPolicy.Measured(1, false), RuleLayer.SANDBOX));
        bench.turn();
        assertThat(bench.answers).hasSize(1);
        assertThat(HexFormat.of().formatHex(bench.answers.getFirst()))
                .contains("5a0f8180" + "00010001")
                .endsWith("5db8d822");
        assertThat(bench.outside.sent).hasSize(1);
    }

    @Test
    void aNameOfTheHostsFileIsAskedAboutWithItsAddressAndWithoutALookUp() {
        bench.outside.hosts.put("build.other.example", List.of(IpAddress.four(192, 168, 7, 7)));
        ask("build.other.example");
        assertThat(question().address()).isEqualTo("192.168.7.7");
        assertThat(bench.outside.sent).isEmpty();
    }

    @Test
    void aNameOfOneLabelIsLookedUpInTheSearchDomainsOnly() {
        ask("build");
        arrive("build.corp.example");
        assertThat(bench.outside.sent).hasSize(1);
        assertThat(question().leads()).isFalse();
    }

    @Test
    void anAddressOfThisComputerIsNotAskedAbout() {
        bench.outside.hosts.put("here", List.of(IpAddress.four(127, 0, 0, 1)));
        ask("here");
        assertThat(question().leads()).isFalse();
    }

    @Test
    void aLookUpThatFailsStillAsks() {
        ask("mirror.corp.example");
        assertThat(policy.held).isEmpty();
        bench.pass(9);
        assertThat(question()).isEqualTo(new Destination("dns", "10.213.0.1", 53, "mirror.corp.example"));
    }

    @Test
    void repeatedQueriesAreOneLookUpAndOneQuestion() {
        ask("mirror.corp.example");
        ask("mirror.corp.example");
        assertThat(bench.outside.sent).hasSize(1);
        arrive("mirror.corp.example", "10.0.0.5");
        ask("mirror.corp.example");
        assertThat(question().address()).isEqualTo("10.0.0.5");
        policy.answerNext(new FlowDecision(Verdict.REFUSED, "a person said no"));
        bench.turn();
        assertThat(bench.answers).hasSize(3);
        assertThat(bench.seen.last().rule()).isEqualTo("a person said no");
    }

    @Test
    void aQueryOverTcpIsLookedUpAheadToo() {
        String name = "in.corp.example";
        byte[] question = Frames.question(name);
        byte[] framed = Frames.join(new byte[] {0, (byte) question.length}, question);
        ByteBuffer hello =
                ByteBuffer.wrap(Frames.hex(bench.answer(Frames.tcp("10.213.0.1", 53, 2, 100, 0, new byte[0]))));
        int first = hello.getInt(14 + 20 + 4);
        bench.send(Frames.tcp("10.213.0.1", 53, 0x18, 101, first + 1, framed));
        assertThat(policy.held).isEmpty();
        arrive(name, "10.0.0.5");
        assertThat(question().address()).isEqualTo("10.0.0.5");
        bench.send(Frames.tcp("10.213.0.1", 53, 0x18, 101, first + 1, framed));
        assertThat(policy.held).hasSize(1);
    }

    @Test
    void lookUpsBeforeTheAnswerAreLimited() {
        for (int i = 0; i < 300; i++) {
            ask("data-" + i + ".corp.example");
        }
        assertThat(bench.outside.sent).hasSize(100);
        assertThat(policy.held)
                .hasSize(200)
                .noneMatch(held -> held.destination().leads());
    }
}
