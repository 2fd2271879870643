package dev.belljar.agent.policy;

import static dev.belljar.agent.policy.PoliciesFixture.dns;
import static dev.belljar.agent.policy.PoliciesFixture.tcp;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.PendingApproval;
import dev.belljar.agent.gateway.SendingProcess;
import dev.belljar.agent.policy.approval.ApprovalLimits;
import dev.belljar.agent.policy.rule.PolicyException;
import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.ApprovalOutcome;
import dev.belljar.contract.policy.ApprovalResult;
import dev.belljar.contract.policy.AuditEntry;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleBudget;
import dev.belljar.contract.policy.RuleLayer;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.policy.AnswerApproval;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests waiting approvals and the effects of answers.
class ApprovalsTest {
    @TempDir
    private Path folder;

    private PoliciesFixture at;
    private EgressPolicy policy;

    @BeforeEach
    void open() throws Exception {
        at = new PoliciesFixture(folder);
        policy = at.of("s1");
    }

    @AfterEach
    void close() {
        at.close();
    }

    private PendingApproval hold(Destination destination) {
        return policy.hold(destination, UnaryOperator.identity(), at.answers::add);
    }

    private ApprovalResult answer(
            Approval approval, RuleAction action, @Nullable RuleScope scope, @Nullable RuleBudget budget)
            throws Exception {
        return at.policies.answer(approval.id(), new AnswerApproval(action, scope, budget, null));
    }

    @Test
    void whoeverIsToldBeforeADestinationIsAllowedSeesItStillWaiting() throws Exception {
        List<String> told = new ArrayList<>();
        at.policies.tellBeforeAllowing(
                (subject, destination) -> told.add(subject.id() + " " + destination + " " + at.answers.size()));
        hold(tcp("a.org", 443));
        answer(at.waiting().getFirst(), RuleAction.ALLOW, RuleScope.ONCE, null);
        hold(tcp("b.org", 443));
        answer(at.waiting().getFirst(), RuleAction.DENY, RuleScope.ONCE, null);
        assertThat(told).containsExactly("s1 a.org 0");
        assertThat(at.answers).hasSize(2);
    }

    @Test
    void anApprovalThatEndsMeanwhileAllowsNothing() throws Exception {
        at.policies.tellBeforeAllowing((subject, _) -> at.policies.contain(subject, "the sandbox is stopping"));
        hold(tcp("a.org", 443));
        Approval waiting = at.waiting().getFirst();
        assertThatThrownBy(() -> answer(waiting, RuleAction.ALLOW, RuleScope.SANDBOX, null))
                .hasMessageContaining("expected the id of a waiting approval");
        assertThat(at.answers).extracting(FlowDecision::verdict).containsExactly(Verdict.REFUSED);
        assertThat(at.policies.view(at.subject("s1")).layers())
                .allSatisfy(layer -> assertThat(layer.rules()).isEmpty());
    }

    @Test
    void anApprovalThatIsAboutToExpireIsNotDelayed() throws Exception {
        List<String> told = new ArrayList<>();
        at.policies.tellBeforeAllowing((_, destination) -> told.add(destination));
        hold(tcp("a.org", 443));
        Approval waiting = at.waiting().getFirst();
        at.millis.set(waiting.expires() - 5_000);
        answer(waiting, RuleAction.ALLOW, RuleScope.ONCE, null);
        assertThat(told).isEmpty();
        assertThat(at.answers).extracting(FlowDecision::verdict).containsExactly(Verdict.ALLOWED);
    }

