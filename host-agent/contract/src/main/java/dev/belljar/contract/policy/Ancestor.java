package dev.belljar.contract.policy;

import java.util.List;

/// A process another one comes from; `argv` may be shortened.
public record Ancestor(int pid, String name, List<String> argv) {
    public Ancestor {
        argv = List.copyOf(argv);
    }
}
