package dev.belljar.contract.view.timeline;

import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.process.ProcessRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The state of a sandbox at one moment in the past, `at` milliseconds since the epoch.
///
/// `running` are the processes that ran then, without current figures, at most 2,000 of `runningTotal`. `traffic` and
/// `folders` are what was active around that moment. `snapshot` is the newest one taken before, from which a branch
/// could start; `since` are the marks between that snapshot and the moment, at most the newest `MOST_SINCE`. `marks`
/// are the nearest marks before and after.
public record PastState(
        long at,
        List<ProcessRow> running,
        long runningTotal,
        List<ActiveName> traffic,
        List<ActiveFolder> folders,
        @Nullable Snapshot snapshot,
        List<TimelineMark> since,
        List<TimelineMark> marks) {
    /// The most marks in `since`.
    public static final int MOST_SINCE = 200;

    public PastState {
        running = List.copyOf(running);
        traffic = List.copyOf(traffic);
        folders = List.copyOf(folders);
        since = List.copyOf(since);
        marks = List.copyOf(marks);
    }

    /// A destination with connections around that moment, and all bytes of these connections.
    public record ActiveName(String name, long up, long down) {}

    /// A folder of the workspace in which files were changed around that moment; `.` is the workspace itself.
    public record ActiveFolder(String path, long files) {}
}
