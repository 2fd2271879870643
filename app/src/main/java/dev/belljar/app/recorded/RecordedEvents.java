package dev.belljar.app.recorded;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.FileOp;
import dev.belljar.contract.event.ProcOp;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.process.ProcessTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The processes of `shop`, and the events of its journal.
final class RecordedEvents {
    /// The number of the last event that the tables include.
    static final long SEQ = 4_000;
    /// The number of processes before the first event; the events add more.
    private static final long TOTAL = 1_219;

    private RecordedEvents() {}

    static ProcessTable processes() {
        return new ProcessTable(
                SEQ,
                TOTAL,
                List.of(
                        row(
                                1,
                                0,
                                0,
                                "systemd",
                                "/usr/lib/systemd/systemd",
                                List.of("/sbin/init"),
                                "/",
                                8040000,
                                null,
                                null,
                                0,
                                11744051L),
                        row(
                                187,
                                1,
                                0,
                                "systemd-journal",
                                "/usr/bin/systemd-journal",
                                List.of("/lib/systemd/systemd-journald"),
                                "/",
                                8040000,
                                null,
                                null,
                                1,
                                10276044L),
                        row(
                                214,
                                1,
                                0,
                                "belljar-guest",
                                "/usr/bin/belljar-guest",
                                List.of("/usr/lib/belljar/belljar-guest"),
                                "/",
                                8040000,
                                null,
                                null,
                                4,
                                6396313L),
                        row(
                                411,
                                214,
                                1000,
                                "bash",
                                "/usr/bin/bash",
                                List.of("-bash"),
                                "/workspace",
                                7080000,
                                null,
                                null,
                                0,
                                4823449L),
                        row(
                                417,
                                411,
                                1000,
                                "node",
                                "/usr/bin/node",
                                List.of("node", "node_modules/…/vite.js", "--port", "3000"),
                                "/workspace",
                                7020000,
                                null,
                                null,
                                9,
                                88394956L),
                        row(
                                388,
                                1,
                                1000,
                                "zellij",
                                "/usr/bin/zellij",
                                List.of("zellij", "--server", "/run/user/1000/zellij/main"),
                                "/workspace",
                                7980000,
                                null,
                                null,
                                8,
                                40265318L),
                        row(
                                402,
                                388,
                                1000,
                                "bash",
                                "/usr/bin/bash",
                                List.of("-bash"),
                                "/workspace",
                                7980000,
                                null,
                                null,
                                0,
                                4823449L),
                        row(
                                431,
                                402,
                                1000,
                                "agent",
                                "/usr/local/bin/cursor-agent",
                                List.of("agent", "Add coupon codes to the cart…"),
                                "/workspace",
                                2466000,
                                null,
                                null,
                                56,
                                149946368L),
                        row(
                                1098,
                                431,
                                1000,
                                "node",
                                "/usr/bin/node",
                                List.of("npx", "tsc", "--noEmit"),
                                "/workspace",
                                3400,
                                "14:24:40",
                                2,
                                0,
                                0L),
                        row(
                                1112,
                                431,
                                1000,
                                "npm",
                                "/usr/bin/npm",
                                List.of("npm", "test"),
                                "/workspace",
                                4900,
                                "14:26:50",
                                0,
                                0,
                                0L),
                        row(
                                1119,
                                1112,
                                1000,
                                "node",
                                "/usr/bin/node",
                                List.of("node", "node_modules/…/vitest.mjs", "run"),
                                "/workspace",
                                4400,
                                "14:26:50",
                                0,
                                0,
                                0L),
                        row(
                                1146,
                                431,
                                1000,
                                "git",
                                "/usr/bin/git",
                                List.of("git", "commit", "-m", "checkout: show the discount line"),
                                "/workspace",
                                200,
                                "14:27:12",
                                0,
                                0,
                                0L),
                        row(
                                1158,
                                431,
                                1000,
                                "apt-get",
                                "/usr/bin/apt-get",
                                List.of("sudo", "apt-get", "install", "-y", "libpng-dev"),
                                "/workspace",
                                11800,
                                "14:28:20",
                                0,
                                0,
                                0L),
                        row(
                                1189,
                                431,
                                1000,
                                "curl",
                                "/usr/bin/curl",
                                List.of("curl", "-m", "2", "http://169.254.169.254/latest/"),
                                "/workspace",
                                100,
                                "14:30:21",
                                7,
                                0,
                                0L),
                        row(
                                1201,
                                431,
                                1000,
                                "npm",
                                "/usr/bin/npm",
                                List.of("npm", "view", "qrpress", "version"),
                                "/workspace",
                                1300,
                                "14:31:26",
                                0,
                                0,
                                0L),
                        row(
                                1207,
                                431,
                                1000,
                                "sh",
                                "/usr/bin/sh",
                                List.of("sh", "-c", "npm install qrpress"),
                                "/workspace",
                                37000,
                                null,
                                null,
                                0,
                                1677721L),
                        row(
                                1209,
                                1207,
                                1000,
                                "npm",
                                "/usr/bin/npm",
                                List.of("npm", "install", "qrpress"),
                                "/workspace",
                                37000,
                                null,
                                null,
                                21,
                                100873011L),
                        row(
                                1231,
                                1209,
                                1000,
                                "sh",
                                "/usr/bin/sh",
                                List.of("sh", "-c", "node scripts/fetch-binary.js"),
                                "/workspace/node_modules/qrpress",
                                25000,
                                null,
                                null,
                                0,
                                1677721L),
                        row(
                                1236,
                                1231,
                                1000,
                                "node",
                                "/usr/bin/node",
                                List.of("node", "scripts/fetch-binary.js"),
                                "/workspace/node_modules/qrpress",
                                25000,
                                null,
                                null,
                                1,
                                51065651L),
                        row(
                                405,
                                388,
                                1000,
                                "bash",
                                "/usr/bin/bash",
                                List.of("-bash"),
                                "/workspace",
                                7980000,
                                null,
                                null,
                                0,
                                4613734L),
                        row(
                                688,
                                405,
                                1000,
                                "node",
                                "/usr/bin/node",
                                List.of("node", "node_modules/…/vitest.mjs", "--watch"),
                                "/workspace",
                                2330000,
                                null,
                                null,
                                98,
                                92694118L),
                        row(
                                702,
                                688,
                                1000,
                                "node",
                                "/usr/bin/node",
                                List.of("node", "…/vitest/dist/worker.js"),
                                "/workspace",
                                2329000,
                                null,
                                null,
                                312,
                                63963136L)));
    }

