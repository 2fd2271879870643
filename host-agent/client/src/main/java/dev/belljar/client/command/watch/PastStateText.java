package dev.belljar.client.command.watch;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.TextTable;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.timeline.PastState;
import dev.belljar.contract.view.timeline.TimelineMark;
import java.time.ZoneId;
import java.util.List;

/// The state of a sandbox at one moment as text.
record PastStateText(String sandbox, PastState moment, ZoneId zone) {
    private static final int MOST_PROCESSES = 20;
    private static final int MOST_ROWS = 10;
    private static final int LONGEST = 100;

    void print(CommandSession session) {
        session.line("%s at %s", sandbox, time(moment.at()));
        processes(session);
        traffic(session);
        folders(session);
        marks(session, "Nearest events:", moment.marks());
        snapshot(session);
    }

    private String time(long at) {
        return TimelineTimes.full(at, zone);
    }

    private void processes(CommandSession session) {
        session.line("");
        if (moment.running().isEmpty()) {
            session.line("No process was running.");
            return;
        }
        TextTable table = new TextTable("PID", "RUNNING FOR", "COMMAND");
        for (ProcessRow row : first(moment.running(), MOST_PROCESSES)) {
            String command = row.argv().isEmpty() ? "[" + row.comm() + "]" : String.join(" ", row.argv());
            table.row(
                    row.pid(),
                    TimelineTimes.span(Math.max(0, moment.at() - row.started())),
                    command.length() > LONGEST ? command.substring(0, LONGEST) + "…" : command);
        }
        table.print(session.out());
        more(session, moment.runningTotal(), MOST_PROCESSES);
    }

    private void traffic(CommandSession session) {
        if (!moment.traffic().isEmpty()) {
            session.line("");
            TextTable table = new TextTable("CONNECTED TO", "SENT", "RECEIVED");
            first(moment.traffic(), MOST_ROWS)
                    .forEach(name -> table.row(name.name(), ByteCount.words(name.up()), ByteCount.words(name.down())));
            table.print(session.out());
            more(session, moment.traffic().size(), MOST_ROWS);
        }
    }

    private void folders(CommandSession session) {
        if (!moment.folders().isEmpty()) {
            session.line("");
            TextTable table = new TextTable("FOLDER", "CHANGED FILES");
            first(moment.folders(), MOST_ROWS).forEach(folder -> table.row(folder.path(), folder.files()));
            table.print(session.out());
            more(session, moment.folders().size(), MOST_ROWS);
        }
    }

    private void marks(CommandSession session, String title, List<TimelineMark> marks) {
        if (!marks.isEmpty()) {
            session.line("");
            session.line(title);
            marks.forEach(mark -> session.out().println(time(mark.at()) + "  " + TimelineText.words(mark)));
        }
    }

    private void snapshot(CommandSession session) {
        session.line("");
        Snapshot snapshot = moment.snapshot();
        if (snapshot == null) {
            session.line("There is no earlier snapshot.");
            return;
        }
        String name = snapshot.name() == null ? snapshot.id() : VisibleText.line(snapshot.name());
        session.out()
                .println("Last snapshot before this time: %s, taken %s (%s earlier)"
                        .formatted(
                                name,
                                time(snapshot.created()),
                                TimelineTimes.span(Math.max(0, moment.at() - snapshot.created()))));
        marks(session, "Between that snapshot and this time:", moment.since());
        session.aside("Start a sandbox from it: belljar branch %s", snapshot.id());
    }

    private static <T> List<T> first(List<T> rows, int most) {
        return rows.subList(0, Math.min(rows.size(), most));
    }

    private static void more(CommandSession session, long total, int shown) {
        if (total > shown) {
            session.line("%,d more", total - shown);
        }
    }
}
