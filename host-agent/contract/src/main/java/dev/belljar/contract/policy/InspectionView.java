package dev.belljar.contract.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The TLS inspection of one sandbox. `names` are the names to inspect (`example.org`, `*.example.org`, `*`),
/// `except` those never to inspect, whatever else holds, `bySecrets` those inspected because a secret is bound
/// to them. `certificate` is the certificate of the sandbox's own authority as PEM, null while there is none;
/// `installed` says whether it was installed in the machine.
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
