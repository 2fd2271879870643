package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.journal.JournalCursor;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.ApprovalQueue;
import dev.belljar.contract.policy.ApprovalResult;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.PolicyProposal;
import dev.belljar.contract.policy.PolicyReplay;
import dev.belljar.contract.policy.PolicyText;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.policy.AddRule;
import dev.belljar.contract.sandbox.Sandbox;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that the requests about policies and approvals, with their parameters, are carried out.
class PolicyRoutesTest {
    private static final String OWN = "/sandboxes/s1/policy";

    @TempDir
    private Path folder;

    private ApiFixture api;

    @BeforeEach
    void start() throws Exception {
        api = new ApiFixture(folder);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private List<Rule> rules(RuleScope scope) throws Exception {
        return api.services.policies().text(ApiFixture.ID, scope).rules();
    }

    @Test
    void theNetworkModeIsSetInTheNamedLayer() throws Exception {
        PolicyView wide = ApiFixture.read(
                api.post(OWN + "/preset", "{\"preset\":\"open\",\"scope\":\"user\"}"), 200, PolicyView.class);
        assertThat(wide.preset()).isEqualTo(NetworkMode.OPEN);
        assertThat(wide.layers())
                .filteredOn(layer -> layer.scope() == RuleScope.USER)
                .singleElement()
                .satisfies(layer -> assertThat(layer.preset()).isEqualTo(NetworkMode.OPEN));
        assertThat(ApiFixture.read(api.post(OWN + "/preset", "{\"preset\":\"closed\"}"), 200, PolicyView.class)
                        .layers())
                .filteredOn(layer -> layer.scope() == RuleScope.SANDBOX)
                .singleElement()
                .satisfies(layer -> assertThat(layer.preset()).isEqualTo(NetworkMode.CLOSED));
        PolicyView shown = ApiFixture.read(api.get("/sandboxes/shop/policy"), 200, PolicyView.class);
        assertThat(shown.sandbox()).isEqualTo(ApiFixture.ID);
        assertThat(shown.preset()).isEqualTo(NetworkMode.CLOSED);
    }

    @Test
    void aRuleIsAddedToTheSandboxUnlessAnotherLayerIsNamed() throws Exception {
        Rule own = ApiFixture.read(api.post(OWN + "/rules", "{\"rule\":\"allow a.org\"}"), 201, Rule.class);
        assertThat(own.scope()).isEqualTo(RuleScope.SANDBOX);
        Rule wide = ApiFixture.read(
                api.post(OWN + "/rules", "{\"rule\":\"deny b.org\",\"scope\":\"user\"}"), 201, Rule.class);
        assertThat(rules(RuleScope.SANDBOX)).containsExactly(own);
        assertThat(rules(RuleScope.USER)).containsExactly(wide);
        assertThat(ApiFixture.read(api.delete(OWN + "/rules/" + own.id()), 200, Rule.class))
                .isEqualTo(own);
        assertThat(rules(RuleScope.SANDBOX)).isEmpty();
        HttpResponse<String> unknown = api.delete(OWN + "/rules/a1b2");
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(unknown.body()).contains("policy.no-such-rule", "a1b2");
    }

    /// The window marks the field of the form; the texts are as it writes them.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "allow a.org:99999|ports",
                "allow a.org:x|ports",
                "allow a.org by node|program",
                "allow a.org by|by",
                "allow a.org upload much|upload",
                "allow a..org|name",
                "allow 192.0.2.1/24|address",
                "allow 192.0.2.1 at 192.0.2.2|at",
                "permit a.org|rule"
            })
    void aRefusedRuleNamesTheFieldThatIsWrong(String rule, String field) throws Exception {
        HttpResponse<String> refused =
                api.post(OWN + "/rules", ContractJson.line(new AddRule(rule, RuleScope.SANDBOX)));
        Problem problem = ApiFixture.read(refused, 422, Problem.class);
        assertThat(problem.code()).isEqualTo("policy.rule-invalid");
        assertThat(problem.field()).isEqualTo(field);
        Problem other = ApiFixture.read(api.delete(OWN + "/rules/a1b2"), 404, Problem.class);
        assertThat(other.field()).isNull();
    }

    @Test
    void theNamedLayerIsExportedAndImported() throws Exception {
        Rule own = api.services.policies().add(ApiFixture.ID, "allow a.org", RuleScope.SANDBOX);
        Rule wide = api.services.policies().add(ApiFixture.ID, "deny b.org", RuleScope.USER);
        PolicyText text = ApiFixture.read(api.get(OWN + "/export"), 200, PolicyText.class);
        assertThat(text.rules()).containsExactly(own);
        assertThat(ApiFixture.read(api.get(OWN + "/export?scope=user"), 200, PolicyText.class)
                        .rules())
                .containsExactly(wide);
        assertThat(api.get(OWN + "/export?scope=once").statusCode()).isEqualTo(400);
        String body = ContractJson.line(new Import(text.toml(), "project"));
        assertThat(ApiFixture.read(api.post(OWN + "/import", body), 200, PolicyView.class)
                        .sandbox())
                .isEqualTo(ApiFixture.ID);
        assertThat(rules(RuleScope.PROJECT)).containsExactly(own.in(RuleScope.PROJECT));
    }

    private record Import(String toml, String scope) {}

    @Test
    void aDraftIsTestedAgainstTheRecordedFlows() throws Exception {
        record(1, "a.org", Verdict.ALLOWED);
        assertThat(ApiFixture.read(api.post(OWN + "/test", "{}"), 200, PolicyReplay.class)
                        .flows())
                .isEqualTo(1);
        PolicyReplay narrow = ApiFixture.read(
                api.post(OWN + "/test", "{\"toml\":\"preset = \\\"closed\\\"\"}"), 200, PolicyReplay.class);
        assertThat(narrow.changes()).hasSize(1);
    }

    @Test
    void theReachedDestinationsAreLearnedAndTheRefusedOnesOnRequest() throws Exception {
        record(1, "a.org", Verdict.ALLOWED);
        record(2, "b.org", Verdict.REFUSED);
        assertThat(ApiFixture.read(api.get(OWN + "/learn"), 200, PolicyText.class)
                        .toml())
                .contains("a.org")
                .doesNotContain("b.org");
        assertThat(ApiFixture.read(api.get(OWN + "/learn?tried=true"), 200, PolicyText.class)
                        .toml())
                .contains("a.org", "b.org");
    }

    private void record(int flow, String name, Verdict verdict) throws Exception {
        api.journal.append(new NetEvent(
                0,
                flow,
                NetOp.OPEN,
                flow,
                7,
                "out",
                "tcp",
                "10.0.2.15:5000",
                "93.184.216.34:443",
                name,
                0,
                0,
                0,
                1,
                verdict,
                "a rule"));
        SandboxFixture.until(
                () -> api.services.queries().flows("s1", 10).flows().size() == flow);
    }

    @Test
    void aProposalIsAdoptedByItsDigest() throws Exception {
        assertThat(api.get(OWN + "/proposal").statusCode()).isEqualTo(404);
        Path file = folder.resolve("shop/.belljar/policy.toml");
        Files.createDirectories(file.getParent());
        String toml =
                api.services.policies().text(ApiFixture.ID, RuleScope.SANDBOX).toml();
        Rule rule = api.services.policies().add(ApiFixture.ID, "allow a.org", RuleScope.SANDBOX);
        Files.writeString(
                file,
                api.services.policies().text(ApiFixture.ID, RuleScope.SANDBOX).toml());
        assertThat(api.services
                        .policies()
                        .replace(ApiFixture.ID, toml, RuleScope.SANDBOX)
                        .problem())
                .isNull();
        PolicyProposal proposal = ApiFixture.read(api.get(OWN + "/proposal"), 200, PolicyProposal.class);
        assertThat(proposal.rules()).extracting(Rule::match).containsExactly(rule.match());
        HttpResponse<String> other = api.post(OWN + "/proposal/adopt", "{\"digest\":\"d1\"}");
        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(other.body()).contains("policy.proposal-changed");
        assertThat(rules(RuleScope.PROJECT)).isEmpty();
        ApiFixture.read(
                api.post(OWN + "/proposal/adopt", "{\"digest\":\"" + proposal.digest() + "\"}"), 200, PolicyView.class);
        assertThat(rules(RuleScope.PROJECT)).extracting(Rule::match).containsExactly(rule.match());
    }

    @Test
    void approvalsAreListedOfOneSandboxOrAll() throws Exception {
        api.running();
        Path project = Files.createDirectories(folder.resolve("other"));
        HttpResponse<String> made = api.post("/sandboxes", "{\"path\":\"" + project + "\",\"start\":false}");
        String other = ApiFixture.read(made, 201, Sandbox.class).id();
        hold("a.org", new CopyOnWriteArrayList<>());
        ApprovalQueue all = ApiFixture.read(api.get("/approvals"), 200, ApprovalQueue.class);
        assertThat(all.waiting()).extracting(Approval::sandbox).containsExactly(ApiFixture.ID);
        assertThat(ApiFixture.read(api.get("/approvals?sandbox=shop"), 200, ApprovalQueue.class)
                        .waiting())
                .hasSize(1);
        assertThat(ApiFixture.read(api.get("/approvals?sandbox=" + other), 200, ApprovalQueue.class)
                        .waiting())
                .isEmpty();
        assertThat(api.get("/approvals?sandbox=nobody").statusCode()).isEqualTo(404);
    }

    @Test
    void anApprovalThatBeginsIsAnEventOfTheHost() throws Exception {
        api.running();
        try (JournalCursor events = api.hostJournal().cursor(0, Set.of(EventType.APPROVAL))) {
            assertThat(events.next(1, Duration.ZERO)).isEmpty();
            Approval approval = hold("a.org", new CopyOnWriteArrayList<>());
            assertThat(events.next(1, Duration.ofSeconds(60)))
                    .singleElement()
                    .isInstanceOfSatisfying(
                            ApprovalEvent.class, event -> assertThat(event.id()).isEqualTo(approval.id()));
        }
    }

    @Test
    void anApprovalIsAnsweredWithItsScopeAndAddress() throws Exception {
        api.running();
        List<FlowDecision> answers = new CopyOnWriteArrayList<>();
        String one = "/approvals/" + hold("a.org", answers).id();
        ApprovalResult kept = ApiFixture.read(
                api.post(one, "{\"action\":\"allow\",\"scope\":\"sandbox\",\"budget\":{\"minutes\":5}}"),
                200,
                ApprovalResult.class);
        assertThat(kept.action()).isEqualTo(RuleAction.ALLOW);
        assertThat(kept.scope()).isEqualTo(RuleScope.SANDBOX);
        Rule rule = Objects.requireNonNull(kept.rule());
        assertThat(Objects.requireNonNull(rule.expires()) - System.currentTimeMillis())
                .isBetween(
                        Duration.ofMinutes(3).toMillis(), Duration.ofMinutes(5).toMillis());
        assertThat(rules(RuleScope.SANDBOX)).containsExactly(rule);
        String next = "/approvals/" + hold("b.org", answers).id();
        ApprovalResult once = ApiFixture.read(api.post(next, "{\"action\":\"deny\"}"), 200, ApprovalResult.class);
        assertThat(once.action()).isEqualTo(RuleAction.DENY);
        assertThat(once.scope()).isEqualTo(RuleScope.ONCE);
        String last = "/approvals/" + hold("c.org", answers).id();
        ApprovalResult there = ApiFixture.read(
                api.post(last, "{\"action\":\"allow\",\"scope\":\"sandbox\",\"at\":\"93.184.216.7\"}"),
                200,
                ApprovalResult.class);
        assertThat(Objects.requireNonNull(there.rule()).match().address()).isEqualTo("93.184.216.7");
        assertThat(answers)
                .extracting(FlowDecision::verdict)
                .containsExactly(Verdict.ALLOWED, Verdict.REFUSED, Verdict.ALLOWED);
    }

    /// Makes a connection to this name wait for an approval, and returns the approval.
    private Approval hold(String name, List<FlowDecision> answers) throws Exception {
        api.host
                .openers()
                .policy()
                .hold(new Destination("tcp", "93.184.216.7", 443, name), UnaryOperator.identity(), answers::add);
        return api.services.policies().waiting(ApiFixture.ID).waiting().getLast();
    }
}
