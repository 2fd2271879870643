package dev.belljar.agent.policy;

import dev.belljar.agent.policy.approval.AuditRecorder;
import dev.belljar.agent.policy.approval.PolicySubject;
import dev.belljar.agent.policy.file.LayerFile;
import dev.belljar.agent.policy.file.PolicyDocument;
import dev.belljar.agent.policy.file.SnapshotRules;
import dev.belljar.agent.policy.rule.PolicyException;
import dev.belljar.contract.policy.RuleScope;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The rules of sandboxes that are stored beside their snapshots, and given to branches.
public final class SnapshotPolicies {
    private final SnapshotRules rules;
    private final OpenPolicies open;
    private final AuditRecorder recorder;

    SnapshotPolicies(SnapshotRules rules, OpenPolicies open, AuditRecorder recorder) {
        this.rules = rules;
        this.open = open;
        this.recorder = recorder;
    }

    /// Stores a sandbox's rules beside a snapshot of it, for branches that are made after the sandbox is
    /// deleted.
    ///
    /// @throws PolicyException when they cannot be read or written
    public void remember(PolicySubject subject, String snapshot) throws PolicyException {
        PolicyDocument own = open.of(subject).layers().file(RuleScope.SANDBOX).current();
        if (!own.equals(PolicyDocument.EMPTY)) {
            rules.of(snapshot).write(own);
        }
    }

    /// Deletes the rules beside a snapshot.
    ///
    /// @throws PolicyException when they cannot be deleted
    public void forget(String snapshot) throws PolicyException {
        rules.of(snapshot).delete();
    }

    /// Deletes rules beside snapshots that no longer exist, which a killed host agent left.
    public void sweep(Predicate<String> there) {
        rules.sweep(there);
    }

    /// Gives a new sandbox the present rules of the sandbox it was branched from, or those stored with the
    /// snapshot if that sandbox is gone. `once` rules and used budgets are not copied.
    ///
    /// @throws PolicyException when they cannot be read or written: no branch is better than one that lacks a
    /// deny rule
    public void inherit(@Nullable PolicySubject from, String snapshot, PolicySubject to) throws PolicyException {
        LayerFile source =
                from == null ? rules.of(snapshot) : open.of(from).layers().file(RuleScope.SANDBOX);
        PolicyDocument own = source.current();
        if (!own.equals(PolicyDocument.EMPTY)) {
            open.of(to).layers().file(RuleScope.SANDBOX).write(own);
            String origin = from == null ? "snapshot " + snapshot : from.name();
            recorder.record(
                    "policy",
                    to.id(),
                    "inherited",
                    "",
                    "rules from %s: %d".formatted(origin, own.rules().size()));
        }
    }
}
