package dev.belljar.contract.view.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whether a machine started from a snapshot or template has its own identity; `origin` says what it was copied
/// from, null for a machine that booted.
public record IdentityCheck(String sandbox, @Nullable String origin, boolean ok, List<IdentityItem> items) {
    public IdentityCheck {
        items = List.copyOf(items);
    }

    /// One part of a machine's identity: its fingerprint in this machine and in the original (null if there is
    /// none), and whether they differ as they must; `detail` says so in words.
    public record IdentityItem(
            String name,
            String label,
            String value,
            @Nullable String origin,
            boolean ok,
            String detail) {}
}
