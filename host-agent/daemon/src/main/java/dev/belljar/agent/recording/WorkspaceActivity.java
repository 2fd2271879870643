package dev.belljar.agent.recording;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.Event.OpaqueEvent;
import dev.belljar.contract.event.FileOp;
import java.util.concurrent.atomic.AtomicLong;

/// Counts the observed writes to a machine's workspace, and the periods in which the machine was not observed.
///
/// Written by the guest link's thread, read by any thread.
public final class WorkspaceActivity {
    private static final String WORKSPACE = "/workspace/";
    private static final String GIT = WORKSPACE + ".git/";
    /// The file that exists in a workspace while the project is copied into it.
    private static final String DELIVERING = GIT + "belljar-delivering";

    private final AtomicLong changes = new AtomicLong();
    private final AtomicLong silences = new AtomicLong();
    private final WrittenPaths paths = new WrittenPaths(System::nanoTime);
    private volatile boolean watched;
    private volatile WorkspaceListener listener = WorkspaceListener.NONE;

    /// The counts at one moment; if two marks are equal, nothing was written between them.
    public record Mark(long changes, long silences, boolean watched) {}

    public Mark mark() {
        return new Mark(changes.get(), silences.get(), watched);
    }

    /// The files that were written and whose content was not read since.
    public WrittenPaths paths() {
        return paths;
    }

    /// Tells this listener about each write to the workspace from now on.
    public void tell(WorkspaceListener next) {
        listener = next;
    }

    /// The work was fetched, with everything that was written before this mark.
    public void fetched(Mark before) {
        listener.fetched(before.changes());
    }

    /// The machine is observed from now on; `files` says whether it reports file events.
    void heard(boolean files) {
        watched = files;
    }

    /// The machine is no longer observed.
    void silent() {
        watched = false;
        silences.incrementAndGet();
    }

    /// An event was observed in the machine. A lost event or one of an unknown kind may have been a write.
    void happened(Event event) {
        paths.happened(event);
        boolean writes = switch (event) {
            case FileEvent file -> isWork(file.path()) || (file.to() != null && isWork(file.to()));
            case GapEvent _, OpaqueEvent _ -> true;
            default -> false;
        };
        if (writes) {
            changes.incrementAndGet();
            listener.changed(movesRef(event));
        }
        if (event instanceof FileEvent file && deletes(file)) {
            listener.deleted(file.path(), file.op() == FileOp.RMDIR);
        }
        if (event instanceof FileEvent file
                && file.op() == FileOp.UNLINK
                && file.path().equals(DELIVERING)) {
            listener.delivered();
        }
    }

    private static boolean deletes(FileEvent file) {
        return (file.op() == FileOp.UNLINK || file.op() == FileOp.RMDIR)
                && file.path().startsWith(WORKSPACE);
    }

    /// True if a commit may have been made. Lost events and those of an unknown kind may have been one.
    private static boolean movesRef(Event event) {
        return !(event instanceof FileEvent file) || isRef(file.path()) || (file.to() != null && isRef(file.to()));
    }

    // A commit renames a lock file to the branch, and appends to the reflogs. A reftable has neither.
    private static boolean isRef(String path) {
        if (!path.startsWith(GIT) || path.endsWith(".lock")) {
            return false;
        }
        String name = path.substring(GIT.length());
        return name.equals("HEAD")
                || name.equals("packed-refs")
                || name.startsWith("refs/heads/")
                || name.startsWith("logs/")
                || name.startsWith("reftable/");
    }

    // Fetching writes objects and an index in the git folder, which do not count; a commit also moves a ref,
    // which does.
    private static boolean isWork(String path) {
        return path.startsWith(WORKSPACE) && !path.contains("/.git/objects/") && !path.contains("/.git/index");
    }
}
