package dev.belljar.agent.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.journal.JournalCursor;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.SandboxEvent;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleLayer;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.policy.AnswerApproval;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.sandbox.Guarantee;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests that a sandbox's gateway uses its policy, that its approvals are in its journal, and that its rules
/// live as long as the sandbox.
public class SandboxPolicyServiceTest {
    private static final Destination DESTINATION = new Destination("tcp", "93.184.216.7", 443, "a.org");

    @TempDir
    private Path temp;

    private SandboxFixture host;

    @BeforeEach
    void open() throws Exception {
        host = new SandboxFixture(temp);
    }

    @AfterEach
    void close() {
        host.close();
    }

    private List<Approval> waiting() throws Exception {
        return host.api().policies().waiting("shop").waiting();
    }

    @Test
    void theUsersRulesNeedNoSandbox() throws Exception {
        SandboxPolicyService policies = host.api().policies();
        assertThat(host.api().sandboxes().list()).isEmpty();
        Rule rule = policies.add(PolicyApi.EVERY_SANDBOX, "deny ads.example.org", RuleScope.USER);
        policies.networkMode(PolicyApi.EVERY_SANDBOX, NetworkMode.REGISTRIES, RuleScope.USER);
        host.running();
        assertThat(policies.view("shop").preset()).isEqualTo(NetworkMode.REGISTRIES);
        assertThat(policies.text("shop", RuleScope.USER).rules()).containsExactly(rule);
        assertThat(policies.remove(PolicyApi.EVERY_SANDBOX, rule.id())).isEqualTo(rule);
        assertThat(policies.text("shop", RuleScope.USER).rules()).isEmpty();
    }

    @Test
    void aRuleAboutRequestsNeedsInspection() throws Exception {
        SandboxPolicyService policies = host.api().policies();
        host.create();
        assertThatThrownBy(() -> policies.add("shop", "allow GET github.com/acme/*", RuleScope.SANDBOX))
                .isInstanceOfSatisfying(
                        BelljarException.class,
                        e -> assertThat(e.problem().hint()).contains("belljar inspect shop on 'github.com'"))
                .hasMessageContaining("are not inspected");
        assertThat(policies.text("shop", RuleScope.SANDBOX).rules()).isEmpty();
        // HTTP without TLS is read in any case, and other layers do not know the sandbox.
        policies.add("shop", "allow GET mirror.example:80/debian/*", RuleScope.SANDBOX);
        policies.add("shop", "deny POST github.com", RuleScope.USER);
        policies.inspect("shop", true, List.of("github.com"));
        Rule rule = policies.add("shop", "allow GET github.com/acme/*", RuleScope.SANDBOX);
        assertThat(rule.match().methods()).isEqualTo("GET");
        assertThat(rule.match().path()).isEqualTo("/acme/*");
        assertThat(policies.text("shop", RuleScope.SANDBOX).toml()).contains("methods = \"GET\"", "github.com/acme/*");
    }

    @ParameterizedTest
    @EnumSource(value = RuleScope.class, mode = EnumSource.Mode.EXCLUDE, names = "USER")
    void anotherScopeNeedsASandbox(RuleScope scope) throws Exception {
        SandboxPolicyService policies = host.api().policies();
        assertThatThrownBy(() -> policies.add(PolicyApi.EVERY_SANDBOX, "deny ads.example.org", scope))
                .hasMessageContaining("needs a sandbox");
        assertThatThrownBy(() -> policies.replace(PolicyApi.EVERY_SANDBOX, "", scope))
                .hasMessageContaining("needs a sandbox");
    }

    @Test
    void aHeldFlowIsAnApprovalInTheJournal() throws Exception {
        String id = host.running();
        List<FlowDecision> answers = new CopyOnWriteArrayList<>();
        host.openers().policy().hold(DESTINATION, UnaryOperator.identity(), answers::add);
        Approval approval = waiting().getFirst();
        assertThat(approval.sandbox()).isEqualTo(id);
        assertThat(approval.sandboxName()).isEqualTo("shop");
        host.api()
                .policies()
                .answer(approval.id(), new AnswerApproval(RuleAction.ALLOW, RuleScope.SANDBOX, null, null));
        assertThat(answers).extracting(FlowDecision::verdict).containsExactly(Verdict.ALLOWED);
        try (JournalCursor cursor = host.api().queries().journal(id).cursor(0, Set.of(EventType.APPROVAL))) {
            List<Event> events = cursor.next(10, Duration.ofSeconds(60));
            assertThat(events).extracting(event -> ((ApprovalEvent) event).op()).containsExactly("asked", "answered");
        }
        assertThat(host.api().policies().view("shop").layers().getLast().rules())
                .hasSize(1);
    }

