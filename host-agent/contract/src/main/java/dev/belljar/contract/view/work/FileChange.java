package dev.belljar.contract.view.work;

import org.jspecify.annotations.Nullable;

/// One path that differs from the base.
///
/// `status` is `A`, `M`, `D`, `R` or `T` (kind changed) as git says it; `from` the old path of a rename; `added`
/// and `removed` lines are -1 for binaries. `risk` says in words why the file could be executed on the host,
/// null if it could not. `content` is a hash of what is at the path before and after: changes of a path with the same
/// hash are the same change; null if it is not known.
public record FileChange(
        String status,
        String path,
        @Nullable String from,
        int added,
        int removed,
        boolean binary,
        @Nullable String risk,
        @Nullable String content) {
    /// A change whose content is not known.
    public FileChange(
            String status,
            String path,
            @Nullable String from,
            int added,
            int removed,
            boolean binary,
            @Nullable String risk) {
        this(status, path, from, added, removed, binary, risk, null);
    }

    /// The same change with another reason why it could be executed on the host.
    public FileChange withRisk(@Nullable String other) {
        return new FileChange(status, path, from, added, removed, binary, other, content);
    }
}
