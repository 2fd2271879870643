package dev.belljar.contract.jail;

import java.util.List;

/// Which system calls a process may make. The first rule for a system call whose condition holds decides;
/// `otherwise` applies if there is none.
public record SyscallPolicy(List<SyscallRule> rules, SyscallAction otherwise) {
    public SyscallPolicy {
        rules = List.copyOf(rules);
    }
}
