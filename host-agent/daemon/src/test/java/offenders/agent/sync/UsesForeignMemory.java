package offenders.agent.sync;

import java.lang.foreign.Arena;

/// Breaks the rule that only the copy of memory uses memory outside the heap in this way.
public final class UsesForeignMemory {
    long allocate() {
        try (Arena arena = Arena.ofConfined()) {
            return arena.allocate(8).address();
        }
    }
}