    @Test
    void connectionsToOneDestinationAreOneApproval() throws Exception {
        hold(tcp("a.org", 443));
        hold(tcp("A.org.", 443));
        hold(new Destination("tcp", "93.184.216.99", 443, "a.org"));
        hold(tcp("a.org", 80));
        assertThat(at.waiting()).extracting(Approval::waiting).containsExactly(3, 1);
        ApprovalResult done = answer(at.waiting().getFirst(), RuleAction.ALLOW, RuleScope.SANDBOX, null);
        assertThat(done.released()).isEqualTo(3);
        assertThat(at.answers)
                .extracting(FlowDecision::verdict)
                .containsOnly(Verdict.ALLOWED)
                .hasSize(3);
        assertThat(at.waiting()).hasSize(1);
        assertThat(policy.decide(tcp("a.org", 443)).verdict()).isEqualTo(Verdict.ALLOWED);
        assertThat(policy.decide(tcp("a.org", 22)).verdict()).isEqualTo(Verdict.HELD);
        assertThat(at.of("s2").decide(tcp("a.org", 443)).verdict()).isEqualTo(Verdict.HELD);
    }

    @Test
    void theResultOfADnsApprovalHasItsName() throws Exception {
        hold(dns("A.org."));
        hold(tcp("b.org", 443));
        assertThat(answer(at.waiting().getFirst(), RuleAction.ALLOW, RuleScope.ONCE, null)
                        .name())
                .isEqualTo("a.org");
        assertThat(answer(at.waiting().getFirst(), RuleAction.ALLOW, RuleScope.ONCE, null)
                        .name())
                .isNull();
    }

    @Test
    void twoProgramsAreTwoApprovalsWithTheirProcess() throws Exception {
        SendingProcess curl = new SendingProcess(412, 1, "curl", "/usr/bin/curl", List.of("curl", "a.org"), List::of);
        SendingProcess again =
                new SendingProcess(413, 2, "curl", "/usr/bin/curl", List.of("curl", "-s", "a.org"), List::of);
        SendingProcess node = new SendingProcess(9, 1, "node", "/usr/bin/node", List.of("node"), List::of);
        for (SendingProcess sender : List.of(curl, again, node)) {
            hold(new Destination("tcp", "93.184.216.7", 443, "a.org", sender));
        }
        assertThat(at.waiting()).extracting(Approval::waiting).containsExactly(2, 1);
        assertThat(at.waiting()).extracting(Approval::process).containsExactly("/usr/bin/curl", "/usr/bin/node");
        assertThat(Objects.requireNonNull(at.waiting().getFirst().asker()).argv())
                .containsExactly("curl", "a.org");
        assertThat(at.events).extracting(ApprovalEvent::process).containsExactly("/usr/bin/curl", "/usr/bin/node");
        assertThat(at.audit.newest(9))
                .anyMatch(entry -> String.valueOf(entry.subject()).endsWith("by /usr/bin/curl (pid 412)"));
    }

    @Test
    void anAnswerForOnceAllowsOnlyWaitingConnections() throws Exception {
        hold(tcp("a.org", 443));
        answer(at.waiting().getFirst(), RuleAction.ALLOW, null, new RuleBudget(5, null, 100L));
        FlowDecision through = at.answers.getFirst();
        assertThat(through.verdict()).isEqualTo(Verdict.ALLOWED);
        assertThat(policy.decide(tcp("a.org", 443)).verdict()).isEqualTo(Verdict.HELD);
        assertThat(through.grant().upload(60)).isEqualTo(60);
        assertThat(through.grant().upload(60)).isEqualTo(40);
        assertThat(through.grant().upload(1)).isZero();
        at.later(Duration.ofMinutes(5));
        assertThat(through.grant().stands()).isFalse();
    }

    @Test
    void aNameAllowedOnceAllowsOneConnection() throws Exception {
        hold(dns("a.org"));
        hold(dns("a.org"));
        answer(at.waiting().getFirst(), RuleAction.ALLOW, RuleScope.ONCE, null);
        assertThat(at.answers).extracting(FlowDecision::verdict).containsExactly(Verdict.ALLOWED, Verdict.ALLOWED);
        assertThat(policy.decide(tcp("a.org", 22)).verdict()).isEqualTo(Verdict.HELD);
        FlowDecision first = policy.decide(tcp("a.org", 443));
        assertThat(first.verdict()).isEqualTo(Verdict.ALLOWED);
        assertThat(policy.decide(tcp("a.org", 443)).verdict()).isEqualTo(Verdict.REFUSED);
        at.later(Duration.ofSeconds(61));
        assertThat(policy.decide(tcp("a.org", 443)).verdict()).isEqualTo(Verdict.HELD);
        assertThat(first.grant().stands()).isTrue();
    }

