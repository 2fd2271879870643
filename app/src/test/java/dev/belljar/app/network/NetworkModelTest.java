package dev.belljar.app.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.sandbox.FlowState;
import dev.belljar.app.sandbox.SelectedTime;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.RuleLayer;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.view.network.FlowRow;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that equal flows are grouped in one line and that no byte is lost.
class NetworkModelTest {
    private final NetworkModel model = new NetworkModel();

    @Test
    void lookupsOfANameWithinAMinuteAreOneLine() {
        show(
                lookup(60_005, "a.example", 30, 50),
                lookup(60_004, "b.example", 30, 0),
                lookup(5, "a.example", 30, 70),
                lookup(4, "b.example", 30, 0),
                lookup(3, "c.example", 30, 0));
        assertThat(model.lines()).extracting(FlowLine::count).containsExactly(2, 2, 1);
        show(
                lookup(60_005, "a.example", 30, 50),
                lookup(3, "a.example", 30, 70),
                lookup(2, "b.example", 30, 0),
                lookup(1, "a.example", 30, 0));
        assertThat(model.lines())
                .as("more than a minute apart")
                .extracting(FlowLine::count)
                .containsExactly(1, 2, 1);
        show(lookup(4, "a.example", 30, 50), lookup(3, "a.example", 30, 70), lookup(2, "b.example", 30, 0));
        FlowLine first = model.lines().getFirst();
        assertThat(first.flow().flow()).isEqualTo(4);
        assertThat(first.key().oldest()).isEqualTo(3);
        assertThat(first.up()).isEqualTo(60);
        assertThat(first.down()).isEqualTo(120);
    }

    @Test
    void connectionsThatDifferOnlyInTimeAndBytesAreOneLineThatUnfolds() {
        show(refusedConnection(3, 10), refusedConnection(2, 20), refusedConnection(1, 20));
        assertThat(model.lines()).extracting(FlowLine::count).containsExactly(3);
        assertThat(model.lines()).extracting(FlowLine::up).containsExactly(50L);
        model.toggle(model.lines().getFirst());
        assertThat(model.lines()).extracting(FlowLine::up).containsExactly(50L, 10L, 20L, 20L);
        assertThat(model.lines()).extracting(FlowLine::key).doesNotHaveDuplicates();
        show(refusedConnection(4, 5), refusedConnection(3, 10), refusedConnection(2, 20), refusedConnection(1, 20));
        assertThat(model.lines()).as("stays unfolded as it grows").hasSize(5);
        model.toggle(model.lines().getFirst());
        assertThat(model.lines()).hasSize(1);
    }

    @Test
    void connectionsOfSeveralProcessesOfAProgramAreOneLineWithoutAPid() {
        FlowRow one = connection(3, 3L, 7, "http");
        show(one, connection(2, 2L, 8, "http"), connection(1, 1L, 9, "gpgv"));
        assertThat(model.lines()).extracting(FlowLine::process).containsExactly("http", "gpgv 9");
    }

    @Test
    void aTimeRangeShowsWhatWasOpenInPartOfIt() {
        show(connection(2, null, 7, "curl"), connection(1, 3L, 8, "wget"));
        model.range(new TimeRange(4, 6));
        assertThat(model.lines()).extracting(FlowLine::process).containsExactly("curl 7");
        model.range(new TimeRange(3, 6));
        assertThat(model.lines()).hasSize(2);
        model.range(new TimeRange(0, 0));
        assertThat(model.lines()).isEmpty();
    }

    @Test
    void aTimeRangeFiltersFlowsButNotWaitingApprovals() {
        show(lookup(9, "c.example", 1, 1), lookup(5, "b.example", 1, 1), lookup(1, "a.example", 1, 1));
        model.waiting(List.of(approval("d.example", "192.0.2.1")), 0);
        model.range(new TimeRange(4, 6));
        assertThat(model.lines())
                .extracting(l -> FlowEndpoints.name(l.flow()))
                .containsExactly("d.example", "b.example");
        model.range(new TimeRange(5, Long.MAX_VALUE));
        assertThat(model.lines()).hasSize(3);
        model.range(TimeRange.ALL);
        assertThat(model.lines()).hasSize(4);
    }

    @Test
    void waitingApprovalsAreShownNewestFirst() {
        show();
        Approval old = new Approval("1", "sb-1", "shop", 10, 60_000, "tcp", "a.example", null, 443, null, 1);
        Approval young = new Approval("2", "sb-1", "shop", 20, 60_000, "tcp", "b.example", null, 443, null, 1);
        model.waiting(List.of(old, young), 0);
        assertThat(model.lines())
                .extracting(l -> FlowEndpoints.name(l.flow()))
                .containsExactly("b.example", "a.example");
    }

