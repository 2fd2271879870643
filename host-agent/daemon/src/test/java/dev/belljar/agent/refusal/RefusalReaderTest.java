package dev.belljar.agent.refusal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.Event.HttpEvent;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.RuleLayer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests which events are refusals that the guest is told, and what it is told.
class RefusalReaderTest {
    private final RefusalReader reader = new RefusalReader("shop");

    @Test
    void aRefusedNameIsToldWithWhatToDo() {
        RefusalLine line = reader.flow(NetEvents.query("registry.example.com")).orElseThrow();
        assertThat(ContractJson.line(line))
                .isEqualTo("{\"time\":1000,\"kind\":\"dns\",\"name\":\"registry.example.com\",\"pid\":812,"
                        + "\"process\":\"curl\",\"program\":\"/usr/bin/curl\",\"state\":\"refused\","
                        + "\"reason\":\"no_matching_rule\",\"why\":\"No rule allows it, and the network mode blocks"
                        + " what no rule allows.\",\"rule\":\"the network mode\",\"help\":\"Ask the person to run on"
                        + " their computer: belljar policy add shop 'allow registry.example.com'\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "tcp, 192.0.2.7:443, a.example, allow a.example",
        "tcp, 192.0.2.7:22, a.example, allow a.example:22 tcp",
        "udp, 192.0.2.7:443, , allow 192.0.2.7:443 udp",
        "icmp, 192.0.2.7, , allow 192.0.2.7 icmp",
    })
    void theRuleThatWouldAllowItIsNamed(String protocol, String to, @Nullable String name, String rule) {
        assertThat(help(protocol, to, name, RefusalReason.NO_MATCHING_RULE))
                .endsWith(" policy add shop '" + rule + "'");
    }

    @Test
    void aPrivateAddressIsNamed() {
        assertThat(help("tcp", "10.0.0.5:5432", "db.example", RefusalReason.SPECIAL_ADDRESS))
                .endsWith("'allow db.example:5432 tcp at 10.0.0.5'");
    }

    @Test
    void noCommandHasANameThatIsNone() {
        assertThat(help("dns", "10.213.0.1:53", "x?'; rm -rf ~", RefusalReason.NO_MATCHING_RULE))
                .endsWith("belljar net shop");
    }

    private String help(String protocol, String to, @Nullable String name, RefusalReason reason) {
        NetEvent event = NetEvents.refused(NetOp.OPEN, 5, protocol, to, name, reason, RuleLayer.NETWORK_MODE);
        return String.valueOf(reader.flow(event).orElseThrow().help());
    }

    @ParameterizedTest
    @EnumSource
    void noWordsOfARuleArePassedOn(RuleLayer layer) {
        for (RefusalReason reason : RefusalReason.values()) {
            NetEvent event = NetEvents.refused(NetOp.DNS, 1, "dns", "10.213.0.1:53", "a.example", reason, layer);
            assertThat(ContractJson.line(reader.flow(event).orElseThrow()))
                    .doesNotContain("the words of", "/home")
                    .contains("\"why\":", "\"rule\":", "\"help\":");
        }
    }

    @Test
    void aFlowIsToldOnce() {
        NetEvent held = NetEvents.event(
                NetOp.OPEN, 7, "tcp", "192.0.2.7:443", "a.example", Verdict.HELD, "", null, RuleLayer.NETWORK_MODE);
        assertThat(reader.flow(held)).isEmpty();
        assertThat(reader.flow(denied(NetOp.UPDATE)))
                .hasValueSatisfying(line -> assertThat(line.state()).isEqualTo(RefusalLine.DENIED));
        assertThat(reader.flow(denied(NetOp.UPDATE))).isEmpty();
        assertThat(reader.flow(denied(NetOp.CLOSE))).isEmpty();
    }

    private static NetEvent denied(NetOp op) {
        return NetEvents.refused(
                op, 7, "tcp", "192.0.2.7:443", "a.example", RefusalReason.DENIED_BY_USER, RuleLayer.ONCE);
    }

