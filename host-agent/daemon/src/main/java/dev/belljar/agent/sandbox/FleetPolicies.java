package dev.belljar.agent.sandbox;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.policy.Policies;
import dev.belljar.agent.policy.Subject;
import dev.belljar.agent.secret.SecretStore;
import dev.belljar.contract.policy.Answered;
import dev.belljar.contract.policy.Approvals;
import dev.belljar.contract.policy.InspectionView;
import dev.belljar.contract.policy.PolicyText;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Preset;
import dev.belljar.contract.policy.Proposal;
import dev.belljar.contract.policy.Replay;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.Scope;
import dev.belljar.contract.policy.Secret;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.AnswerApproval;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.Flow;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The policies of the fleet's sandboxes.
final class FleetPolicies implements NetworkPolicies {
    private static final int MOST_FLOWS = 100_000;

    private final Fleet fleet;
    private final Wall wall;

    FleetPolicies(Fleet fleet, Wall wall) {
        this.fleet = fleet;
        this.wall = wall;
    }

    @Override
    public PolicyView view(String sandbox) throws BelljarException {
        return policies().view(subject(sandbox));
    }

    @Override
    public PolicyView preset(String sandbox, @Nullable Preset preset, Scope scope) throws BelljarException {
        return policies().preset(subject(sandbox), preset, scope);
    }

    @Override
    public Rule add(String sandbox, String rule, Scope scope) throws BelljarException {
        return policies().add(subject(sandbox), rule, scope);
    }

    @Override
    public Rule remove(String sandbox, String rule) throws BelljarException {
        return policies().remove(subject(sandbox), rule);
    }

    @Override
    public PolicyText text(String sandbox, Scope scope) throws BelljarException {
        return policies().text(subject(sandbox), scope);
    }

    @Override
    public PolicyView replace(String sandbox, String toml, Scope scope) throws BelljarException {
        return policies().replace(subject(sandbox), toml, scope);
    }

    @Override
    public Replay replay(String sandbox, @Nullable String toml, Scope scope) throws BelljarException {
        return policies().replay(subject(sandbox), toml, scope, flows(sandbox));
    }

    @Override
    public PolicyText learn(String sandbox, boolean tried) throws BelljarException {
        return policies().learn(flows(sandbox), tried);
    }

    @Override
    public Proposal proposal(String sandbox) throws BelljarException {
        return policies().proposal(subject(sandbox));
    }

    @Override
    public PolicyView adopt(String sandbox, String digest) throws BelljarException {
        return policies().adopt(subject(sandbox), digest);
    }

    @Override
    public Approvals waiting(@Nullable String sandbox, long known, Duration most)
            throws BelljarException, InterruptedException {
        return policies().waiting(sandbox == null ? null : fleet.find(sandbox).id(), known, most);
    }

    @Override
    public Answered answer(String question, AnswerApproval answer) throws BelljarException {
        return policies().answer(question, answer);
    }

    @Override
    public InspectionView inspection(String sandbox) throws BelljarException {
        return wall.inspections().view(subject(sandbox));
    }

    @Override
    public InspectionView inspect(String sandbox, boolean on, List<String> names)
            throws BelljarException, InterruptedException {
        LiveSandbox live = fleet.find(sandbox);
        wall.inspections().set(live.subject(), on, names);
        furnish(live);
        return wall.inspections().view(live.subject());
    }

    @Override
    public Secret bind(String secret, String host, boolean anywhere, @Nullable String sandbox)
            throws BelljarException, InterruptedException {
        LiveSandbox one = sandbox == null ? null : fleet.find(sandbox);
        Secret bound = wall.secrets().bind(secret, host, anywhere, one == null ? null : one.id());
        for (LiveSandbox each : one == null ? fleet.all() : List.of(one)) {
            furnish(each);
        }
        return bound;
    }

    private static void furnish(LiveSandbox sandbox) throws InterruptedException {
        GuestLink link = sandbox.anyLink().orElse(null);
        if (sandbox.state() == SandboxState.RUNNING && link != null) {
            new Furnishing(sandbox).furnish(link);
        }
    }

    @Override
    public AuditLog audit() {
        return wall.audit();
    }

    @Override
    public SecretStore secrets() {
        return wall.secrets();
    }

    private Policies policies() {
        return wall.policies();
    }

    private Subject subject(String sandbox) throws BelljarException {
        return fleet.find(sandbox).subject();
    }

    private List<Flow> flows(String sandbox) throws BelljarException {
        return fleet.flows(sandbox, MOST_FLOWS).flows();
    }
}
