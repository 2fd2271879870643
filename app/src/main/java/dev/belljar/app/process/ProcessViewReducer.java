package dev.belljar.app.process;

import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.ProcOp;
import dev.belljar.contract.reduce.AgentScripts;
import dev.belljar.contract.reduce.ProcessReducer;
import dev.belljar.contract.view.process.ProcessGauge;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.process.ProcessTable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Keeps the processes of a machine up to date from process tables and events; not safe for several threads.
///
/// Ended processes are kept up to a bound, and the oldest are dropped first, so that a guest that forks all
/// day does not fill the memory.
public final class ProcessViewReducer {
    private static final int ANCESTORS = 16;
    private static final int MOST_ROWS = 20_000;
    static final int FINISHED_KEPT = 1_000;
    private static final int REMEMBERED = 10_000;

    private final Map<ProcessKey, ProcessRow> rows = new LinkedHashMap<>();
    private final Map<Integer, ProcessKey> newest = new HashMap<>();
    private final Deque<ProcessKey> finished = new ArrayDeque<>();
    private final RateReducer rates = new RateReducer();
    private final Map<ProcessKey, Long> counted = bounded();
    private final Map<ProcessKey, Long> helpers = bounded();
    private long total;
    private long seq;
    private long cleared;

    /// The number of the last event that is included.
    public long seq() {
        return seq;
    }

    /// Merges a process table: everything that events have not reported yet, and the figures of running processes.
    /// An older table does not change what newer events reported.
    public void merge(ProcessTable table) {
        total = Math.max(total, table.total());
        boolean newer = table.seq() >= seq;
        for (ProcessRow row : table.rows()) {
            ProcessKey key = ProcessKey.of(row);
            ProcessRow known = rows.get(key);
            if (newer || known == null) {
                put(key, row);
            } else if (known.ended() == null && row.ended() == null) {
                put(key, known.withFigures(row.cpuPermille(), row.rss()));
            }
        }
        if (newer) {
            seq = Math.max(seq, table.seq());
            dropVanished(table);
        }
    }

    /// Applies an event; one that a table already includes changes only the rates.
    public void apply(ProcEvent event) {
        rate(event);
        if (event.seq() <= seq && event.seq() > 0) {
            return;
        }
        seq = Math.max(seq, event.seq());
        ProcessKey key = new ProcessKey(event.pid(), event.start());
        ProcessRow known = rows.get(key);
        if (known == null && rows.size() >= MOST_ROWS) {
            total += event.op() == ProcOp.FORK
                    ? 1
                    : 0; // a guest can start processes without end: these are only counted
            return;
        }
        total += known == null ? 1 : 0;
        ProcessRow after = ProcessReducer.next(known, parent(event), event);
        put(key, after.ended() == null && after.rss() == null ? after.withFigures(0, 0L) : after);
    }

    /// Updates the figures of running processes.
    public void figures(List<ProcessGauge> gauges) {
        for (ProcessGauge gauge : gauges) {
            rows.computeIfPresent(
                    new ProcessKey(gauge.pid(), gauge.start()),
                    (_, row) -> row.ended() == null ? row.withFigures(gauge.cpuPermille(), gauge.rss()) : row);
        }
    }

    /// Returns the name of the newest process with this pid, null if there is none.
    @Nullable
    public String name(int pid) {
        ProcessKey key = newest.get(pid);
        ProcessRow row = key == null ? null : rows.get(key);
        return row == null ? null : row.comm();
    }

    /// Ends all processes, because the machine ended.
    public void machineEnded(long seq, long ts) {
        if (seq > this.seq) {
            this.seq = seq;
            List.copyOf(rows.entrySet())
                    .forEach(entry -> put(entry.getKey(), ProcessReducer.machineEnded(entry.getValue(), ts)));
        }
    }

    /// Returns the newest process with the event's parent pid, if it is not newer than the process itself.
    private @Nullable ProcessRow parent(ProcEvent event) {
        ProcessKey key = event.ppid() == 0 ? null : newest.get(event.ppid());
        return key == null || key.start() > event.start() ? null : rows.get(key);
    }