    @Test
    void aNameDeniedOnceStaysDeniedForRetriesOfTheResolver() throws Exception {
        hold(dns("a.org"));
        answer(at.waiting().getFirst(), RuleAction.DENY, null, null);
        assertThat(at.answers).extracting(FlowDecision::verdict).containsExactly(Verdict.REFUSED);
        assertThat(policy.decide(dns("a.org")).verdict()).isEqualTo(Verdict.REFUSED);
        at.later(Duration.ofSeconds(11));
        assertThat(policy.decide(dns("a.org")).verdict()).isEqualTo(Verdict.HELD);
    }

    @Test
    void aNameAllowedForTheSandboxOpensOnlyWebPortsByDefault() throws Exception {
        hold(dns("a.org"));
        answer(at.waiting().getFirst(), RuleAction.ALLOW, RuleScope.SANDBOX, null);
        assertThat(policy.decide(dns("a.org")).verdict()).isEqualTo(Verdict.ALLOWED);
        assertThat(policy.decide(tcp("a.org", 443)).verdict()).isEqualTo(Verdict.ALLOWED);
        assertThat(policy.decide(tcp("a.org", 22)).verdict()).isEqualTo(Verdict.HELD);
        hold(dns("b.org"));
        at.policies.answer(
                at.waiting().getFirst().id(), new AnswerApproval(RuleAction.ALLOW, RuleScope.SANDBOX, null, "any"));
        assertThat(policy.decide(tcp("b.org", 22)).verdict()).isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void aDenialForTheUserRefusesWaitingConnectionsElsewhere() throws Exception {
        EgressPolicy other = at.of("s2");
        hold(dns("evil.org"));
        other.hold(tcp("evil.org", 443), UnaryOperator.identity(), at.answers::add);
        answer(at.waiting().getFirst(), RuleAction.DENY, RuleScope.USER, null);
        assertThat(at.answers).extracting(FlowDecision::verdict).containsExactly(Verdict.REFUSED, Verdict.REFUSED);
        assertThat(at.waiting()).isEmpty();
        at.restart();
        assertThat(at.of("s3").decide(tcp("evil.org", 80)).verdict()).isEqualTo(Verdict.REFUSED);
    }

    @Test
    void anUnansweredApprovalIsRefusedAfterItsTimeout() throws Exception {
        CompletableFuture<FlowDecision> told = new CompletableFuture<>();
        policy.hold(tcp("a.org", 443), UnaryOperator.identity(), told::complete);
        at.later(Duration.ofSeconds(61));
        // A change makes the timeout thread check the clock.
        hold(tcp("b.org", 443)).close();
        FlowDecision decision = told.get(60, TimeUnit.SECONDS);
        assertThat(decision.verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(decision.rule()).contains("nobody answered");
    }

    @Test
    void anApprovalCanBeAnsweredAfterItsConnectionEnded() throws Exception {
        hold(tcp("a.org", 443)).close();
        Approval approval = at.waiting().getFirst();
        assertThat(approval.waiting()).isZero();
        answer(approval, RuleAction.ALLOW, RuleScope.SANDBOX, null);
        assertThat(at.answers).isEmpty();
        assertThat(policy.decide(tcp("a.org", 443)).verdict()).isEqualTo(Verdict.ALLOWED);
        assertThatThrownBy(() -> answer(approval, RuleAction.DENY, null, null))
                .isInstanceOfSatisfying(
                        PolicyException.class, e -> assertThat(e.code()).isEqualTo(PolicyException.NOT_WAITING));
    }

    @Test
    void anAddedRuleAnswersWaitingApprovals() throws Exception {
        hold(tcp("a.org", 443));
        at.policies.add(at.subject("s1"), "allow *.a.org:443", RuleScope.SANDBOX);
        assertThat(at.answers).isEmpty();
        at.policies.add(at.subject("s1"), "allow a.org:443", RuleScope.PROJECT);
        assertThat(at.answers).extracting(FlowDecision::verdict).containsExactly(Verdict.ALLOWED);
        assertThat(at.waiting()).isEmpty();
    }

    @Test
    void anAnswerThatCannotBeSavedLeavesTheApproval() throws Exception {
        Files.createDirectories(folder.resolve("config"));
        Files.writeString(at.places.user(), "preset = 1\n");
        hold(tcp("a.org", 443));
        assertThat(at.answers).extracting(FlowDecision::verdict).containsExactly(Verdict.REFUSED);
        Files.delete(at.places.user());
        at.restart();
        policy = at.of("s1");
        hold(tcp("a.org", 443));
        Approval approval = at.waiting().getFirst();
        assertThatThrownBy(() -> answer(approval, RuleAction.ALLOW, RuleScope.ORGANIZATION, null))
                .isInstanceOf(PolicyException.class);
        assertThat(at.waiting()).containsExactly(approval);
    }

    @Test
    void anApprovedConnectionLastsUntilItsRuleIsRemoved() throws Exception {
        hold(tcp("a.org", 443));
        ApprovalResult done = answer(at.waiting().getFirst(), RuleAction.ALLOW, RuleScope.SANDBOX, null);
        FlowDecision through = at.answers.getFirst();
        assertThat(through.grant().stands()).isTrue();
        at.policies.remove(
                at.subject("s1"), java.util.Objects.requireNonNull(done.rule()).id());
        assertThat(through.grant().stands()).isFalse();
    }

    @Test
    void approvalsOfASandboxAreLimited() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            hold(tcp("n" + i + ".org", 443));
        }
        assertThat(at.waiting()).hasSize(ApprovalLimits.MOST_QUESTIONS);
        assertThat(at.answers)
                .hasSize(1_000 - ApprovalLimits.MOST_QUESTIONS)
                .allMatch(d -> d.verdict() == Verdict.REFUSED);
        at.of("s2").hold(tcp("a.org", 443), UnaryOperator.identity(), at.answers::add);
        assertThat(at.waiting()).hasSize(ApprovalLimits.MOST_QUESTIONS + 1);
    }

