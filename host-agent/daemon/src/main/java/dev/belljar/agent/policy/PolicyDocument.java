package dev.belljar.agent.policy;

import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.Rule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The content of one policy file; a field that the file does not set is null. `project` is the folder of a
/// project policy.
record PolicyDocument(
        @Nullable NetworkMode preset,
        @Nullable NetworkMode atMost,
        @Nullable Integer holdSeconds,
        @Nullable String project,
        List<Rule> rules) {
    static final PolicyDocument EMPTY = new PolicyDocument(null, null, null, null, List.of());

    PolicyDocument {
        rules = List.copyOf(rules);
    }

    PolicyDocument withPreset(@Nullable NetworkMode other) {
        return new PolicyDocument(other, atMost, holdSeconds, project, rules);
    }

    PolicyDocument forProject(String folder) {
        return new PolicyDocument(preset, atMost, holdSeconds, folder, rules);
    }

    /// This document with one more rule, which replaces a rule with the same id.
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
