package dev.belljar.agent.policy.file;

import dev.belljar.agent.policy.rule.CompiledRule;
import dev.belljar.agent.policy.rule.PolicyException;
import dev.belljar.agent.policy.rule.RuleSet;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.RuleScope;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// The files that make up a sandbox's policy, and the rule set merged from them.
public final class PolicyLayers {
    static final int HOLD_SECONDS = 60;
    private static final List<RuleScope> ORDER =
            List.of(RuleScope.ORGANIZATION, RuleScope.PROJECT, RuleScope.USER, RuleScope.SANDBOX);

    private final Map<RuleScope, LayerFile> files;
    private final NetworkMode defaultMode;
    private final List<CompiledRule> registries;
    private List<LayerFile.Content> seen = List.of();
    private @Nullable RuleSet merged;

    public PolicyLayers(Map<RuleScope, LayerFile> files, NetworkMode defaultMode, List<CompiledRule> registries) {
        this.files = Map.copyOf(files);
        this.defaultMode = defaultMode;
        this.registries = registries;
    }

    /// The file of a layer that the API may change.
    ///
    /// @throws PolicyException `policy.read-only` for the organization's, `policy.rule-invalid` for `once`
    public LayerFile writable(RuleScope scope) throws PolicyException {
        if (scope == RuleScope.ORGANIZATION) {
            throw new PolicyException(
                    PolicyException.READ_ONLY,
                    "the organization's policy is read-only",
                    "The administrator of this computer can change its file.");
        }
        if (scope == RuleScope.ONCE) {
            throw PolicyException.rule(
                    "scope", "once", "\"sandbox\", \"project\" or \"user\" (\"once\" is for approvals only)");
        }
        return file(scope);
    }

    public LayerFile file(RuleScope scope) {
        return Objects.requireNonNull(files.get(scope));
    }

    /// Reads all files and returns a number for their content, which changes whenever a preset or rule changes.
    ///
    /// @throws PolicyException when one cannot be read
    public int version() throws PolicyException {
        CRC32C sum = new CRC32C();
        sum.update(defaultMode.name().getBytes(StandardCharsets.UTF_8));
        for (RuleScope scope : ORDER) {
            sum.update(ContractJson.line(file(scope).current()).getBytes(StandardCharsets.UTF_8));
        }
        return (int) (sum.getValue() & Integer.MAX_VALUE);
    }

    /// The layers from the widest to the narrowest.
    public List<dev.belljar.contract.policy.PolicyLayer> views() {
        return ORDER.stream().map(scope -> file(scope).view()).toList();
    }

    /// The rules in force; the same object as long as no file changes.
    public synchronized RuleSet rules() {
        List<LayerFile.Content> now =
                ORDER.stream().map(scope -> file(scope).content()).toList();
        RuleSet known = merged;
        if (known == null || !same(now, seen)) {
            known = merge(now);
            seen = now;
            merged = known;
        }
        return known;
    }

    // Called for every flow, so it compares the identity of the contents and not their values.
    @SuppressWarnings("ReferenceEquality")
    private static boolean same(List<LayerFile.Content> now, List<LayerFile.Content> before) {
        boolean same = now.size() == before.size();
        for (int i = 0; same && i < now.size(); i++) {
            same = now.get(i) == before.get(i);
        }
        return same;
    }

    /// The rules with one layer replaced by a draft.
    public RuleSet with(RuleScope scope, LayerFile.Content draft) {
        return merge(ORDER.stream()
                .map(each -> each == scope ? draft : file(each).content())
                .toList());
    }

    private RuleSet merge(List<LayerFile.Content> contents) {
        List<CompiledRule> rules = new ArrayList<>();
        NetworkMode mode = defaultMode;
        NetworkMode most = NetworkMode.OPEN;
        String because = "Belljar's default";
        int hold = HOLD_SECONDS;
        for (int i = 0; i < contents.size(); i++) {
            PolicyDocument document = contents.get(i).document();
            rules.addAll(contents.get(i).rules());
            if (document.preset() != null) {
                mode = document.preset();
                because = "the " + word(ORDER.get(i)) + " policy";
            }
            if (document.atMost() != null && document.atMost().compareTo(most) < 0) {
                most = document.atMost();
            }
            hold = document.holdSeconds() == null ? hold : document.holdSeconds();
        }
        if (mode.compareTo(most) > 0) {
            because = "a limit in a broader layer; " + because + " sets " + word(mode);
            mode = most;
        }
        Optional<String> problem = contents.stream()
                .map(LayerFile.Content::problem)
                .filter(Objects::nonNull)
                .findFirst();
        return new RuleSet(rules, mode, because, hold, registries, problem.orElse(null));
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