    /// Returns starts and ends of processes in the last five minutes, writes of files, and the events of the
    /// sandbox itself.
    static List<Event> events() {
        List<Event> events = new ArrayList<>();
        Set<Integer> known = new HashSet<>();
        List<Integer> starts = SyntheticSeries.of(134, 7, 0.2, 3, bursts(0));
        List<Integer> ends = SyntheticSeries.of(134, 91, 0.2, 3, bursts(1));
        long first = RecordedHost.now() - 300_000;
        for (int i = 0; i < starts.size(); i++) {
            long ts = first + i * 2_239L;
            for (int n = 0; n < starts.get(i); n++) {
                int pid = 20_000 + i * 20 + n;
                events.add(proc(ts, ProcOp.FORK, pid, null));
                events.add(proc(ts, ProcOp.EXEC, pid, null));
                known.add(pid);
            }
            for (int n = 0; n < ends.get(i); n++) {
                boolean bad = (i == 29 || i == 85) && n < 2;
                int pid = 20_000 + Math.max(0, i - 1) * 20 + n;
                if (known.add(pid)) {
                    events.add(proc(ts + 40, ProcOp.PRESENT, pid, null));
                }
                events.add(proc(ts + 40, ProcOp.EXIT, pid, bad ? 1 : 0));
            }
        }
        files(events);
        List<Event> ordered = new ArrayList<>();
        // The tables of processes and flows include what the log tells.
        number(ordered, RecordedLog.events(), SEQ + 1 - RecordedLog.events().size());
        events.sort(Comparator.comparingLong(Event::ts));
        number(ordered, events, SEQ + 1);
        return ordered;
    }

    private static void number(List<Event> ordered, List<Event> events, long first) {
        for (int i = 0; i < events.size(); i++) {
            ordered.add(events.get(i).withSeq(first + i));
        }
    }

    private static SyntheticSeries.LoadBurst[] bursts(double later) {
        return new SyntheticSeries.LoadBurst[] {
            new SyntheticSeries.LoadBurst(28 + later, 1.6, 1.7),
            new SyntheticSeries.LoadBurst(62 + later, 2, 2),
            new SyntheticSeries.LoadBurst(84 + later, 1.2, 1),
            new SyntheticSeries.LoadBurst(94 + later, 2.5, 1.8),
            new SyntheticSeries.LoadBurst(126 + later, 2.2, 1.4)
        };
    }

    private static void files(List<Event> events) {
        String[] paths = {
            "/workspace/node_modules/qrpress/build/log.txt",
            "/home/agent/.npm/_logs/14_31_42-debug-0.log",
            "/tmp/qrpress-download",
            "/workspace/node_modules/.package-lock.json"
        };
        written(events, "14:05:58", 812, "node");
        written(events, "14:06:12", 431, "agent");
        for (String path : paths) {
            events.add(
                    new FileEvent(0, RecordedHost.at("14:31:45"), 1236, 1236, "node", FileOp.WRITE, path, null, 2_048));
        }
    }

    private static void written(List<Event> events, String time, int pid, String comm) {
        String path = "/workspace/src/cart/total.ts";
        events.add(new FileEvent(0, RecordedHost.at(time), pid, pid, comm, FileOp.WRITE, path, null, 1_204));
    }

    private static Event proc(long ts, ProcOp op, int pid, @Nullable Integer code) {
        return new ProcEvent(0, ts, op, pid, 688, pid, 1000, "node", null, List.of(), null, code, null, 0, false);
    }

    private static ProcessRow row(
            int pid,
            int ppid,
            int uid,
            String comm,
            String exe,
            List<String> argv,
            String cwd,
            long age,
            @Nullable String ended,
            @Nullable Integer code,
            int cpu,
            long rss) {
        Long end = ended == null ? null : RecordedHost.at(ended);
        long started = (end == null ? RecordedHost.now() : end) - age;
        return new ProcessRow(
                pid,
                ppid,
                pid,
                ppid,
                uid,
                comm,
                exe,
                argv,
                cwd,
                started,
                end,
                code,
                null,
                end == null ? cpu : null,
                end == null ? rss : null);
    }
}
