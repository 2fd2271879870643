package dev.belljar.contract.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the gateway looks into for one sandbox. `names` are those it was told to (`example.org`, `*.example.org`,
/// `*`), `except` those it was told not to whatever else holds, `bySecrets` those it looks into because a secret is
/// bound to them. `certificate` is that of the sandbox's own authority as PEM, null while there is none;
/// `installed` says whether the machine was given it.
public record InspectionView(
        List<String> names,
        List<String> except,
        List<String> bySecrets,
        @Nullable String certificate,
        boolean installed) {
    public InspectionView {
        names = List.copyOf(names);
        except = List.copyOf(except);
        bySecrets = List.copyOf(bySecrets);
    }
}
