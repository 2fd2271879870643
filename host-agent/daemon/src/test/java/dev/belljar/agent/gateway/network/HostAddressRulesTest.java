package dev.belljar.agent.gateway.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.dns.Answers;
import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.Subnet;
import dev.belljar.agent.gateway.egress.EgressBoundary;
import dev.belljar.agent.gateway.egress.RequestedDestination;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.packet.TcpSegment;
import dev.belljar.agent.policy.PolicyService;
import dev.belljar.agent.policy.approval.PolicySubject;
import dev.belljar.agent.policy.file.PolicyFiles;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.AuditEntry;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.policy.AnswerApproval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that a rule or an answer that allows a range opens no address of the host in that range, with real
/// policies and a gateway in memory on a host with the address 10.9.9.9.
class HostAddressRulesTest {
    private static final byte[] NOTHING = {};
    private static final String REFUSED = "5a0f8105";
    private static final String ONE_ADDRESS = "5a0f8180" + "00010001";

    @TempDir
    private Path folder;

    private final SetClock clock = new SetClock();
    private AuditLog audit;
    private PolicyService policies;
    private PolicySubject shop;
    private Bench bench;

    @BeforeEach
    void open() throws BelljarException, IOException {
        audit = AuditLog.open(folder.resolve("audit"), clock);
        policies = PolicyService.open(
                new PolicyFiles(folder.resolve("o"), folder.resolve("u"), folder.resolve("p"), NetworkMode.CLOSED),
                audit,
                clock);
        shop = new PolicySubject(
                "s1", "shop", folder.resolve("project"), Files.createDirectories(folder.resolve("sandbox")));
        bench = new Bench(policies.of(shop, event -> {}));
        bench.outside.own.add(IpAddress.four(10, 9, 9, 9));
    }

    @AfterEach
    void close() {
        policies.close();
        audit.close();
    }

    private void rule(String words) throws BelljarException {
        policies.add(shop, words, RuleScope.SANDBOX);
    }

