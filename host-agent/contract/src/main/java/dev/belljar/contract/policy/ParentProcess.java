package dev.belljar.contract.policy;

import java.util.List;

/// An ancestor of a process; `argv` may be shortened.
public record ParentProcess(int pid, String name, List<String> argv) {
    public ParentProcess {
        argv = List.copyOf(argv);
    }
}
