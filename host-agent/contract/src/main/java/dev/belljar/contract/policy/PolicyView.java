package dev.belljar.contract.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The policy of a sandbox as it is in force: the preset with what decided it in words, the layers from the widest
/// to the narrowest, and `problem` when everything is refused because one of them cannot be read.
public record PolicyView(
        String sandbox,
        PolicyPreset preset,
        String because,
        int holdSeconds,
        List<PolicyLayer> layers,
        @Nullable String problem) {
    public PolicyView {
        layers = List.copyOf(layers);
    }
}
