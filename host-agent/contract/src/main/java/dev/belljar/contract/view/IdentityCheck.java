package dev.belljar.contract.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whether a machine that was copied knows that it is not the original; `origin` says what it was copied from, null
/// for one that booted by itself.
public record IdentityCheck(String sandbox, @Nullable String origin, boolean ok, List<Item> items) {
    public IdentityCheck {
        items = List.copyOf(items);
    }

    /// One thing that makes a machine itself: the fingerprint of what it is here and of what it was in the original
    /// (null when there is none), and whether that is as it must be; `detail` says it in words.
    public record Item(
            String name,
            String label,
            String value,
            @Nullable String origin,
            boolean ok,
            String detail) {}
}
