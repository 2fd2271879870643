package dev.belljar.contract.request.network;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Asks that guests trust, or no longer trust, the authorities with these fingerprints; each may be shortened
/// to its first digits. `project` is the absolute path of the project whose sandboxes it concerns, null for all
/// sandboxes.
public record ChooseAuthorities(
        List<String> fingerprints, @Nullable String project) {
    public ChooseAuthorities {
        fingerprints = List.copyOf(fingerprints);
    }
}
