package dev.belljar.agent.jail.syscall;

import dev.belljar.contract.jail.SyscallPolicy;
import java.util.LinkedHashMap;
import java.util.Map;

/// Keeps the filters of the policies that were used last, so that a jail does not wait for a policy to be compiled.
public final class FilterCache {
    private static final int MOST = 64;

    private final Map<SyscallPolicy, FilterProgram> filters = new LinkedHashMap<>(16, 0.75f, true);

    /// The filter of a policy.
    ///
    /// @throws SyscallPolicyException if the policy is invalid or needs too many instructions
    public synchronized FilterProgram get(SyscallPolicy policy) throws SyscallPolicyException {
        FilterProgram kept = filters.get(policy);
        if (kept != null) {
            return kept;
        }
        FilterProgram compiled = SyscallFilterCompiler.compile(policy);
        filters.put(policy, compiled);
        if (filters.size() > MOST) {
            filters.remove(filters.keySet().iterator().next());
        }
        return compiled;
    }
}
