package dev.belljar.contract.view.network;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A certificate authority that this host has besides those of its distribution, or that the user chose
/// earlier.
///
/// `fingerprint` is the SHA-256 digest of its certificate in hexadecimal digits. `validFrom` and `validUntil`
/// are in milliseconds since the epoch. `sources` are the files and environment variables that name it, empty
/// if none does any more. `everywhere` is true if guests of all sandboxes trust it; `projects` are the folders
/// of the projects for which it was chosen alone. `problem` says why guests cannot trust it.
public record HostAuthority(
        String fingerprint,
        String subject,
        String issuer,
        long validFrom,
        long validUntil,
        List<String> sources,
        boolean everywhere,
        List<String> projects,
        @Nullable String problem) {
    public HostAuthority {
        sources = List.copyOf(sources);
        projects = List.copyOf(projects);
    }

    /// Whether the user chose it for any sandbox.
    public boolean chosen() {
        return everywhere || !projects.isEmpty();
    }
}
