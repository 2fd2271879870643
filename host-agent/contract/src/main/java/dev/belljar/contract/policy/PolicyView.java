package dev.belljar.contract.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The policy of a sandbox that is in force: the preset and, in words, what chose it; the layers from the widest
/// to the narrowest; and `problem` if everything is refused because a layer cannot be read.
public record PolicyView(
        String sandbox,
        NetworkMode preset,
        String because,
        int holdSeconds,
        List<PolicyLayer> layers,
        @Nullable String problem) {
    public PolicyView {
        layers = List.copyOf(layers);
    }
}
