package dev.belljar.contract.policy;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The rules of one scope and their file. `preset` and `holdSeconds` are null if this layer does not set them;
/// `atMost` is the most open preset that this layer permits other layers to choose. `problem` says why the file
/// cannot be used, in which case everything is refused.
public record PolicyLayer(
        RuleScope scope,
        String file,
        @Nullable NetworkMode preset,
        @Nullable NetworkMode atMost,
        @Nullable Integer holdSeconds,
        List<Rule> rules,
        @Nullable String problem) {
    public PolicyLayer {
        rules = List.copyOf(rules);
    }

    /// This layer with more rules.
    public PolicyLayer with(List<Rule> more) {
        return more.isEmpty()
                ? this
                : new PolicyLayer(
                        scope,
                        file,
                        preset,
                        atMost,
                        holdSeconds,
                        Stream.concat(rules.stream(), more.stream()).toList(),
                        problem);
    }
}
