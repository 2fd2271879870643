package dev.belljar.contract.jail;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The policy of one layer for jails: rules for paths, predefined rules for system calls, and a policy for
/// system calls.
public record JailPolicy(
        List<PathRule> paths,
        List<SyscallPreset> presets,
        @Nullable SyscallPolicy syscalls) {
    /// A policy that says nothing.
    public static final JailPolicy EMPTY = new JailPolicy(List.of(), List.of(), null);

    public JailPolicy {
        paths = List.copyOf(paths);
        presets = List.copyOf(presets);
    }
}
