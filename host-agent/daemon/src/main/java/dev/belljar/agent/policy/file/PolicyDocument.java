package dev.belljar.agent.policy.file;

import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.Rule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The content of one policy file; a field that the file does not set is null. `project` is the folder of a
/// project policy.
public record PolicyDocument(
        @Nullable NetworkMode preset,
        @Nullable NetworkMode atMost,
        @Nullable Integer holdSeconds,
        @Nullable String project,
        List<Rule> rules) {
    public static final PolicyDocument EMPTY = new PolicyDocument(null, null, null, null, List.of());

    public PolicyDocument {
        rules = List.copyOf(rules);
    }

    public PolicyDocument withPreset(@Nullable NetworkMode other) {
        return new PolicyDocument(other, atMost, holdSeconds, project, rules);
    }

    public PolicyDocument forProject(String folder) {
        return new PolicyDocument(preset, atMost, holdSeconds, folder, rules);
    }

    /// This document with one more rule, which replaces a rule with the same id.
    public PolicyDocument with(Rule rule) {
        List<Rule> more = new ArrayList<>(without(rule.id()).rules);
        more.add(rule);
        return new PolicyDocument(preset, atMost, holdSeconds, project, more);
    }

    public PolicyDocument without(String id) {
        List<Rule> rest = rules.stream().filter(rule -> !rule.id().equals(id)).toList();
        return new PolicyDocument(preset, atMost, holdSeconds, project, rest);
    }
}
