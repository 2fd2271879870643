package dev.belljar.app.network;

import dev.belljar.app.state.ProcessItem;
import dev.belljar.app.state.VisibleGuestText;
import dev.belljar.contract.view.FlowRow;
import dev.belljar.contract.view.ProcessRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds what the process of a flow was started with, without the program's own name: `install qrpress`.
final class CommandLines {
    private static final int MOST = 120;

    private final Map<Integer, ProcessRow> byPid = new HashMap<>();

    /// Of several processes that had the same number the newest counts.
    CommandLines(List<ProcessItem> processes) {
        for (ProcessItem item : processes) {
            byPid.merge(item.row().pid(), item.row(), (a, b) -> a.start() > b.start() ? a : b);
        }
    }

    /// Empty where it is not known, or the number belonged to another process then.
    String of(FlowRow flow) {
        Integer pid = flow.pid();
        ProcessRow row = pid == null ? null : byPid.get(pid);
        if (row == null || row.argv().size() < 2 || !row.comm().equals(flow.process())) {
            return "";
        }
        return VisibleGuestText.shown(
                String.join(" ", row.argv().subList(1, row.argv().size())), MOST);
    }
}
