package dev.belljar.contract.policy;

import dev.belljar.contract.event.Verdict;
import org.jspecify.annotations.Nullable;

/// Flows to one destination for which a draft policy would give another verdict than the recorded one; `count`
/// is their number.
public record ReplayChange(
        String protocol,
        String destination,
        @Nullable String name,
        int count,
        Verdict was,
        @Nullable String wasRule,
        Verdict draft,
        String draftRule) {}
