package dev.belljar.contract.policy;

import dev.belljar.contract.event.Verdict;
import org.jspecify.annotations.Nullable;

/// Flows to one destination that a draft would decide otherwise than was decided when they came; `count` of them.
public record ReplayChange(
        String protocol,
        String destination,
        @Nullable String name,
        int count,
        Verdict was,
        @Nullable String wasRule,
        Verdict draft,
        String draftRule) {}
