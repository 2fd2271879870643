package dev.belljar.agent.sandbox;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.FileEvent;
import dev.belljar.contract.event.GapEvent;
import dev.belljar.contract.event.OpaqueEvent;
import java.util.concurrent.atomic.AtomicLong;

/// How often a machine has written to its workspace, as far as it is heard, and how often it was not.
///
/// Told by the guest link's thread, read by any.
final class WorkspaceActivity {
    private final AtomicLong changes = new AtomicLong();
    private final AtomicLong silences = new AtomicLong();
    private volatile boolean watched;

    /// What was written until a moment; two that are equal have nothing between them.
    record Mark(long changes, long silences, boolean watched) {}

    Mark mark() {
        return new Mark(changes.get(), silences.get(), watched);
    }

    /// The machine is heard from now on, and tells of files or not.
    void heard(boolean files) {
        watched = files;
    }

    /// It is heard no longer.
    void silent() {
        watched = false;
        silences.incrementAndGet();
    }

    /// This happened inside. What was lost, or is of a kind nobody here knows, may have been a write.
    void happened(Event event) {
        boolean writes = switch (event) {
            case FileEvent file -> isWork(file.path()) || (file.to() != null && isWork(file.to()));
            case GapEvent _, OpaqueEvent _ -> true;
            default -> false;
        };
        if (writes) {
            changes.incrementAndGet();
        }
    }

    // Fetching the work writes objects, and looking at it an index; a commit moves a ref too.
    private static boolean isWork(String path) {
        return path.startsWith("/workspace/") && !path.contains("/.git/objects/") && !path.contains("/.git/index");
    }
}
