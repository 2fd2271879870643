package dev.belljar.agent.policy;

import dev.belljar.agent.policy.approval.ApprovalInbox;
import dev.belljar.agent.policy.approval.AuditRecorder;
import dev.belljar.agent.policy.approval.PolicySubject;
import dev.belljar.agent.policy.approval.SandboxPolicy;
import dev.belljar.agent.policy.file.LayerFile;
import dev.belljar.agent.policy.file.PolicyDocument;
import dev.belljar.agent.policy.file.PolicyFiles;
import dev.belljar.agent.policy.file.PolicyLayers;
import dev.belljar.agent.policy.rule.CompiledRule;
import dev.belljar.agent.policy.rule.PackageRegistries;
import dev.belljar.agent.policy.rule.RuleSet;
import dev.belljar.contract.policy.PolicyLayer;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleScope;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The policies of sandboxes that are in use, each with its layers; sandboxes share the files of wider layers.
/// Thread-safe.
final class OpenPolicies {
    private final PolicyFiles places;
    private final ApprovalInbox inbox;
    private final AuditRecorder recorder;
    private final InstantSource clock;
    private final List<CompiledRule> registries = PackageRegistries.known();
    private final Map<Path, LayerFile> shared = new ConcurrentHashMap<>();
    private final Map<String, Open> open = new ConcurrentHashMap<>();

    /// The state of one sandbox while the host agent runs.
    record Open(PolicySubject subject, PolicyLayers layers, SandboxPolicy policy) {
        /// The policy in force, in which the temporary rules are part of the sandbox's own layer.
        PolicyView view() {
            // The layers first, which reads changed files: rules and layers must be of the same content.
            List<PolicyLayer> views = layers.views().stream()
                    .map(layer -> layer.scope() == RuleScope.SANDBOX ? layer.with(policy.temporary()) : layer)
                    .toList();
            RuleSet rules = layers.rules();
            return new PolicyView(
                    subject.id(), rules.mode(), rules.because(), rules.holdSeconds(), views, rules.problem());
        }

        /// The document for the file of this scope; that of a project names the project.
        PolicyDocument named(RuleScope scope, PolicyDocument document) {
            return scope == RuleScope.PROJECT
                    ? document.forProject(subject.project().toString())
                    : document;
        }
    }

    OpenPolicies(PolicyFiles places, ApprovalInbox inbox, AuditRecorder recorder, InstantSource clock) {
        this.places = places;
        this.inbox = inbox;
        this.recorder = recorder;
        this.clock = clock;
    }

    /// The subject of what applies to every sandbox: it has neither rules nor a project of its own.
    PolicySubject everySandbox() {
        return new PolicySubject(
                "", "all sandboxes", places.projects(), places.projects().resolve("none"));
    }

    /// The policy of this sandbox, opened if it is not yet.
    Open of(PolicySubject subject) {
        return open.computeIfAbsent(subject.id(), id -> {
            PolicyLayers layers = new PolicyLayers(
                    Map.of(
                            RuleScope.ORGANIZATION,
                            shared(places.organization(), RuleScope.ORGANIZATION),
                            RuleScope.PROJECT,
                            shared(places.project(subject.project()), RuleScope.PROJECT),
                            RuleScope.USER,
                            shared(places.user(), RuleScope.USER),
                            RuleScope.SANDBOX,
                            new LayerFile(subject.folder().resolve("policy.toml"), RuleScope.SANDBOX)),
                    places.defaultMode(),
                    registries);
            return new Open(subject, layers, new SandboxPolicy(subject, layers::rules, inbox, recorder, clock));
        });
    }

    private LayerFile shared(Path file, RuleScope scope) {
        return shared.computeIfAbsent(file, path -> new LayerFile(path, scope));
    }

    /// Resets the budget of a rule that the user added, in every sandbox.
    void renew(Rule rule) {
        open.values().forEach(each -> each.policy().renew(rule));
    }

    /// Forgets a sandbox.
    void forget(String id) {
        open.remove(id);
    }
}