    private static Destination leading(String name, String address) {
        return new Destination("dns", address, 53, name);
    }

    private ApprovalResult answerAt(RuleAction action, @Nullable String place) throws Exception {
        AnswerApproval answer = new AnswerApproval(action, RuleScope.SANDBOX, null, null, place);
        return at.policies.answer(at.waiting().getFirst().id(), answer);
    }

    private ApprovalResult allowAt(String place) throws Exception {
        return answerAt(RuleAction.ALLOW, place);
    }

    @Test
    void anApprovalForAPrivateAddressOpensOnlyThatAddress() throws Exception {
        at.policies.add(at.subject("s1"), "allow a.org", RuleScope.SANDBOX);
        hold(leading("a.org", "10.0.0.5"));
        hold(leading("A.org.", "10.0.0.5"));
        hold(leading("a.org", "10.0.0.6"));
        assertThat(at.waiting()).extracting(Approval::waiting).containsExactly(2, 1);
        Approval approval = at.waiting().getFirst();
        assertThat(approval.address()).isEqualTo("10.0.0.5");
        assertThat(approval.special()).isEqualTo("a private address");
        ApprovalResult done = answer(approval, RuleAction.ALLOW, RuleScope.SANDBOX, null);
        assertThat(done.name()).isNull();
        assertThat(Objects.requireNonNull(done.rule()).match().address()).isEqualTo("10.0.0.5");
        assertThat(at.answers).hasSize(2).allMatch(through -> through.grant().namesAddress());
        assertThat(at.waiting()).hasSize(1);
        Destination there = new Destination("tcp", "10.0.0.5", 443, "a.org");
        assertThat(policy.decide(there).grant().namesAddress()).isTrue();
        assertThat(policy.decide(new Destination("tcp", "10.0.0.6", 443, "a.org"))
                        .verdict())
                .isEqualTo(Verdict.REFUSED);
        assertThat(policy.decide(new Destination("tcp", "10.0.0.5", 443, "b.org"))
                        .verdict())
                .isEqualTo(Verdict.REFUSED);
        assertThat(at.events.getFirst().address()).isEqualTo("10.0.0.5");
        assertThat(at.audit.newest(20))
                .anyMatch(entry -> String.valueOf(entry.subject()).contains("a.org, which resolves to 10.0.0.5"));
    }