    @Test
    void theSameDestinationFromAnotherProcessIsAnotherLine() {
        FlowRow one = refusedConnection(2, 0);
        FlowRow other = new FlowRow(
                1,
                1,
                null,
                8,
                "curl",
                null,
                "tcp",
                "10.0.2.15:5",
                "1.2.3.4:443",
                "a.example",
                0,
                0,
                1,
                Verdict.REFUSED,
                null);
        show(one, other);
        assertThat(model.lines()).hasSize(2);
    }

    @Test
    void aWaitingApprovalIsShownOnceOnTopWithItsFlow() {
        FlowRow held = new FlowRow(
                9,
                1,
                null,
                7,
                "npm",
                null,
                "tcp",
                "10.0.2.15:5",
                "1.2.3.4:443",
                "a.example",
                0,
                0,
                1,
                Verdict.HELD,
                null);
        show(refusedConnection(10, 5), held);
        model.waiting(List.of(approval("a.example", "1.2.3.4")), 36_000);
        FlowLine first = model.lines().getFirst();
        assertThat(model.lines()).hasSize(2);
        assertThat(first.flow()).isEqualTo(held);
        assertThat(first.held())
                .isNotNull()
                .extracting(FlowLine.HeldApproval::left)
                .isEqualTo("denied in 0:24");
        assertThat(first.count()).isEqualTo(3);
        assertThat(model.pairs().getFirst().held()).isTrue();
    }

    @Test
    void anApprovalWithoutAFlowIsShownAndFilteredLikeOne() {
        show(refusedConnection(1, 5));
        model.waiting(List.of(approval(null, "203.0.113.7")), 0);
        model.sight(NetworkModel.VerdictFilter.WAITING);
        assertThat(model.lines()).extracting(l -> l.flow().dst()).containsExactly("203.0.113.7:443");
        model.filter("b.example");
        assertThat(model.lines()).isEmpty();
        model.filter("203.0");
        model.sight(NetworkModel.VerdictFilter.BLOCKED);
        assertThat(model.lines()).isEmpty();
    }

    @Test
    void theRecordedReasonGivesTheOutcome() {
        assertThat(refused("deny a.example (user rule 7f3a90c1)")).isEqualTo(FlowOutcome.BY_RULE);
        assertThat(refused("denied by you: deny a.example (once rule 1)")).isEqualTo(FlowOutcome.BY_YOU);
        assertThat(refused("nobody answered in time")).isEqualTo(FlowOutcome.TIMED_OUT);
        assertThat(refused("closed: no matching rule")).isEqualTo(FlowOutcome.NO_RULE);
        assertThat(refused("the budget is used up: allow a.example (user rule 1)"))
                .isEqualTo(FlowOutcome.BUDGET);
        assertThat(refused("private or special address: needs a rule that names it"))
                .isEqualTo(FlowOutcome.PRIVATE);
        assertThat(refused("not IP")).isEqualTo(FlowOutcome.BOUNDARY);
        assertThat(refused(null)).isEqualTo(FlowOutcome.BOUNDARY);
    }

    @ParameterizedTest
    @CsvSource({
        "ONCE, your answer, your answer",
        "SANDBOX, sandbox rule, sandbox rule",
        "PROJECT, project rule, project rule",
        "USER, rule for all projects, rule for all projects",
        "ORGANIZATION, organization rule, organization rule",
        "REGISTRIES, registries, registries",
        "NETWORK_MODE, no matching rule, ''",
        "BUILT_IN, '', built-in rule",
    })
    void theRuleColumnNamesTheRecordedLayer(RuleLayer layer, String allowed, String refused) {
        assertThat(RuleLayerText.of(decided(Verdict.ALLOWED, layer))).isEqualTo(allowed);
        assertThat(RuleLayerText.of(decided(Verdict.REFUSED, layer))).isEqualTo(refused);
    }

    @Test
    void aFlowThatWaitsOrStaysInTheGatewayNamesNoLayer() {
        assertThat(RuleLayerText.of(decided(Verdict.HELD, RuleLayer.NETWORK_MODE)))
                .isEmpty();
        assertThat(RuleLayerText.of(decided(Verdict.LOCAL, RuleLayer.BUILT_IN))).isEmpty();
    }

    private static FlowRow decided(Verdict verdict, RuleLayer layer) {
        RefusalReason reason = verdict == Verdict.REFUSED ? RefusalReason.NEVER_ALLOWED : null;
        String rule = "any words (team rule 1)";
        return new FlowRow(
                1, 1, null, null, null, null, "tcp", "", "1.2.3.4:443", null, 0, 0, 0, verdict, rule, reason, layer);
    }

