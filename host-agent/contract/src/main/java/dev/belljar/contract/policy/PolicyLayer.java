package dev.belljar.contract.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rules of one scope and the file they are in. `preset` and `holdSeconds` are null where this layer says
/// nothing about them; `atMost` is the most open preset it lets others choose. `problem` says why its file cannot
/// be used: everything is refused then.
public record PolicyLayer(
        RuleScope scope,
        String file,
        @Nullable PolicyPreset preset,
        @Nullable PolicyPreset atMost,
        @Nullable Integer holdSeconds,
        List<Rule> rules,
        @Nullable String problem) {
    public PolicyLayer {
        rules = List.copyOf(rules);
    }
}
