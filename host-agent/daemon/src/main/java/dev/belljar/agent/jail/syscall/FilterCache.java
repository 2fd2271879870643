package dev.belljar.agent.jail.syscall;

import dev.belljar.contract.jail.SyscallPolicy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Keeps the filters of the policies that were used last, so that a jail does not wait for a policy to be
/// compiled.
public final class FilterCache {
    private static final int MOST = 64;

    private final Map<List<SyscallPolicy>, FilterProgram> filters = new LinkedHashMap<>(16, 0.75f, true);

    /// The filter of policies that must all permit a system call.
    ///
    /// @throws SyscallPolicyException if a policy is invalid or they need too many instructions
    public synchronized FilterProgram get(List<SyscallPolicy> policies) throws SyscallPolicyException {
        FilterProgram kept = filters.get(policies);
        if (kept != null) {
            return kept;
        }
        FilterProgram compiled = SyscallFilterCompiler.compile(policies);
        filters.put(List.copyOf(policies), compiled);
        if (filters.size() > MOST) {
            filters.remove(filters.keySet().iterator().next());
        }
        return compiled;
    }
}