    @Test
    void aDeniedPrivateAddressStaysClosed() throws Exception {
        at.policies.add(at.subject("s1"), "allow a.org", RuleScope.SANDBOX);
        hold(leading("a.org", "10.0.0.5"));
        answerAt(RuleAction.DENY, null);
        assertThat(policy.decide(leading("a.org", "10.0.0.5")).verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(policy.decide(tcp("a.org", 443)).verdict()).isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void aNameMayBeAllowedAtAnAddressBeforeItIsResolved() throws Exception {
        hold(dns("a.org"));
        ApprovalResult done = allowAt("10.0.0.5");
        assertThat(done.name()).isNull();
        assertThat(policy.decide(leading("a.org", "10.0.0.5")).grant().namesAddress())
                .isTrue();
        Destination there = new Destination("tcp", "10.0.0.5", 443, "a.org");
        assertThat(policy.decide(there).grant().namesAddress()).isTrue();
        assertThat(policy.decide(leading("a.org", "10.0.0.6")).verdict()).isEqualTo(Verdict.HELD);
        assertThat(policy.decide(leading("a.org", "127.0.0.1")).grant().namesAddress())
                .isFalse();
        assertThat(policy.decide(tcp("a.org", 443)).verdict()).isEqualTo(Verdict.HELD);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.0.0.0/8",
                "169.254.169.254",
                "100.64.0.0/10",
                "100.100.100.200",
                "224.0.0.1",
                "::1",
                "10.213.0.1",
                "10.213.0.2",
                "somewhere",
                "10.0.0.5/8"
            })
    void anAnswerNeverOpensHostLinkLocalOrMetadataAddresses(String place) throws Exception {
        hold(dns("a.org"));
        assertThatThrownBy(() -> allowAt(place))
                .isInstanceOfSatisfying(
                        PolicyException.class, e -> assertThat(e).hasMessageContaining(place));
        assertThat(at.waiting()).hasSize(1);
        assertThat(at.answers).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"93.184.216.7,", ", 80"})
    void aConnectionNotCoveredByTheAnswerIsRefused(@Nullable String place, @Nullable String ports) throws Exception {
        hold(tcp("a.org", 443));
        hold(new Destination("tcp", "93.184.216.99", 443, "a.org"));
        Approval approval = at.waiting().getFirst();
        assertThat(approval.waiting()).isEqualTo(2);
        at.policies.answer(approval.id(), new AnswerApproval(RuleAction.ALLOW, RuleScope.ONCE, null, ports, place));
        assertThat(at.answers)
                .extracting(FlowDecision::verdict)
                .containsExactly(place == null ? Verdict.REFUSED : Verdict.ALLOWED, Verdict.REFUSED);
        assertThat(at.answers.getLast().rule()).contains("not covered by your answer", "try again");
        assertThat(at.answers.getLast().layer()).isEqualTo(RuleLayer.ONCE);
        assertThat(at.events.getLast().verdict()).isEqualTo(place == null ? Verdict.REFUSED : Verdict.ALLOWED);
        assertThat(at.audit.newest(9).stream().filter(entry -> entry.what().equals("opened")))
                .hasSize(place == null ? 0 : 1);
    }