    /// Returns whether the gateway connects for a connection of the guest.
    private boolean dialed(String address, int port) {
        bench.outside.calls.clear();
        bench.send(Frames.tcp(address, port, TcpSegment.SYN, 1, 0, NOTHING));
        return !bench.outside.calls.isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.9.9.9",
                "127.0.0.1",
                "169.254.169.254",
                "169.254.7.7",
                "100.100.100.200",
                "10.213.0.1",
                "10.213.0.7"
            })
    void aRangeOpensItsNetworkAndNotTheHost(String address) throws Exception {
        for (String range : new String[] {"10.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "100.64.0.0/10"}) {
            rule("allow " + range);
        }
        assertThat(dialed(address, 22)).isFalse();
        assertThat(dialed("10.9.9.8", 22)).as("the network beside it").isTrue();
        assertThat(dialed("100.64.0.1", 22)).isTrue();
        rule("allow " + address + ":23");
        assertThat(dialed(address, 23)).as("named by itself").isEqualTo(!address.equals("10.213.0.1"));
    }

    @Test
    void aNameAllowedInARangeDoesNotResolveToTheHost() throws Exception {
        rule("allow *.corp.example at 10.0.0.0/8");
        assertThat(FakeNetworkGuest.resolve(bench, "host.corp.example", "10.9.9.9"))
                .contains(REFUSED);
        assertThat(bench.seen.last().rule())
                .contains("an address of this computer", "`allow host.corp.example at 10.9.9.9`");
        assertThat(FakeNetworkGuest.resolve(bench, "gateway.corp.example", "10.213.0.1"))
                .contains(REFUSED);
        assertThat(FakeNetworkGuest.resolve(bench, "both.corp.example", "10.9.9.9", "10.1.1.1"))
                .contains(ONE_ADDRESS)
                .endsWith("0a010101");
        rule("allow named.corp.example at 10.9.9.9");
        assertThat(FakeNetworkGuest.resolve(bench, "named.corp.example", "10.9.9.9"))
                .endsWith("0a090909");
    }

    @Test
    void aRangeRuleDoesNotLetNamesResolveToSpecialAddresses() throws Exception {
        rule("allow *.corp.example");
        rule("allow 10.0.0.0/8");
        for (String hidden : new String[] {"127.0.0.1", "169.254.169.254", "192.168.0.1", "10.9.9.9", "10.213.0.1"}) {
            assertThat(FakeNetworkGuest.resolve(bench, "to-" + hidden.replace('.', '-') + ".corp.example", hidden))
                    .as(hidden)
                    .contains(REFUSED);
        }
        assertThat(FakeNetworkGuest.resolve(bench, "inside.corp.example", "10.1.1.1"))
                .endsWith("0a010101");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "10.9.9.9", "10.213.0.1", "192.168.0.1"})
    void anAnswerForOnceOpensOnlyTheAddressesItNames(String rebound) throws Exception {
        policies.networkMode(shop, NetworkMode.ASK, RuleScope.SANDBOX);
        assertThat(FakeNetworkGuest.resolve(bench, "new.example")).isNull();
        String approvalId = policies.waiting(null).waiting().getFirst().id();
        policies.answer(approvalId, new AnswerApproval(RuleAction.ALLOW, RuleScope.ONCE, null, null, "10.0.0.0/8"));
        bench.turn();
        FakeOutside.Sent asked = bench.outside.sent.getLast();
        bench.arrive(
                asked,
                new Answers(asked.bytes()).address("new.example", rebound, 60).message());
        boolean askedAbout = bench.answers.isEmpty();
        assertThat(askedAbout).as("only a network is asked about").isEqualTo(rebound.startsWith("192."));
        if (!askedAbout) {
            assertThat(java.util.HexFormat.of().formatHex(bench.answers.getLast()))
                    .contains(REFUSED);
        }
    }

    private List<AuditEntry> audited(String what) throws BelljarException {
        return audit.newest(1_000).stream()
                .filter(entry -> entry.what().equals(what))
                .toList();
    }

    @Test
    void aFlowRefusedForItsAddressIsNeitherOpenedNorCounted() throws Exception {
        rule("allow 127.0.0.0/8:1-65535 any");
        rule("allow 10.0.0.0/8 connections 2");
        for (int port = 22; port < 26; port++) {
            assertThat(dialed("127.0.0.9", port)).isFalse();
            assertThat(dialed("10.9.9.9", port)).isFalse();
        }
        assertThat(audited("opened")).isEmpty();
        assertThat(audited("refused"))
                .hasSize(8)
                .allSatisfy(entry ->
                        assertThat(entry.detail()).contains("is allowed only by a rule for this single address"));
        assertThat(dialed("10.9.9.8", 22)).isTrue();
        assertThat(dialed("10.9.9.8", 23)).isTrue();
        assertThat(dialed("10.9.9.8", 24)).as("the budget is used up now").isFalse();
        assertThat(audited("opened")).hasSize(2);
    }

    @Test
    void anApprovedConnectionToAForbiddenAddressIsRefused() throws Exception {
        EgressPolicy policy = policies.of(shop, event -> {});
        EgressBoundary boundary = new EgressBoundary(policy, bench.outside);
        RequestedDestination inside =
                new RequestedDestination("tcp", IpAddress.four(93, 184, 216, 34), 443, "new.example");
        policies.networkMode(shop, NetworkMode.ASK, RuleScope.SANDBOX);
        List<FlowDecision> answers = new CopyOnWriteArrayList<>();
        boundary.hold(inside, answers::add);
        String approvalId = policies.waiting(null).waiting().getFirst().id();
        bench.outside.own.add(inside.address());
        policies.answer(approvalId, new AnswerApproval(RuleAction.ALLOW, RuleScope.ONCE, null, null));
        assertThat(answers)
                .singleElement()
                .satisfies(answer -> assertThat(answer.verdict()).isEqualTo(Verdict.REFUSED));
        assertThat(audited("opened")).isEmpty();
        assertThat(audited("answered"))
                .singleElement()
                .satisfies(entry -> assertThat(entry.verdict()).isEqualTo("refused"));
    }

    @Test
    void aFlowOfAnUnsupportedProtocolIsNotRecordedAsOpened() throws Exception {
        policies.networkMode(shop, NetworkMode.OPEN, RuleScope.SANDBOX);
        bench.send(Frames.ipv4(Subnet.GUEST.toString(), "93.184.216.34", 132, NOTHING));
        assertThat(audited("opened")).isEmpty();
        assertThat(audited("refused"))
                .singleElement()
                .satisfies(entry -> assertThat(entry.detail()).contains("only TCP and UDP are supported"));
    }
}