    @Test
    void theRuleColumnNamesOnlyTheLayer() {
        assertThat(layer("deny a.example:443 tcp (sandbox rule 2c77e910)")).isEqualTo("sandbox rule");
        assertThat(layer("denied by you: deny a.example (once rule 1)")).isEqualTo("your answer");
        assertThat(layer("deny a.example (organization rule 1)")).isEqualTo("organization rule");
        assertThat(layer("private or special address: needs a rule that names it"))
                .isEqualTo("built-in rule");
        assertThat(layer("closed: no matching rule")).isEmpty();
    }

    private static String layer(String rule) {
        return RuleLayerText.of(new FlowRow(
                1, 1, null, null, null, null, "tcp", "", "1.2.3.4:443", null, 0, 0, 0, Verdict.REFUSED, rule));
    }

    private static FlowOutcome refused(@Nullable String rule) {
        return FlowOutcome.of(new FlowRow(
                1, 1, null, null, null, null, "tcp", "", "1.2.3.4:443", null, 0, 0, 0, Verdict.REFUSED, rule));
    }

    @Test
    void onlyWaitingApprovalsAreHeldPairs() {
        FlowRow past = new FlowRow(
                1,
                1,
                null,
                7,
                "npm",
                null,
                "tcp",
                "10.0.2.15:5",
                "1.2.3.4:443",
                "a.example",
                0,
                0,
                1,
                Verdict.HELD,
                null);
        show(past);
        assertThat(model.pairs()).isEmpty();
        model.waiting(List.of(approval("b.example", "1.2.3.5")), 0);
        assertThat(model.pairs()).extracting(NetworkModel.ProcessTraffic::name).containsExactly("b.example");
    }

    @Test
    void atAMomentOnlyWhatWasOpenedUntilThenIsShown() {
        FlowState all = flows(connection(300, null, 7, "npm"), connection(100, 150L, 7, "curl"));
        FlowState past = flows(connection(100, 150L, 7, "curl"));
        SelectedTime read = new SelectedTime(200, null, past, null);
        assertThat(model.show(all, Optional.empty())).isEqualTo(all);
        assertThat(model.show(all, Optional.of(SelectedTime.unread(200)))).isEqualTo(all);
        FlowState then = model.show(all, Optional.of(read));
        assertThat(then.flows()).extracting(FlowRow::process).containsExactly("curl");
        assertThat(model.lines()).hasSize(1);
        Approval later = new Approval("q", "sb-1", "shop", 250, 60_000, "tcp", "b", "1.2.3.5", 443, null, 3);
        model.waiting(List.of(later), 300);
        assertThat(model.held()).isZero();
        Problem problem = Problem.of(ProblemCode.INTERNAL, "error", "the index is being rebuilt", null);
        assertThat(model.show(all, Optional.of(new SelectedTime(200, null, null, problem))))
                .isEqualTo(all);
        model.waiting(List.of(later), 300);
        assertThat(model.held()).isEqualTo(1);
    }

    private static Approval approval(@Nullable String name, String address) {
        return new Approval("q", "sb-1", "shop", 0, 60_000, "tcp", name, address, 443, null, 3);
    }

    private static FlowState flows(FlowRow... flows) {
        return new FlowState(List.of(flows), flows.length, 0, 0, 0, List.of());
    }

    private void show(FlowRow... flows) {
        model.show(flows(flows));
    }

    private static FlowRow connection(long at, @Nullable Long ended, int pid, String program) {
        return new FlowRow(
                at,
                at,
                ended,
                pid,
                program,
                null,
                "tcp",
                "10.0.2.15:5",
                "1.2.3.4:80",
                "a.example",
                1,
                1,
                1,
                Verdict.ALLOWED,
                null);
    }

    private static FlowRow lookup(long id, String name, long up, long down) {
        return new FlowRow(
                id,
                id,
                id,
                7,
                "npm",
                null,
                "dns",
                "10.0.2.15:5",
                "10.0.2.3:53",
                name,
                up,
                down,
                2,
                Verdict.LOCAL,
                null);
    }

    private static FlowRow refusedConnection(long id, long up) {
        return new FlowRow(
                id,
                id,
                null,
                7,
                "npm",
                null,
                "tcp",
                "10.0.2.15:5",
                "1.2.3.4:443",
                "a.example",
                up,
                0,
                1,
                Verdict.REFUSED,
                null);
    }
}
