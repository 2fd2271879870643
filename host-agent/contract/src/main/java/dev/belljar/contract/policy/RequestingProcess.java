package dev.belljar.contract.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The process that asks, as the machine says: one in the hands of an attacker may say what it likes.
///
/// `program` is its file in the machine; `argv` may be shortened; `parents` begins with the nearest. `sent` is how
/// many bytes it has sent so far in flows that were allowed, `flows` how many flows it has begun.
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
