package dev.belljar.contract.request;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Begin (`on`) or end looking into connections to these names; none means all of them.
public record SetInspection(@Nullable Boolean on, @Nullable List<String> names) {
    public SetInspection {
        names = names == null ? null : List.copyOf(names);
    }
}
