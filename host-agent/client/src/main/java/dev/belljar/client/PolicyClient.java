package dev.belljar.client;

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
import dev.belljar.contract.request.AnswerApproval;
import dev.belljar.contract.request.BindSecret;
import dev.belljar.contract.request.ImportPolicy;
import dev.belljar.contract.request.KeepSecret;
import dev.belljar.contract.request.SetInspection;
import dev.belljar.contract.request.SetNetworkMode;
import dev.belljar.contract.request.TestPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A client of the API of policies, approvals, the audit and secrets. Calls block; `id` is a sandbox's id or
/// name.
public interface PolicyClient {
    /// `GET /sandboxes/{id}/policy`.
    PolicyView policy(String id) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/policy/preset`.
    PolicyView networkMode(String id, SetNetworkMode request) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/policy/rules`.
    Rule add(String id, AddRule request) throws AgentException, InterruptedException;

    /// `DELETE /sandboxes/{id}/policy/rules/{rule}`.
    Rule remove(String id, String rule) throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/policy/export?scope=`.
    PolicyText export(String id, RuleScope scope) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/policy/import`.
    PolicyView replace(String id, ImportPolicy request) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/policy/test`: the flows with another verdict under a draft.
    PolicyReplay test(String id, TestPolicy request) throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/policy/learn?tried=`: the narrowest policy for the reached, or also the tried,
    /// destinations.
    PolicyText learn(String id, boolean tried) throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/policy/proposal`: the proposal of the project.
    PolicyProposal proposal(String id) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/policy/proposal/adopt`.
    PolicyView adopt(String id, String digest) throws AgentException, InterruptedException;

    /// `GET /approvals?sandbox=&known=&wait=`: the waiting approvals, of all sandboxes for null. While the
    /// version is `known`, waits up to `seconds` (30 at most) for a change.
    ApprovalQueue approvals(@Nullable String id, long known, int seconds) throws AgentException, InterruptedException;

    /// `POST /approvals/{question}`.
    ApprovalResult answer(String approvalId, AnswerApproval request) throws AgentException, InterruptedException;

    /// `GET /audit?most=`: the newest entries, oldest first.
    List<AuditEntry> audit(int most) throws AgentException, InterruptedException;

    /// `GET /audit/verify`.
    AuditVerdict verifyAudit() throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/inspection`.
    InspectionView inspection(String id) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/inspection`.
    InspectionView inspect(String id, SetInspection request) throws AgentException, InterruptedException;

    /// `GET /secrets`.
    List<SecretInfo> secrets() throws AgentException, InterruptedException;

    /// `POST /secrets`.
    SecretInfo keepSecret(KeepSecret request) throws AgentException, InterruptedException;

    /// `POST /secrets/{name}/bind`.
    SecretInfo bindSecret(String name, BindSecret request) throws AgentException, InterruptedException;

    /// `DELETE /secrets/{name}`.
    void removeSecret(String name) throws AgentException, InterruptedException;
}
