package dev.belljar.contract.jail;

import java.util.List;

/// What happens to a system call if a condition holds. `when` has alternatives, each of which is a list of
/// conditions that must all hold; a rule without alternatives always applies.
public record SyscallRule(String syscall, List<List<ArgumentCondition>> when, SyscallAction action) {
    public SyscallRule {
        when = when.stream().map(List::copyOf).toList();
    }

    /// A rule that always applies.
    public SyscallRule(String syscall, SyscallAction action) {
        this(syscall, List.of(), action);
    }

    /// True if the rule applies whatever the arguments are.
    public boolean always() {
        return when.isEmpty() || when.stream().anyMatch(List::isEmpty);
    }
}
