package dev.belljar.client;

import static dev.belljar.client.ApiRequests.encode;

import dev.belljar.contract.policy.ApprovalQueue;
import dev.belljar.contract.policy.ApprovalResult;
import dev.belljar.contract.policy.AuditEntry;
import dev.belljar.contract.policy.AuditVerdict;
import dev.belljar.contract.policy.InspectionView;
import dev.belljar.contract.policy.PolicyProposal;
import dev.belljar.contract.policy.PolicyReplay;
import dev.belljar.contract.policy.PolicyText;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.request.AddRule;
import dev.belljar.contract.request.AdoptProposal;
import dev.belljar.contract.request.AnswerApproval;
import dev.belljar.contract.request.BindSecret;
import dev.belljar.contract.request.ImportPolicy;
import dev.belljar.contract.request.KeepSecret;
import dev.belljar.contract.request.SetInspection;
import dev.belljar.contract.request.SetNetworkMode;
import dev.belljar.contract.request.TestPolicy;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The API of policies over HTTP.
record HttpPolicyClient(ApiRequests requests) implements PolicyClient {
    @Override
    public PolicyView policy(String id) throws AgentException, InterruptedException {
        return requests.get(path(id, ""), PolicyView.class);
    }

    @Override
    public PolicyView networkMode(String id, SetNetworkMode request) throws AgentException, InterruptedException {
        return requests.post(path(id, "/preset"), request, PolicyView.class);
    }

    @Override
    public Rule add(String id, AddRule request) throws AgentException, InterruptedException {
        return requests.post(path(id, "/rules"), request, Rule.class);
    }

    @Override
    public Rule remove(String id, String rule) throws AgentException, InterruptedException {
        return requests.delete(path(id, "/rules/" + encode(rule)), Rule.class);
    }

    @Override
    public PolicyText export(String id, RuleScope scope) throws AgentException, InterruptedException {
        String word = scope.name().toLowerCase(Locale.ROOT);
        return requests.get(path(id, "/export?scope=" + word), PolicyText.class);
    }

    @Override
    public PolicyView replace(String id, ImportPolicy request) throws AgentException, InterruptedException {
        return requests.post(path(id, "/import"), request, PolicyView.class);
    }

    @Override
    public PolicyReplay test(String id, TestPolicy request) throws AgentException, InterruptedException {
        return requests.post(path(id, "/test"), request, PolicyReplay.class);
    }

    @Override
    public PolicyText learn(String id, boolean tried) throws AgentException, InterruptedException {
        return requests.get(path(id, "/learn?tried=" + tried), PolicyText.class);
    }

    @Override
    public PolicyProposal proposal(String id) throws AgentException, InterruptedException {
        return requests.get(path(id, "/proposal"), PolicyProposal.class);
    }

    @Override
    public PolicyView adopt(String id, String digest) throws AgentException, InterruptedException {
        return requests.post(path(id, "/proposal/adopt"), new AdoptProposal(digest), PolicyView.class);
    }

    @Override
    public ApprovalQueue approvals(@Nullable String id, long known, int seconds)
            throws AgentException, InterruptedException {
        String of = id == null ? "" : "&sandbox=" + encode(id);
        return requests.get("/approvals?known=" + known + "&wait=" + seconds + of, ApprovalQueue.class);
    }

    @Override
    public ApprovalResult answer(String approvalId, AnswerApproval request)
            throws AgentException, InterruptedException {
        return requests.post("/approvals/" + encode(approvalId), request, ApprovalResult.class);
    }

    @Override
    public List<AuditEntry> audit(int most) throws AgentException, InterruptedException {
        return requests.list("/audit?most=" + most, AuditEntry.class);
    }

    @Override
    public AuditVerdict verifyAudit() throws AgentException, InterruptedException {
        return requests.get("/audit/verify", AuditVerdict.class);
    }

    @Override
    public InspectionView inspection(String id) throws AgentException, InterruptedException {
        return requests.get("/sandboxes/" + encode(id) + "/inspection", InspectionView.class);
    }

    @Override
    public InspectionView inspect(String id, SetInspection request) throws AgentException, InterruptedException {
        return requests.post("/sandboxes/" + encode(id) + "/inspection", request, InspectionView.class);
    }

    @Override
    public List<SecretInfo> secrets() throws AgentException, InterruptedException {
        return requests.list("/secrets", SecretInfo.class);
    }

    @Override
    public SecretInfo keepSecret(KeepSecret request) throws AgentException, InterruptedException {
        return requests.post("/secrets", request, SecretInfo.class);
    }

    @Override
    public SecretInfo bindSecret(String name, BindSecret request) throws AgentException, InterruptedException {
        return requests.post("/secrets/" + encode(name) + "/bind", request, SecretInfo.class);
    }

    @Override
    public void removeSecret(String name) throws AgentException, InterruptedException {
        requests.send("DELETE", "/secrets/" + encode(name), null);
    }

    private static String path(String id, String rest) {
        return "/sandboxes/" + encode(id) + "/policy" + rest;
    }
}
