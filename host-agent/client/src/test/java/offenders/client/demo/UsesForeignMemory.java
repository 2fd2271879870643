package offenders.client.demo;

import java.lang.foreign.Arena;

/// Breaks the rule that the client uses JNA for native calls.
public final class UsesForeignMemory {
    long allocate() {
        try (Arena arena = Arena.ofConfined()) {
            return arena.allocate(8).address();
        }
    }
}