    @Test
    void whatEveryMachineDoesIsLeftOut() {
        assertThat(reader.flow(NetEvents.refused(
                        NetOp.OPEN, 1, "arp", "", null, RefusalReason.NEVER_ALLOWED, RuleLayer.BUILT_IN)))
                .isEmpty();
        assertThat(reader.flow(NetEvents.refused(
                        NetOp.OPEN, 2, "tcp", "192.0.2.7:443", null, RefusalReason.NEVER_ALLOWED, RuleLayer.BUILT_IN)))
                .isEmpty();
        NetEvent allowed = NetEvents.event(
                NetOp.DNS, 3, "dns", "10.213.0.1:53", "a.example", Verdict.ALLOWED, "", null, RuleLayer.SANDBOX);
        assertThat(reader.flow(allowed)).isEmpty();
    }

    @Test
    void textsOfTheGuestAreShortAndHarmless() {
        NetEvent event = new NetEvent(
                0,
                1,
                NetOp.DNS,
                1,
                1,
                "\u001b]0;x\u0007\u202e" + "n".repeat(5_000),
                "/" + "p".repeat(5_000),
                "egress",
                "dns",
                "",
                "10.213.0.1:53",
                "a".repeat(5_000),
                0,
                0,
                0,
                0,
                Verdict.REFUSED,
                "",
                RefusalReason.NO_MATCHING_RULE,
                RuleLayer.NETWORK_MODE);
        RefusalLine line = reader.flow(event).orElseThrow();
        assertThat(line.process()).startsWith("?]0;x??nnn").hasSize(120).endsWith("…");
        assertThat(ContractJson.line(line).length()).isLessThan(1_200);
    }

    @Test
    void aWaitingApprovalIsToldOnceAndThenItsPermission() {
        RefusalLine line = reader.approval(asked("a1")).orElseThrow();
        assertThat(line.state()).isEqualTo(RefusalLine.WAITING);
        assertThat(line.until()).isEqualTo(61_000);
        assertThat(line.help()).contains("belljar approvals");
        // What listens on this computer is nothing that the guest may know.
        assertThat(ContractJson.line(line)).doesNotContain("postgres", "other-sandbox", "a1");
        assertThat(reader.approval(asked("a1"))).isEmpty();
        assertThat(reader.approval(ended("a1", "answered", Verdict.REFUSED))).isEmpty();
        assertThat(reader.approval(ended("a1", "expired", Verdict.REFUSED))).isEmpty();
        assertThat(reader.approval(ended("a1", "answered", Verdict.ALLOWED)))
                .hasValueSatisfying(told -> assertThat(told.state()).isEqualTo(RefusalLine.ALLOWED));
    }

    private static ApprovalEvent asked(String id) {
        Approval approval = new Approval(
                id,
                "s1",
                "other-sandbox",
                1_000,
                61_000,
                "tcp",
                "a.example",
                "192.0.2.7",
                22,
                "ssh",
                1,
                null,
                "a service of this computer: postgres (pid 812)");
        return new ApprovalEvent(
                0,
                1_000,
                "asked",
                id,
                "tcp",
                "a.example",
                "192.0.2.7",
                22,
                "ssh",
                null,
                null,
                null,
                "s1",
                approval,
                null,
                null);
    }

    private static ApprovalEvent ended(String id, String op, Verdict verdict) {
        return new ApprovalEvent(
                0,
                2_000,
                op,
                id,
                "tcp",
                "a.example",
                "192.0.2.7",
                22,
                "ssh",
                verdict,
                null,
                "allow",
                "s1",
                null,
                null,
                null);
    }

    @Test
    void aRefusedRequestIsToldWithoutItsQuery() {
        RefusalLine line = reader.request(http(403, "not forwarded: the placeholder of secret NPM_TOKEN"))
                .orElseThrow();
        assertThat(line.path()).isEqualTo("/acme/repo");
        assertThat(ContractJson.line(line)).doesNotContain("token", "TOKEN").contains("\"method\":\"GET\"");
        assertThat(reader.request(http(403, null))).isEmpty();
        assertThat(reader.request(http(502, "the server cannot be reached"))).isEmpty();
    }

    private static HttpEvent http(int status, @Nullable String problem) {
        return new HttpEvent(
                0,
                1,
                1,
                "github.com",
                443,
                true,
                "GET",
                "/acme/repo?token=x",
                status,
                0,
                0,
                1,
                List.of(),
                List.of(),
                null,
                null,
                List.of(),
                problem);
    }
}
