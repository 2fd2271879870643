package dev.belljar.agent.index;

import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.timeline.PastState.ActiveFolder;
import dev.belljar.contract.view.timeline.PastState.ActiveName;
import dev.belljar.contract.view.timeline.TimelineMark;
import java.util.List;

/// What the index knows about one moment: the processes that ran, of `runningTotal`; destinations and folders that
/// were active around it; and the marks before and after it.
public record IndexedPastState(
        List<ProcessRow> running,
        long runningTotal,
        List<ActiveName> traffic,
        List<ActiveFolder> folders,
        List<TimelineMark> marks) {
    public IndexedPastState {
        running = List.copyOf(running);
        traffic = List.copyOf(traffic);
        folders = List.copyOf(folders);
        marks = List.copyOf(marks);
    }
}
