package dev.belljar.agent.egress;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.index.EventIndex;
import dev.belljar.agent.policy.PolicyService;
import dev.belljar.agent.policy.approval.PolicySubject;
import dev.belljar.agent.policy.rule.PolicyException;
import dev.belljar.agent.policy.rule.RuleText;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.secret.LoginCode;
import dev.belljar.agent.secret.LoginServer;
import dev.belljar.agent.secret.SecretException;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.policy.ApprovalQueue;
import dev.belljar.contract.policy.ApprovalResult;
import dev.belljar.contract.policy.InspectionView;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.PolicyProposal;
import dev.belljar.contract.policy.PolicyReplay;
import dev.belljar.contract.policy.PolicyText;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleMatch;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.policy.AnswerApproval;
import dev.belljar.contract.request.policy.KeepSecret;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.network.FlowRow;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The policies of all sandboxes. A sandbox is given by its id or name.
public final class SandboxPolicyService {
    private static final int MOST_FLOWS = 100_000;

    private final SandboxRegistry registry;
    private final EgressControls egress;
    private final EventIndex index;
    private final InspectionSetup inspection;

    public SandboxPolicyService(
            SandboxRegistry registry, EgressControls egress, EventIndex index, InspectionSetup inspection) {
        this.registry = registry;
        this.egress = egress;
        this.index = index;
        this.inspection = inspection;
    }

    /// The policy in force.
    public PolicyView view(String sandbox) throws BelljarException {
        return policies().view(subject(sandbox, RuleScope.USER));
    }

    /// Sets the network mode of a layer, null to leave it to the wider layers.
    public PolicyView networkMode(String sandbox, @Nullable NetworkMode mode, RuleScope scope) throws BelljarException {
        return policies().networkMode(subject(sandbox, scope), mode, scope);
    }

    /// Adds a rule in words. One about HTTP requests is refused if their connections are not inspected: it
    /// would block them all. Whether those of other sandboxes are, wider layers do not know.
    public Rule add(String sandbox, String rule, RuleScope scope) throws BelljarException {
        PolicySubject subject = subject(sandbox, scope);
        RuleMatch match = RuleText.parse(rule, scope, null).match();
        String name = match.name();
        boolean concerns = scope == RuleScope.SANDBOX && match.ofRequests() && !"80".equals(match.ports());
        if (concerns && name != null && !egress.inspections().inspects(subject, name)) {
            throw new PolicyException(
                    PolicyException.RULE,
                    "the rule is about HTTP requests, but TLS connections of %s to %s are not inspected, so that nobody"
                                    .formatted(subject.name(), name)
                            + " sees their requests",
                    "Turn inspection on with `belljar inspect %s on '%s'`, then add the rule again."
                            .formatted(subject.name(), name));
        }
        return policies().add(subject, rule, scope);
    }

    /// Removes a rule.
    public Rule remove(String sandbox, String rule) throws BelljarException {
        return policies().remove(subject(sandbox, RuleScope.USER), rule);
    }

    /// A layer as TOML.
    public PolicyText text(String sandbox, RuleScope scope) throws BelljarException {
        return policies().text(subject(sandbox, scope), scope);
    }

    /// Replaces the policy of a layer with this TOML.
    public PolicyView replace(String sandbox, String toml, RuleScope scope) throws BelljarException {
        return policies().replace(subject(sandbox, scope), toml, scope);
    }

    /// The recorded flows for which a draft of a layer (null: the policy in force) would have given another
    /// verdict.
    public PolicyReplay replay(String sandbox, @Nullable String toml, RuleScope scope) throws BelljarException {
        return policies().replay(subject(sandbox), toml, scope, flows(sandbox));
    }

    /// The narrowest policy for the destinations that the sandbox reached, with `tried` also for the refused
    /// ones.
    public PolicyText learn(String sandbox, boolean tried) throws BelljarException {
        return policies().learn(flows(sandbox), tried);
    }

    /// The proposal of the project.
    public PolicyProposal proposal(String sandbox) throws BelljarException {
        return policies().proposal(subject(sandbox));
    }

    /// Adds the proposal with this digest to the project's policy.
    public PolicyView adopt(String sandbox, String digest) throws BelljarException {
        return policies().adopt(subject(sandbox), digest);
    }

    /// The waiting approvals of one sandbox or, for null, of all.
    public ApprovalQueue waiting(@Nullable String sandbox) throws BelljarException {
        return policies()
                .waiting(sandbox == null ? null : registry.find(sandbox).id());
    }

