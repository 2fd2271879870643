package dev.belljar.contract.policy;

import dev.belljar.contract.event.Verdict;
import org.jspecify.annotations.Nullable;

/// Flows to one destination that a draft would decide otherwise than the policy in force does now; `count`
/// of them.
public record ReplayChange(
        String protocol,
        String destination,
        @Nullable String name,
        int count,
        Verdict now,
        String rule,
        Verdict draft,
        String draftRule) {}
