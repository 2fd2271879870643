package dev.belljar.contract.request.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Asks to begin (`on`) or end TLS inspection of connections to these names; an empty list means all names.
public record SetInspection(@Nullable Boolean on, @Nullable List<String> names) {
    public SetInspection {
        names = names == null ? null : List.copyOf(names);
    }
}