    @Test
    void aNameAllowedOnceAtAnAddressOpensNoOther() throws Exception {
        hold(dns("a.org"));
        at.policies.answer(
                at.waiting().getFirst().id(),
                new AnswerApproval(RuleAction.ALLOW, RuleScope.ONCE, null, null, "10.0.0.0/24"));
        assertThat(at.answers.getFirst().verdict()).isEqualTo(Verdict.ALLOWED);
        assertThat(at.answers.getFirst().grant().namesAddress())
                .as("where it leads is not known yet")
                .isFalse();
        assertThat(policy.decide(leading("a.org", "127.0.0.1")).grant().namesAddress())
                .isFalse();
        FlowDecision there = policy.decide(leading("a.org", "10.0.0.5"));
        assertThat(there.grant().namesAddress()).isTrue();
        assertThat(there.grant().namesExactly()).as("a range").isFalse();
    }

    @Test
    void anAnswerMustCoverTheAddressOfItsApproval() throws Exception {
        at.policies.add(at.subject("s1"), "allow a.org", RuleScope.SANDBOX);
        hold(leading("a.org", "10.0.0.5"));
        assertThatThrownBy(() -> allowAt("10.0.0.6")).hasMessageContaining("10.0.0.5");
        Rule rule = Objects.requireNonNull(allowAt("10.0.0.0/29").rule());
        assertThat(rule.match().address()).isEqualTo("10.0.0.0/29");
        hold(new Destination("tcp", "93.184.216.7", 443, null));
        assertThatThrownBy(() -> allowAt("93.184.216.7")).hasMessageContaining("the approval already names one");
    }

    @Test
    void approvalsForPrivateAddressesAreLimited() throws Exception {
        at.policies.add(at.subject("s1"), "allow *.evil.org", RuleScope.SANDBOX);
        for (int i = 0; i < 1_000; i++) {
            hold(leading("n" + i + ".evil.org", "10.0." + i / 250 + "." + i % 250));
        }
        assertThat(at.waiting()).hasSize(ApprovalLimits.MOST_PRIVATE);
        hold(tcp("b.org", 443));
        assertThat(at.waiting()).hasSize(ApprovalLimits.MOST_PRIVATE + 1);
        for (int i = 0; i < 100; i++) {
            hold(leading("m" + i + ".evil.org", "10.1.0." + i));
            for (Approval approval : at.waiting()) {
                answer(approval, RuleAction.DENY, RuleScope.ONCE, null);
            }
        }
        long asked = at.events.stream()
                .filter(event -> event.op().equals("asked") && event.protocol().equals("dns"))
                .count();
        assertThat(asked).isEqualTo(ApprovalLimits.MOST_PRIVATE_AN_HOUR);
        assertThat(at.answers.getLast().rule()).contains("`allow m99.evil.org at 10.1.0.99`");
        at.later(Duration.ofHours(1));
        hold(leading("later.evil.org", "10.2.0.1"));
        assertThat(at.waiting()).anyMatch(approval -> "later.evil.org".equals(approval.name()));
    }

    @Test
    void aDestroyedSandboxWithdrawsItsApprovals() throws Exception {
        hold(tcp("a.org", 443));
        at.policies.forget("s1");
        assertThat(at.answers).extracting(FlowDecision::verdict).containsExactly(Verdict.REFUSED);
        assertThat(at.events).extracting(ApprovalEvent::op).containsExactly("asked", "withdrawn");
    }

