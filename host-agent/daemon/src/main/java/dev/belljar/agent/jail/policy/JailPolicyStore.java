package dev.belljar.agent.jail.policy;

import dev.belljar.agent.audit.AuditLine;
import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.jail.plan.JailException;
import dev.belljar.agent.jail.syscall.MinijailReader;
import dev.belljar.agent.jail.syscall.MinijailWriter;
import dev.belljar.agent.jail.syscall.PolicyIncludes;
import dev.belljar.agent.jail.syscall.SyscallPolicyException;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.jail.AccessChange;
import dev.belljar.contract.jail.JailPolicy;
import dev.belljar.contract.jail.JailPolicyLayer;
import dev.belljar.contract.jail.JailReplay;
import dev.belljar.contract.jail.PathRule;
import dev.belljar.contract.jail.RecordedAccess;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.problem.BelljarException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The stored policies for jails. A file that cannot be read or is not a policy is an error, and no jail is
/// started: nobody can know what it was to forbid.
public final class JailPolicyStore {
    private static final long LONGEST = 4 << 20;
    private static final List<RuleScope> LAYERS = List.of(RuleScope.ORGANIZATION, RuleScope.PROJECT, RuleScope.USER);

    private final JailPolicyFiles files;
    private final AccessRecord accesses;
    private final AuditLog audit;
    private final String home;

    public JailPolicyStore(JailPolicyFiles files, AccessRecord accesses, AuditLog audit, String home) {
        this.files = files;
        this.accesses = accesses;
        this.audit = audit;
        this.home = home;
    }

    /// The layers for the jails of a project, in their order.
    ///
    /// @throws BelljarException if a file is not a policy
    public List<JailPolicyLayer> layers(String project) throws BelljarException {
        List<JailPolicyLayer> layers = new ArrayList<>();
        for (RuleScope layer : LAYERS) {
            layers.add(new JailPolicyLayer(layer, files.of(layer, project).toString(), read(layer, project)));
        }
        return layers;
    }

    /// The policies of all layers together, for the jails of a user with this home folder.
    ///
    /// @throws BelljarException if a file is not a policy
    public MergedJailPolicy merged(String project, String userHome) throws BelljarException {
        return MergedJailPolicy.of(
                layers(project).stream().map(JailPolicyLayer::policy).toList(), userHome);
    }

    /// A layer as text.
    ///
    /// @throws BelljarException if its file is not a policy, or minijail's format cannot express it
    public String text(@Nullable RuleScope scope, String project, boolean minijail) throws BelljarException {
        JailPolicy policy = read(layer(scope), project);
        if (!minijail) {
            return ContractJson.pretty(policy) + "\n";
        }
        if (policy.syscalls() == null) {
            throw JailPolicyChecks.invalid("the layer has no policy for system calls");
        }
        return MinijailWriter.write(policy.syscalls());
    }

    /// Replaces a layer, or its policy for system calls if the text is in minijail's format.
    ///
    /// @throws BelljarException if the text is not a policy, or the layer cannot be changed
    public synchronized JailPolicyLayer replace(
            @Nullable RuleScope scope, String project, String text, boolean minijail) throws BelljarException {
        RuleScope layer = writable(scope);
        JailPolicy draft = draft(layer, project, text, minijail);
        return write(layer, project, draft, "replaced");
    }

    /// Adds a rule for a path, in place of one for the same path.
    ///
    /// @throws BelljarException if the layer cannot be read or changed
    public synchronized void add(RuleScope scope, String project, PathRule rule) throws BelljarException {
        RuleScope layer = writable(scope);
        JailPolicy old = read(layer, project);
        List<PathRule> paths = new ArrayList<>(old.paths());
        paths.removeIf(each -> each.path().equals(rule.path()));
        paths.add(rule);
        write(
                layer,
                project,
                new JailPolicy(paths, old.presets(), old.syscalls()),
                rule.action().name().toLowerCase(Locale.ROOT) + " " + rule.path());
    }

