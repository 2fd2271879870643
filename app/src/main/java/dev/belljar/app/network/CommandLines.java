package dev.belljar.app.network;

import dev.belljar.app.process.ProcessItem;
import dev.belljar.app.text.VisibleGuestText;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.contract.view.process.ProcessRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds the arguments of the process that started a flow, without the program's name: `install qrpress`.
final class CommandLines {
    private static final int MOST = 120;

    private final Map<Integer, ProcessRow> byPid = new HashMap<>();

    /// Of several processes with the same pid the newest counts.
    CommandLines(List<ProcessItem> processes) {
        for (ProcessItem item : processes) {
            byPid.merge(item.row().pid(), item.row(), (a, b) -> a.start() > b.start() ? a : b);
        }
    }

    /// Empty if the process is not known or its pid belongs to a different program.
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
