package dev.belljar.agent.policy;

import dev.belljar.contract.policy.PolicyPreset;
import dev.belljar.contract.policy.Rule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one policy file says; null where it says nothing. `project` is the folder a project's policy is for.
record PolicyDocument(
        @Nullable PolicyPreset preset,
        @Nullable PolicyPreset atMost,
        @Nullable Integer holdSeconds,
        @Nullable String project,
        List<Rule> rules) {
    static final PolicyDocument EMPTY = new PolicyDocument(null, null, null, null, List.of());

    PolicyDocument {
        rules = List.copyOf(rules);
    }

    PolicyDocument withPreset(@Nullable PolicyPreset other) {
        return new PolicyDocument(other, atMost, holdSeconds, project, rules);
    }

    PolicyDocument forProject(String folder) {
        return new PolicyDocument(preset, atMost, holdSeconds, folder, rules);
    }

    /// With this rule too, in the place of one with the same id.
    PolicyDocument with(Rule rule) {
        List<Rule> more = new ArrayList<>(without(rule.id()).rules);
        more.add(rule);
        return new PolicyDocument(preset, atMost, holdSeconds, project, more);
    }

    PolicyDocument without(String id) {
        List<Rule> rest = rules.stream().filter(rule -> !rule.id().equals(id)).toList();
        return new PolicyDocument(preset, atMost, holdSeconds, project, rest);
    }
}
