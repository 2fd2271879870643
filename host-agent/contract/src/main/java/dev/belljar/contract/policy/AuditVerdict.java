package dev.belljar.contract.policy;

import org.jspecify.annotations.Nullable;

/// Whether the audit's hash chain is intact. `head` is the hash of the last line: a copy of it kept elsewhere
/// later shows whether the audit was cut short. `file` and `line` name the first broken line, `problem` says
/// what is wrong with it.
public record AuditVerdict(
        boolean intact,
        long lines,
        String head,
        @Nullable String file,
        @Nullable Long line,
        @Nullable String problem) {}
