package dev.belljar.contract.policy;

import java.util.List;

/// A process another one comes from; `argv` may be shortened.
public record ParentProcess(int pid, String name, List<String> argv) {
    public ParentProcess {
        argv = List.copyOf(argv);
    }
}
