package dev.belljar.contract.policy;

import org.jspecify.annotations.Nullable;

/// Whether the audit's chain holds. `head` is the hash of the last line: keep it elsewhere, and a later audit that
/// was cut short will show. `file` and `line` name the first that is broken, `problem` says how.
public record AuditVerdict(
        boolean intact,
        long lines,
        String head,
        @Nullable String file,
        @Nullable Long line,
        @Nullable String problem) {}
