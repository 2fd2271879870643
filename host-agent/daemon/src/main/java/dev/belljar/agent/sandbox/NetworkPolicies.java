package dev.belljar.agent.sandbox;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.secret.SecretStore;
import dev.belljar.contract.policy.ApprovalQueue;
import dev.belljar.contract.policy.ApprovalResult;
import dev.belljar.contract.policy.InspectionView;
import dev.belljar.contract.policy.PolicyPreset;
import dev.belljar.contract.policy.PolicyProposal;
import dev.belljar.contract.policy.PolicyReplay;
import dev.belljar.contract.policy.PolicyText;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.AnswerApproval;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What can be asked of policies. A sandbox is given by its id or name.
public interface NetworkPolicies {
    /// The policy in force.
    PolicyView view(String sandbox) throws BelljarException;

    /// Chooses what happens to what no rule speaks of, null for what the wider layers say.
    PolicyView preset(String sandbox, @Nullable PolicyPreset preset, RuleScope scope) throws BelljarException;

    /// Adds a rule in words.
    Rule add(String sandbox, String rule, RuleScope scope) throws BelljarException;

    /// Takes a rule out.
    Rule remove(String sandbox, String rule) throws BelljarException;

    /// A layer as TOML.
    PolicyText text(String sandbox, RuleScope scope) throws BelljarException;

    /// Puts a policy, as TOML, in the place of a layer's.
    PolicyView replace(String sandbox, String toml, RuleScope scope) throws BelljarException;

    /// What a draft of a layer, null for the policy in force, would have decided otherwise about the
    /// recorded flows.
    PolicyReplay replay(String sandbox, @Nullable String toml, RuleScope scope) throws BelljarException;

    /// The narrowest policy for what the sandbox reached, with `tried` also for what was refused.
    PolicyText learn(String sandbox, boolean tried) throws BelljarException;

    /// What the project asks for.
    PolicyProposal proposal(String sandbox) throws BelljarException;

    /// Makes the proposal that was shown part of the project's policy.
    PolicyView adopt(String sandbox, String digest) throws BelljarException;

    /// The questions that wait, of one sandbox or of all for null. While their version is `known`, waits so long
    /// for another one.
    ApprovalQueue waiting(@Nullable String sandbox, long known, Duration most)
            throws BelljarException, InterruptedException;

    /// Answers a question.
    ApprovalResult answer(String question, AnswerApproval answer) throws BelljarException;

    /// Every decision so far.
    AuditLog audit();

    /// What is looked into.
    InspectionView inspection(String sandbox) throws BelljarException;

    /// Begins or ends looking into connections to names, all of them for none; its machine is told at
    /// once if it runs.
    InspectionView inspect(String sandbox, boolean on, List<String> names)
            throws BelljarException, InterruptedException;

    /// Lets a secret be used for a host name, from one sandbox or from any for null; machines that run are told.
    SecretInfo bind(String secret, String host, boolean anywhere, @Nullable String sandbox)
            throws BelljarException, InterruptedException;

    /// What stays outside of machines.
    SecretStore secrets();
}
