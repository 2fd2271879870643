package dev.belljar.contract.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The process that requests a connection, as the guest reports it; a compromised guest can report anything.
///
/// `program` is its file in the machine; `argv` may be shortened; `parents` begins with the direct parent.
/// `sent` counts the bytes it has sent in allowed flows, `flows` the flows it has begun.
public record RequestingProcess(
        int pid,
        String name,
        @Nullable String program,
        List<String> argv,
        List<ParentProcess> parents,
        long sent,
        long flows) {
    public RequestingProcess {
        argv = List.copyOf(argv);
        parents = List.copyOf(parents);
    }
}
