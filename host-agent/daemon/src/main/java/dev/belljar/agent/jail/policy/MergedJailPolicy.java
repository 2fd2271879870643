package dev.belljar.agent.jail.policy;

import dev.belljar.agent.jail.plan.PathDecisions;
import dev.belljar.agent.jail.plan.PlanPaths;
import dev.belljar.contract.jail.JailPolicy;
import dev.belljar.contract.jail.PathRule;
import dev.belljar.contract.jail.RecordedAccess;
import dev.belljar.contract.jail.SyscallPolicy;
import dev.belljar.contract.jail.SyscallPreset;
import dev.belljar.contract.policy.RuleAction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/// The policies of all layers together. What one layer denies, no other layer can allow: a path that is
/// denied, or is in a folder that is, stays hidden, and a system call is made only if the policies of all
/// layers permit it.
public record MergedJailPolicy(PathDecisions paths, Set<SyscallPreset> presets, List<SyscallPolicy> syscalls) {
    public MergedJailPolicy {
        presets = Set.copyOf(presets);
        syscalls = List.copyOf(syscalls);
    }

    /// Merges policies. `home` is what `~` stands for.
    public static MergedJailPolicy of(Collection<JailPolicy> layers, String home) {
        NavigableSet<String> allowed = new TreeSet<>();
        NavigableSet<String> denied = new TreeSet<>();
        Set<SyscallPreset> presets = EnumSet.noneOf(SyscallPreset.class);
        List<SyscallPolicy> syscalls = new ArrayList<>();
        for (JailPolicy layer : layers) {
            for (PathRule rule : layer.paths()) {
                String path = rule.path().startsWith("~/") ? home + rule.path().substring(1) : rule.path();
                (rule.action() == RuleAction.ALLOW ? allowed : denied).add(path);
            }
            presets.addAll(layer.presets());
            if (layer.syscalls() != null) {
                syscalls.add(layer.syscalls());
            }
        }
        allowed.removeIf(path -> denied.stream().anyMatch(folder -> PlanPaths.within(folder, path)));
        return new MergedJailPolicy(PathDecisions.of(allowed, denied), presets, syscalls);
    }

    /// What would be decided about an access: `denied`, `allowed` or `asked`. As in plans, a folder that
    /// contains something denied is shown only if a rule allows all of the folder.
    String decision(RecordedAccess access) {
        if (covers(paths.denied(), access.path())) {
            return "denied";
        }
        if (covers(paths.allowed(), access.mask())) {
            return "allowed";
        }
        if (paths.denied().stream().anyMatch(path -> PlanPaths.within(access.mask(), path))) {
            return "denied";
        }
        return covers(paths.allowed(), access.path()) ? "allowed" : "asked";
    }

    private static boolean covers(NavigableSet<String> folders, String path) {
        return folders.stream().anyMatch(folder -> PlanPaths.within(folder, path));
    }
}
