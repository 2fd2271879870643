package dev.belljar.agent.jail.plan;

import dev.belljar.agent.jail.syscall.FilterProgram;
import java.util.List;

/// What a jail is, completely. Making one reads nothing and changes nothing; `belljar-jail` applies it or
/// refuses it.
public record JailPlan(
        PlanIdentity identity,
        List<PlanMount> mounts,
        PlanCommand command,
        List<PlanLimit> limits,
        FilterProgram filter,
        PlanControl control) {
    public JailPlan {
        mounts = List.copyOf(mounts);
        limits = List.copyOf(limits);
    }
}
