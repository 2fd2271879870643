package dev.belljar.agent.egress;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.contract.policy.ApprovalQueue;
import dev.belljar.contract.policy.ApprovalResult;
import dev.belljar.contract.policy.InspectionView;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.PolicyProposal;
import dev.belljar.contract.policy.PolicyReplay;
import dev.belljar.contract.policy.PolicyText;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.policy.AnswerApproval;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The API's operations on policies. A sandbox is given by its id or name.
public interface SandboxPolicyOperations {
    /// The policy in force.
    PolicyView view(String sandbox) throws BelljarException;

    /// Sets the network mode of a layer, null to leave it to the wider layers.
    PolicyView networkMode(String sandbox, @Nullable NetworkMode mode, RuleScope scope) throws BelljarException;

    /// Adds a rule in words.
    Rule add(String sandbox, String rule, RuleScope scope) throws BelljarException;

    /// Removes a rule.
    Rule remove(String sandbox, String rule) throws BelljarException;

    /// A layer as TOML.
    PolicyText text(String sandbox, RuleScope scope) throws BelljarException;

    /// Replaces the policy of a layer with this TOML.
    PolicyView replace(String sandbox, String toml, RuleScope scope) throws BelljarException;

    /// The recorded flows for which a draft of a layer (null: the policy in force) would have given another
    /// verdict.
    PolicyReplay replay(String sandbox, @Nullable String toml, RuleScope scope) throws BelljarException;

    /// The narrowest policy for the destinations that the sandbox reached, with `tried` also for the refused
    /// ones.
    PolicyText learn(String sandbox, boolean tried) throws BelljarException;

    /// The proposal of the project.
    PolicyProposal proposal(String sandbox) throws BelljarException;

    /// Adds the proposal with this digest to the project's policy.
    PolicyView adopt(String sandbox, String digest) throws BelljarException;

    /// The waiting approvals of one sandbox or, for null, of all. While their version is `known`, waits up to
    /// `most` for a change.
    ApprovalQueue waiting(@Nullable String sandbox, long known, Duration most)
            throws BelljarException, InterruptedException;

    /// Answers an approval.
    ApprovalResult answer(String approvalId, AnswerApproval answer) throws BelljarException;

    /// The audit of all decisions.
    AuditLog audit();

    /// The TLS inspection of a sandbox.
    InspectionView inspection(String sandbox) throws BelljarException;

    /// Begins or ends TLS inspection of connections to names (an empty list: all); a running machine is set up
    /// at once.
    InspectionView inspect(String sandbox, boolean on, List<String> names)
            throws BelljarException, InterruptedException;

    /// Permits a secret for a host name, in one sandbox or, for null, in any; running machines get its
    /// placeholder.
    SecretInfo bind(String secret, String host, boolean anywhere, @Nullable String sandbox)
            throws BelljarException, InterruptedException;

    /// The secrets that stay on the host, without their values.
    List<SecretInfo> secrets() throws BelljarException;

    /// Stores a secret on the host, or replaces its value.
    SecretInfo keepSecret(String name, String value) throws BelljarException, InterruptedException;

    /// Deletes a secret.
    void removeSecret(String name) throws BelljarException, InterruptedException;
}