    /// Removes the ended processes, and ignores later reports of them.
    public void clearFinished(long now) {
        cleared = now;
        finished.forEach(this::drop);
        finished.clear();
    }

    /// Returns the processes as a tree, their numbers and rates; `now` in milliseconds since the epoch.
    public ProcessState state(long now) {
        List<ProcessItem> lines = ProcessTree.order(rows.values());
        int mine = (int) lines.stream().filter(l -> l.own() && !l.gone()).count();
        int gone = (int) lines.stream().filter(l -> l.gone() && !l.own()).count();
        int live = rows.size() - finished.size() - mine;
        return new ProcessState(lines, live, gone, total, rates.rates(now));
    }

    /// True if a process is a script of the host agent or was started by one. Programs in a session are not, although
    /// a script started the session.
    public boolean own(ProcessKey key) {
        ProcessRow row = rows.get(key);
        for (int up = 0; row != null && up < ANCESTORS; up++) {
            if (AgentScripts.is(row.argv())) {
                return true;
            } else if (TerminalPlace.keepsTerminals(row)) {
                return false;
            }
            row = rows.get(ProcessKey.parent(row));
        }
        return false;
    }

    private void put(ProcessKey key, ProcessRow row) {
        Long ended = row.ended();
        if (ended != null && ended <= cleared) {
            return;
        }
        ProcessRow before = rows.put(key, row);
        newest.merge(row.pid(), key, (old, fresh) -> fresh.start() >= old.start() ? fresh : old);
        if (ended == null) {
            if (before != null && before.ended() != null) {
                finished.remove(key); // a machine that hibernated resumes, and its processes with it
            }
        } else if (before == null || before.ended() == null) {
            finished.add(key);
            while (finished.size() > FINISHED_KEPT) {
                drop(finished.remove());
            }
        }
    }

    private void drop(ProcessKey key) {
        rows.remove(key);
        newest.remove(key.pid(), key);
    }

    /// Removes running processes that a newer table does not contain: they ended unobserved.
    private void dropVanished(ProcessTable table) {
        Map<ProcessKey, ProcessRow> seen = new HashMap<>();
        table.rows().forEach(row -> seen.put(ProcessKey.of(row), row));
        rows.values().removeIf(row -> row.ended() == null && !seen.containsKey(ProcessKey.of(row)));
        newest.values().removeIf(key -> !rows.containsKey(key));
    }

    /// Counts starts and ends. Belljar's own helper processes are counted as neither; whether a new process
    /// is one shows only when it executes its program, so its start is subtracted then.
    private void rate(ProcEvent event) {
        ProcessKey key = new ProcessKey(event.pid(), event.start());
        switch (event.op()) {
            case FORK -> {
                ProcessKey parent = newest.get(event.ppid());
                boolean session = TerminalPlace.keepsTerminals(event.comm(), event.argv());
                if (!session && (own(key) || (parent != null && (helpers.containsKey(parent) || own(parent))))) {
                    helpers.put(key, event.ts());
                } else {
                    counted.put(key, event.ts());
                    rates.birth(event.ts());
                }
            }
            case EXEC -> {
                if (TerminalPlace.keepsTerminals(event.comm(), event.argv())) {
                    helpers.remove(key);
                }
                Long started = AgentScripts.is(event.argv()) ? counted.remove(key) : null;
                if (started != null) {
                    helpers.put(key, started);
                    rates.notBorn(started);
                }
            }
            case EXIT -> {
                Integer code = event.code();
                counted.remove(key);
                if (helpers.remove(key) == null && !own(key)) {
                    rates.death(event.ts(), event.signal() != null || (code != null && code != 0));
                }
            }
            case PRESENT -> {}
        }
    }

    private static Map<ProcessKey, Long> bounded() {
        return new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<ProcessKey, Long> eldest) {
                return size() > REMEMBERED;
            }
        };
    }
}
