package dev.belljar.agent.api;

import dev.belljar.agent.api.http.ApiException;
import dev.belljar.agent.api.http.OperationRoutes;
import dev.belljar.agent.api.http.RequestReader;
import dev.belljar.agent.egress.SandboxPolicyService;
import dev.belljar.agent.jail.JailService;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SecretApi;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.ApprovalQueue;
import dev.belljar.contract.policy.PolicyText;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.policy.ExportPolicy;
import dev.belljar.contract.request.policy.ListApprovals;
import dev.belljar.contract.request.policy.SetInspection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The API's operations on policies, approvals, the audit log, inspection and secrets.
final class PolicyRoutes {
    private final SandboxPolicyService policies;
    private final JailService jails;

    PolicyRoutes(SandboxPolicyService policies, JailService jails) {
        this.policies = policies;
        this.jails = jails;
    }

    void register(OperationRoutes routes) {
        routes.on(PolicyApi.POLICY, (id, _) -> policies.view(id))
                .on(
                        PolicyApi.SET_MODE,
                        (id, request) -> policies.networkMode(id, request.preset(), own(request.scope())))
                .on(PolicyApi.ADD_RULE, (id, request) -> policies.add(id, request.rule(), own(request.scope())))
                .onPath(PolicyApi.REMOVE_RULE, (path, _) -> policies.remove(path.getFirst(), path.getLast()))
                .on(PolicyApi.EXPORT, this::export)
                .on(PolicyApi.IMPORT, (id, request) -> policies.replace(id, request.toml(), own(request.scope())))
                .on(PolicyApi.TEST, (id, request) -> policies.replay(id, request.toml(), own(request.scope())))
                .on(PolicyApi.LEARN, (id, request) -> policies.learn(id, request.tried()))
                .on(PolicyApi.PROPOSAL, (id, _) -> policies.proposal(id))
                .on(PolicyApi.ADOPT, (id, request) -> policies.adopt(id, request.digest()))
                .on(PolicyApi.APPROVALS, (_, request) -> waiting(request))
                .on(
                        PolicyApi.ANSWER,
                        (id, request) -> jails.holds(id) ? jails.answer(id, request) : policies.answer(id, request))
                .on(SecretApi.AUDIT, (_, request) -> policies.audit().newest(request.most()))
                .on(SecretApi.VERIFY_AUDIT, (_, _) -> policies.audit().verify())
                .on(SecretApi.INSPECTION, (id, _) -> policies.inspection(id))
                .on(
                        SecretApi.INSPECT,
                        (id, request) -> policies.inspect(id, RequestReader.given("on", request.on()), names(request)))
                .on(SecretApi.SECRETS, (_, _) -> policies.secrets())
                .on(SecretApi.KEEP, (_, request) -> policies.keepSecret(request))
                .on(
                        SecretApi.BIND,
                        (name, request) -> policies.bind(
                                name, request.host(), Boolean.TRUE.equals(request.anywhere()), request.sandbox()))
                .run(SecretApi.REMOVE, (name, _) -> policies.removeSecret(name));
    }

    private static List<String> names(SetInspection request) {
        List<String> names = request.names();
        return names == null ? List.of() : names;
    }

    private PolicyText export(String id, ExportPolicy request) throws BelljarException, InterruptedException {
        if (request.scope() == RuleScope.ONCE) {
            throw ApiException.invalid("scope: expected \"sandbox\", \"project\", \"user\" or \"organization\"");
        }
        return policies.text(id, own(request.scope()));
    }

    private ApprovalQueue waiting(ListApprovals request) throws BelljarException {
        String sandbox = request.sandbox();
        if (sandbox != null) {
            return policies.waiting(RequestReader.id(sandbox));
        }
        List<Approval> all = new ArrayList<>(policies.waiting(null).waiting());
        all.addAll(jails.waiting());
        all.sort(Comparator.comparingLong(Approval::asked));
        return new ApprovalQueue(all);
    }

    private static RuleScope own(@Nullable RuleScope scope) {
        return scope == null ? RuleScope.SANDBOX : scope;
    }
}