    /// Answers an approval.
    public ApprovalResult answer(String approvalId, AnswerApproval answer) throws BelljarException {
        return policies().answer(approvalId, answer);
    }

    /// The TLS inspection of a sandbox.
    public InspectionView inspection(String sandbox) throws BelljarException {
        return egress.inspections().view(subject(sandbox));
    }

    /// Begins or ends TLS inspection of connections to names (an empty list: all); a running machine is set up
    /// at once.
    public InspectionView inspect(String sandbox, boolean on, List<String> names)
            throws BelljarException, InterruptedException {
        SandboxRuntime live = registry.find(sandbox);
        egress.inspections().set(live.subject(), on, names);
        configure(live);
        changed(live.id(), HostEvent.PolicyChanged.PolicyPart.INSPECTION);
        return egress.inspections().view(live.subject());
    }

    /// Permits a secret for a host name, in one sandbox or, for null, in any; running machines get its
    /// placeholder.
    public SecretInfo bind(String secret, String host, boolean anywhere, @Nullable String sandbox)
            throws BelljarException, InterruptedException {
        SandboxRuntime one = sandbox == null ? null : registry.find(sandbox);
        SecretInfo bound = egress.secrets().bind(secret, host, anywhere, one == null ? null : one.id());
        for (SandboxRuntime each : one == null ? registry.all() : List.of(one)) {
            configure(each);
        }
        changed(one == null ? null : one.id(), HostEvent.PolicyChanged.PolicyPart.SECRETS);
        return bound;
    }

    private void changed(@Nullable String sandbox, HostEvent.PolicyChanged.PolicyPart part) {
        registry.record(new HostEvent.PolicyChanged(0, System.currentTimeMillis(), sandbox, part, null, null, null));
    }

    private void configure(SandboxRuntime sandbox) throws InterruptedException {
        GuestLink link = sandbox.anyLink().orElse(null);
        if (sandbox.state() == SandboxState.RUNNING && link != null) {
            inspection.configure(sandbox, link);
        }
    }

    /// The audit of all decisions.
    public AuditLog audit() {
        return egress.audit();
    }

    /// The secrets that stay on the host, without their values.
    public List<SecretInfo> secrets() throws BelljarException {
        return egress.secrets().list();
    }

    /// Stores a secret on the host, or replaces its value.
    public SecretInfo keepSecret(KeepSecret request) throws BelljarException, InterruptedException {
        String value = request.value();
        String command = request.command();
        if ((value == null) == (command == null)) {
            throw new SecretException(
                    ProblemCode.BAD_REQUEST,
                    "secret %s: expected either value or command".formatted(request.name()),
                    null);
        }
        SecretInfo kept = command == null
                ? egress.secrets().keep(request.name(), String.valueOf(value))
                : egress.secrets().keepCommand(request.name(), command);
        changed(null, HostEvent.PolicyChanged.PolicyPart.SECRETS);
        return kept;
    }

    /// Gets the tokens for this code, and stores them as a secret.
    ///
    /// @throws BelljarException `secret.login-failed` with what the server said
    public void login(String name, LoginServer server, LoginCode code) throws BelljarException, InterruptedException {
        SecretInfo _ = egress.secrets().login(name, server, code);
        changed(null, HostEvent.PolicyChanged.PolicyPart.SECRETS);
    }

    /// Deletes a secret.
    public void removeSecret(String name) throws BelljarException, InterruptedException {
        egress.secrets().remove(name);
        changed(null, HostEvent.PolicyChanged.PolicyPart.SECRETS);
    }

    private PolicyService policies() {
        return egress.policies();
    }

    private PolicySubject subject(String sandbox) throws BelljarException {
        return registry.find(sandbox).subject();
    }

    /// The user's rules need no sandbox: `PolicyApi.EVERY_SANDBOX` stands for all.
    private PolicySubject subject(String sandbox, RuleScope scope) throws BelljarException {
        if (!sandbox.equals(PolicyApi.EVERY_SANDBOX)) {
            return subject(sandbox);
        }
        if (scope != RuleScope.USER) {
            throw new SandboxException(
                    ProblemCode.BAD_REQUEST,
                    "scope %s needs a sandbox; only scope user applies to all sandboxes"
                            .formatted(scope.name().toLowerCase(Locale.ROOT)),
                    null);
        }
        return policies().everySandbox();
    }

    private List<FlowRow> flows(String sandbox) throws BelljarException {
        return index.flows(registry.find(sandbox).id(), MOST_FLOWS).flows();
    }
}
