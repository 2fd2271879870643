package dev.belljar.agent.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A process for good: its pid with its start time (clock ticks since boot), because pids are used again.
public record ProcessIdentity(long pid, long startTicks) {
    private static final int START_FIELD_AFTER_COMM = 19;

    /// The identity of a living process, or nothing when there is none with this pid.
    public static Optional<ProcessIdentity> of(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
            // The command may hold spaces and brackets; the fields are counted from its closing bracket.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            if (fields[0].equals("Z")) {
                return Optional.empty();
            }
            return Optional.of(new ProcessIdentity(pid, Long.parseLong(fields[START_FIELD_AFTER_COMM])));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// True while this very process lives.
    public boolean alive() {
        return of(pid).map(this::equals).orElse(false);
    }

    /// Ends it without mercy, if it is still this very process.
    public void kill() {
        if (alive()) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }
}