    /// What a draft of a layer would have decided about the recorded accesses of a project.
    ///
    /// @throws BelljarException if the text is not a policy
    public JailReplay replay(@Nullable RuleScope scope, String project, String text, boolean minijail)
            throws BelljarException {
        RuleScope layer = layer(scope);
        JailPolicy draft = draft(layer, project, text, minijail);
        List<JailPolicy> all = new ArrayList<>();
        for (JailPolicyLayer each : layers(project)) {
            all.add(each.layer() == layer ? draft : each.policy());
        }
        MergedJailPolicy merged = MergedJailPolicy.of(all, home);
        try {
            List<RecordedAccess> recorded = accesses.of(project);
            List<AccessChange> changes = recorded.stream()
                    .map(access -> new AccessChange(access, merged.decision(access)))
                    .filter(change -> !change.draft().equals(change.access().allowed() ? "allowed" : "denied"))
                    .toList();
            return new JailReplay(recorded.size(), changes);
        } catch (IOException e) {
            throw new JailException(
                    JailException.FAILED, "the recorded accesses cannot be read: " + e.getMessage(), null, e);
        }
    }

    private JailPolicy draft(RuleScope layer, String project, String text, boolean minijail) throws BelljarException {
        if (text.length() > LONGEST) {
            throw JailPolicyChecks.invalid("the policy is longer than 4 MiB");
        }
        JailPolicy draft;
        if (minijail) {
            JailPolicy old = read(layer, project);
            draft = new JailPolicy(old.paths(), old.presets(), MinijailReader.read(text, PolicyIncludes.NONE));
        } else {
            draft = parsed(text, "the policy");
        }
        JailPolicyChecks.check(draft);
        return draft;
    }

    private JailPolicy read(RuleScope layer, String project) throws BelljarException {
        Path file = files.of(layer, project);
        try {
            if (!Files.exists(file)) {
                return JailPolicy.EMPTY;
            }
            if (Files.size(file) > LONGEST) {
                throw JailPolicyChecks.invalid(file + " is longer than 4 MiB");
            }
            JailPolicy policy = parsed(Files.readString(file), file.toString());
            JailPolicyChecks.check(policy);
            return policy;
        } catch (IOException e) {
            throw new JailException(
                    JailException.INVALID,
                    file + " cannot be read: " + e.getMessage(),
                    "No jail is started until it can be read.",
                    e);
        }
    }

    private static JailPolicy parsed(String text, String what) throws JailException {
        try {
            return ContractJson.readStrict(text, JailPolicy.class);
        } catch (JsonFault e) {
            throw JailPolicyChecks.invalid(what + ": " + e.getMessage());
        }
    }

    private JailPolicyLayer write(RuleScope layer, String project, JailPolicy policy, String what)
            throws JailException, SyscallPolicyException {
        JailPolicyChecks.check(policy);
        Path file = files.of(layer, project);
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            DurableFile.write(file, ContractJson.pretty(policy) + "\n");
        } catch (IOException e) {
            throw new JailException(JailException.FAILED, file + " cannot be written: " + e.getMessage(), null, e);
        }
        audit.record(new AuditLine(
                "policy",
                "",
                layer == RuleScope.PROJECT ? project : "",
                "",
                "policy for jails, %s: %s".formatted(layer.name().toLowerCase(Locale.ROOT), what)));
        return new JailPolicyLayer(layer, file.toString(), policy);
    }

    private static RuleScope writable(@Nullable RuleScope scope) throws JailException {
        if (scope == RuleScope.ORGANIZATION) {
            throw new JailException(
                    JailException.INVALID,
                    "the organization's policy is not changed by Belljar",
                    "An administrator edits /etc/belljar/jail-policy.json.");
        }
        return layer(scope);
    }

    private static RuleScope layer(@Nullable RuleScope scope) throws JailException {
        if (scope == RuleScope.ONCE || scope == RuleScope.SANDBOX) {
            throw JailPolicyChecks.invalid("the scope: expected \"organization\", \"project\" or \"user\"");
        }
        return scope == null ? RuleScope.USER : scope;
    }
}