    @Test
    void approvalsAndAnswersAreEventsAndInTheAudit() throws Exception {
        hold(tcp("a.org", 443));
        answer(at.waiting().getFirst(), RuleAction.ALLOW, RuleScope.SANDBOX, null);
        assertThat(at.events).extracting(ApprovalEvent::op).containsExactly("asked", "answered");
        ApprovalEvent answered = at.events.getLast();
        assertThat(answered.verdict()).isEqualTo(Verdict.ALLOWED);
        assertThat(answered.scope()).isEqualTo(RuleScope.SANDBOX);
        assertThat(answered.rule()).isEqualTo("allow a.org:443 tcp");
        assertThat(answered.outcome()).isEqualTo(ApprovalOutcome.ALLOWED);
        assertThat(answered.by()).isEqualTo(ApprovalEvent.DecidedBy.USER);
        assertThat(answered.sandbox()).isNotNull();
        assertThat(at.events.getFirst().approval()).isNotNull().satisfies(asked -> {
            assertThat(asked.id()).isEqualTo(answered.id());
            assertThat(asked.waiting()).isEqualTo(1);
        });
        assertThat(at.audited()).containsExactly("held", "opened", "answered", "policy");
        assertThat(at.audit.verify().intact()).isTrue();
    }

    @Test
    void moreConnectionsAreReportedTogetherAfterAWhile() throws Exception {
        hold(tcp("a.org", 443));
        for (int i = 0; i < 20; i++) {
            hold(tcp("a.org", 443));
        }
        assertThat(at.events).hasSize(1);
        at.millis.addAndGet(1_000);
        hold(tcp("a.org", 443));
        Awaitility.await().atMost(Durations.ONE_MINUTE).until(() -> at.events.size() == 2);
        assertThat(at.events.getLast().op()).isEqualTo("asked");
        assertThat(at.events.getLast().approval())
                .isNotNull()
                .satisfies(now -> assertThat(now.waiting()).isEqualTo(22));
    }

    @Test
    void anApprovalThatARuleDecidesOrNobodyAnswersSaysSo() throws Exception {
        hold(tcp("a.org", 443));
        at.policies.add(at.subject("s1"), "deny a.org", RuleScope.SANDBOX);
        assertThat(at.events.getLast().outcome()).isEqualTo(ApprovalOutcome.DENIED);
        assertThat(at.events.getLast().by()).isEqualTo(ApprovalEvent.DecidedBy.RULE);
        assertThat(at.answers.getLast().reason()).isEqualTo(RefusalReason.DENIED_BY_RULE);
        assertThat(at.answers.getLast().layer()).isEqualTo(RuleLayer.SANDBOX);
        hold(tcp("b.org", 443));
        at.policies.contain(at.subject("s1"), "the sandbox is stopping");
        assertThat(at.events.getLast().outcome()).isEqualTo(ApprovalOutcome.STOPPED);
        assertThat(at.events.getLast().by()).isEqualTo(ApprovalEvent.DecidedBy.NOBODY);
    }

    @Test
    void aHostAgentThatEndsRefusesWaitingApprovals() throws Exception {
        hold(tcp("a.org", 443));
        at.restart();
        assertThat(at.events.getLast().outcome()).isEqualTo(ApprovalOutcome.STOPPED);
        assertThat(at.answers).extracting(FlowDecision::verdict).containsExactly(Verdict.REFUSED);
        assertThat(at.audited()).containsExactly("held", "expired");
        assertThat(at.waiting()).isEmpty();
    }

    @Test
    void approvalsOpenAtACrashAreRecordedAsExpired() throws Exception {
        hold(tcp("a.org", 443));
        String id = at.waiting().getFirst().id();
        // After a crash only the audit as it was then is left.
        Path left = Files.createDirectories(folder.resolve("left"));
        Files.copy(folder.resolve("audit/audit-000001.jsonl"), left.resolve("audit-000001.jsonl"));
        try (AuditLog audit = AuditLog.open(left, java.time.Instant::now);
                PolicyService next = PolicyService.open(at.places, audit, java.time.Instant::now)) {
            assertThat(audit.newest(10))
                    .extracting(AuditEntry::what, AuditEntry::approval)
                    .contains(tuple("held", id), tuple("expired", id));
            assertThat(next.waiting(null).waiting()).isEmpty();
        }
    }

    @Test
    void theApprovalsOfOneSandboxAreListed() {
        hold(tcp("a.org", 443));
        assertThat(at.policies.waiting("s1").waiting()).hasSize(1);
        assertThat(at.policies.waiting("s2").waiting()).isEmpty();
    }
}