    @Test
    void theNetworkGuaranteeFollowsThePreset() throws Exception {
        String id = host.create();
        assertThat(egress(id).detail()).contains("wait for you");
        assertThat(egress(id).holds()).isTrue();
        host.api().policies().networkMode(id, NetworkMode.OPEN, RuleScope.SANDBOX);
        assertThat(egress(id).holds()).isFalse();
    }

    /// The mode is chosen in the request that creates the sandbox, so that nothing runs before it is in effect.
    @Test
    void aSandboxIsCreatedWithItsNetworkMode() throws Exception {
        host.create();
        CreateSandbox request = new CreateSandbox(
                temp.resolve("shop").toString(), "open", 256, 1, 1024, NetworkMode.OPEN, false, false);
        Sandbox made = host.api().sandboxes().create(request);
        assertThat(egress(made.id()).holds()).isFalse();
        assertThat(host.api().policies().view("open").preset()).isEqualTo(NetworkMode.OPEN);
        assertThat(host.api().policies().view("shop").preset()).isNotEqualTo(NetworkMode.OPEN);
    }

    private Guarantee egress(String id) throws Exception {
        return host.api().sandboxes().get(id).status().guarantees().stream()
                .filter(guarantee -> guarantee.name().equals("egress"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void rulesAreTrashedAndRestoredWithTheirSandbox() throws Exception {
        String id = host.running();
        host.api().policies().add(id, "deny a.org", RuleScope.SANDBOX);
        host.openers()
                .policy()
                .hold(new Destination("tcp", "93.184.216.7", 80, "b.org"), UnaryOperator.identity(), decision -> {});
        assertThat(waiting()).hasSize(1);
        Path disks = Files.createDirectories(host.folder(id).resolve("disk"));
        Files.writeString(disks.resolve("disk.qcow2"), "a disk");
        host.api().sandboxes().destroy(id);
        assertThat(host.api().policies().waiting(null).waiting()).isEmpty();
        assertThatThrownBy(() -> host.api().policies().view(id)).isInstanceOf(SandboxException.class);
        host.api().storage().trash().restore(id);
        host.start(id);
        assertThat(host.openers().policy().decide(DESTINATION).verdict()).isEqualTo(Verdict.REFUSED);
    }

    @Test
    void aStopClosesTheNetworkBeforeWorkIsFetched() throws Exception {
        String id = host.running();
        host.api().policies().add(id, "allow a.org:443", RuleScope.SANDBOX);
        EgressPolicy policy = host.openers().policy();
        FlowDecision before = policy.decide(DESTINATION);
        List<FlowDecision> answers = new CopyOnWriteArrayList<>();
        policy.hold(new Destination("tcp", "93.184.216.7", 80, "b.org"), UnaryOperator.identity(), answers::add);
        List<FlowDecision> during = new CopyOnWriteArrayList<>();
        host.workspace().onceWhileSaving(() -> {
            assertThat(before.grant().stands()).isFalse();
            assertThat(before.layer()).isEqualTo(RuleLayer.SANDBOX);
            assertThat(before.ended().rule()).contains("is stopping");
            assertThat(before.ended().layer()).isEqualTo(RuleLayer.BUILT_IN);
            during.add(policy.decide(DESTINATION));
            during.addAll(answers);
            policy.hold(new Destination("tcp", "93.184.216.7", 81, "b.org"), UnaryOperator.identity(), during::add);
        });
        assertThat(before.grant().stands()).isTrue();
        host.stop(id);
        assertThat(during)
                .hasSize(3)
                .allSatisfy(decision -> assertThat(decision.verdict()).isEqualTo(Verdict.REFUSED))
                .allSatisfy(decision -> assertThat(decision.rule()).contains("is stopping"));
        assertThat(waiting()).isEmpty();
        assertThat(host.record(id).salvaged()).isTrue();
    }

    @Test
    void aDestroyClosesTheNetworkWhileWorkIsFetched() throws Exception {
        String id = host.running();
        host.api().policies().networkMode(id, NetworkMode.OPEN, RuleScope.SANDBOX);
        EgressPolicy policy = host.openers().policy();
        List<FlowDecision> during = new CopyOnWriteArrayList<>();
        host.workspace().onceWhileSaving(() -> during.add(policy.decide(DESTINATION)));
        host.api().sandboxes().destroy(id);
        assertThat(during).extracting(FlowDecision::verdict).containsExactly(Verdict.REFUSED);
    }

    @Test
    void aFailedStopOpensTheNetworkAgainAndRecordsBoth() throws Exception {
        String id = host.running();
        host.api().policies().add(id, "allow a.org:443", RuleScope.SANDBOX);
        EgressPolicy policy = host.openers().policy();
        FlowDecision before = policy.decide(DESTINATION);
        Destination unknown = new Destination("tcp", "93.184.216.7", 80, "b.org");
        List<FlowDecision> answers = new CopyOnWriteArrayList<>();
        policy.hold(unknown, UnaryOperator.identity(), answers::add);
        host.driver().machine().saves(false);
        host.api().sandboxes().stop(id, true);
        host.settle(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
        assertThat(answers).extracting(FlowDecision::verdict).containsExactly(Verdict.REFUSED);
        assertThat(waiting()).isEmpty();
        assertThat(policy.decide(DESTINATION).verdict()).isEqualTo(Verdict.ALLOWED);
        policy.hold(unknown, UnaryOperator.identity(), answers::add);
        Approval again = waiting().getFirst();
        host.api().policies().answer(again.id(), new AnswerApproval(RuleAction.ALLOW, RuleScope.ONCE, null, null));
        assertThat(answers).extracting(FlowDecision::verdict).containsExactly(Verdict.REFUSED, Verdict.ALLOWED);
        assertThat(before.grant().stands()).isTrue();
        try (JournalCursor cursor = host.api().queries().journal(id).cursor(0, Set.of(EventType.SANDBOX))) {
            List<String> said = cursor.next(100, Duration.ofSeconds(60)).stream()
                    .map(SandboxEvent.class::cast)
                    .filter(event -> "network".equals(event.name()))
                    .map(event -> String.valueOf(event.detail()))
                    .toList();
            assertThat(said).hasSize(2);
            assertThat(said.getFirst()).startsWith("closed");
            assertThat(said.getLast()).startsWith("open again");
        }
    }

    @Test
    void aStopThatOvertakesTheEndOfAnEarlierOneKeepsTheNetworkClosed() throws Exception {
        String id = host.running();
        host.api().policies().networkMode(id, NetworkMode.OPEN, RuleScope.SANDBOX);
        EgressPolicy policy = host.openers().policy();
        List<FlowDecision> during = new CopyOnWriteArrayList<>();
        host.workspace().onceWhileSaving(() -> {
            try {
                host.registry().find(id).containment().open("an earlier stop was given up");
            } catch (BelljarException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
            during.add(policy.decide(DESTINATION));
        });
        host.stop(id);
        assertThat(during).extracting(FlowDecision::verdict).containsExactly(Verdict.REFUSED);
    }

    @Test
    void theNextHostAgentKeepsTheNetworkOfAStoppingSandboxClosed() throws Exception {
        String id = host.running();
        host.api().policies().networkMode(id, NetworkMode.OPEN, RuleScope.SANDBOX);
        host.stopAgent();
        host.keep(host.record(id).withState(SandboxState.STOPPING, 1, null));
        List<FlowDecision> during = new CopyOnWriteArrayList<>();
        host.workspace()
                .onceWhileSaving(() -> during.add(host.openers().policy().decide(DESTINATION)));
        host.settle(id);
        assertThat(during).extracting(FlowDecision::verdict).containsExactly(Verdict.REFUSED);
    }

    @Test
    void rulesApplyUnderTheNextHostAgent() throws Exception {
        String id = host.running();
        host.api().policies().add(id, "allow a.org:443", RuleScope.SANDBOX);
        host.stop(id);
        host.stopAgent();
        host.start(id);
        assertThat(host.openers().policy().decide(DESTINATION).verdict()).isEqualTo(Verdict.ALLOWED);
        assertThat(host.openers()
                        .policy()
                        .decide(new Destination("tcp", "10.0.0.1", 443, null))
                        .verdict())
                .isEqualTo(Verdict.REFUSED);
    }
}
