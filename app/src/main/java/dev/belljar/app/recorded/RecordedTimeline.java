package dev.belljar.app.recorded;

import dev.belljar.contract.request.timeline.ReadTimeline;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.timeline.PastState;
import dev.belljar.contract.view.timeline.PastState.ActiveFolder;
import dev.belljar.contract.view.timeline.PastState.ActiveName;
import dev.belljar.contract.view.timeline.Timeline;
import dev.belljar.contract.view.timeline.Timeline.FileInterval;
import dev.belljar.contract.view.timeline.Timeline.ProcessBar;
import dev.belljar.contract.view.timeline.Timeline.TrafficInterval;
import dev.belljar.contract.view.timeline.Timeline.Unobserved;
import dev.belljar.contract.view.timeline.TimelineMark;
import dev.belljar.contract.view.timeline.WrittenFiles;
import dev.belljar.contract.view.timeline.WrittenFiles.FileWrites;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// The history of `shop` from 12:18 to 14:32.
final class RecordedTimeline {
    private static final long BEGIN = RecordedHost.at("12:17:41");
    private static final int COLUMNS = 250;
    private static final long AROUND = 15_000;

    private static final List<Burst> ADDED = List.of(
            new Burst("12:29:40", 150, 260),
            new Burst("12:36:30", 120, 120),
            new Burst("13:54:10", 40, 20),
            new Burst("14:02:30", 30, 30),
            new Burst("14:21:10", 6, 14),
            new Burst("14:24:10", 8, 18),
            new Burst("14:25:10", 9, 34),
            new Burst("14:27:02", 7, 24),
            new Burst("14:28:14", 6, 110),
            new Burst("14:31:33", 10, 130));
    private static final List<Burst> CHANGED = List.of(
            new Burst("12:31:00", 200, 60),
            new Burst("14:10:20", 40, 22),
            new Burst("14:20:46", 10, 22),
            new Burst("14:22:35", 10, 16),
            new Burst("14:24:25", 14, 24),
            new Burst("14:25:22", 10, 16),
            new Burst("14:27:08", 10, 12),
            new Burst("14:28:20", 6, 9),
            new Burst("14:31:42", 12, 14));
    private static final List<Burst> DELETED = List.of(new Burst("14:22:50", 3, 3), new Burst("14:28:20", 3, 4));
    private static final List<Burst> DOWN = List.of(
            new Burst("12:29:30", 150, 9_000_000),
            new Burst("14:23:20", 4, 90_000),
            new Burst("14:28:14", 5, 1_600_000),
            new Burst("14:31:34", 8, 1_700_000));
    private static final List<Burst> UP = List.of(
            new Burst("14:21:40", 9, 300_000),
            new Burst("14:23:00", 8, 260_000),
            new Burst("14:25:00", 9, 420_000),
            new Burst("14:27:00", 9, 380_000),
            new Burst("14:27:30", 8, 400_000),
            new Burst("14:29:47", 9, 430_000),
            new Burst("14:31:02", 9, 460_000));

    /// A maximum of something per second, and how many seconds before and after it there is half as much.
    private record Burst(String time, long seconds, long height) {
        double at(long millis) {
            double distance = (millis - RecordedHost.at(time)) / (seconds * 1_000.0);
            return height * Math.exp(-distance * distance);
        }
    }

    private RecordedTimeline() {}

    /// Returns a timeline without any event.
    static Timeline nothing(ReadTimeline request) {
        long now = RecordedHost.now();
        return new Timeline(
                0,
                now,
                now,
                Objects.requireNonNullElse(request.from(), now),
                Objects.requireNonNullElse(request.to(), now),
                1_000,
                List.of(),
                0,
                List.of(),
                List.of(),
                List.of(),
                true,
                List.of(),
                List.of());
    }

    static Timeline read(ReadTimeline request, boolean asking) {
        long from = Math.max(BEGIN, Objects.requireNonNullElse(request.from(), BEGIN));
        long to = Math.max(from + 1, Objects.requireNonNullElse(request.to(), RecordedHost.now()));
        int count = request.intervals();
        long width = Math.max(1_000, (to - from) / count);
        List<ProcessBar> bars = processes().stream()
                .filter(row -> row.started() <= to && Objects.requireNonNullElse(row.ended(), to) >= from)
                .map(RecordedTimeline::bar)
                .toList();
        List<TimelineMark> marks = marks(asking).stream()
                .filter(mark -> mark.at() >= from && mark.at() <= to)
                .toList();
        return new Timeline(
                RecordedEvents.SEQ,
                BEGIN,
                RecordedHost.at("14:31:46"),
                from,
                to,
                width,
                bars,
                bars.size(),
                files(from, width, count),
                traffic(from, width, count),
                marks,
                true,
                gaps().stream()
                        .filter(gap -> gap.from() <= to && gap.to() >= from)
                        .toList(),
                overview());
    }

    static PastState moment(long at, boolean asking) {
        List<ProcessRow> running = processes().stream()
                .filter(row -> row.started() <= at && Objects.requireNonNullElse(row.ended(), Long.MAX_VALUE) >= at)
                .toList();
        Snapshot from = RecordedSnapshots.snapshots().stream()
                .filter(snapshot -> snapshot.sandbox().equals("sb-shop") && snapshot.created() <= at)
                .max(Comparator.comparingLong(Snapshot::created))
                .orElse(null);
        List<TimelineMark> all = marks(asking);
        List<TimelineMark> since = all.stream()
                .filter(mark -> from != null && mark.at() > from.created() && mark.at() <= at)
                .toList();
        List<TimelineMark> nearest = all.stream()
                .sorted(Comparator.comparingLong(mark -> Math.abs(mark.at() - at)))
                .limit(3)
                .sorted(Comparator.comparingLong(TimelineMark::at))
                .toList();
        return new PastState(at, running, running.size(), names(at), folders(at), from, since, nearest);
    }

    /// When files of the workspace were written, as seen from a moment.
    static WrittenFiles written(long at) {
        List<FileWrites> files = List.of(
                writes(at, "src/cart/cart.ts", "14:05:40"),
                writes(at, "src/cart/coupon.ts", "14:05:52"),
                writes(at, "src/cart/total.ts", "14:05:58", "14:30:12"),
                writes(at, "src/cart/coupon.test.ts", "14:09:21"),
                writes(at, "src/cart/legacyPromo.ts", "14:10:03"),
                writes(at, "src/api/coupons.ts", "14:12:44", "14:29:50"),
                writes(at, "package.json", "14:13:02"),
                writes(at, "package-lock.json", "14:13:20"),
                writes(at, "notes.tmp", "14:20:00"),
                writes(at, "node_modules/.package-lock.json", "14:13:20", "14:31:45"),
                writes(at, "src/checkout/Summary.tsx", "14:28:10", "14:29:31"),
                writes(at, "src/checkout/summary.css", "14:29:33"),
                writes(at, "src/checkout/Summary.test.tsx", "14:29:58"),
                writes(at, ".vscode/tasks.json", "14:30:40"));
        return new WrittenFiles(at, files, true);
    }

    private static FileWrites writes(long at, String path, String... times) {
        List<Long> all = Arrays.stream(times).map(RecordedHost::at).toList();
        Long before = all.stream().filter(time -> time <= at).max(Long::compare).orElse(null);
        return new FileWrites(path, before, Collections.max(all));
    }

    private static List<ActiveName> names(long at) {
        Map<String, ActiveName> sums = new LinkedHashMap<>();
        RecordedTraffic.table(false, Long.MAX_VALUE).flows().stream()
                .filter(flow -> flow.up() + flow.down() > 0 && Math.abs(flow.started() - at) < AROUND / 2)
                .map(flow ->
                        new ActiveName(Objects.requireNonNullElse(flow.name(), flow.dst()), flow.up(), flow.down()))
                .forEach(one -> sums.merge(
                        one.name(), one, (a, b) -> new ActiveName(a.name(), a.up() + b.up(), a.down() + b.down())));
        return List.copyOf(sums.values());
    }

    private static List<ActiveFolder> folders(long at) {
        boolean checkout = Math.abs(at - RecordedHost.at("14:28:14")) < AROUND;
        boolean modules = Math.abs(at - RecordedHost.at("14:31:33")) < AROUND;
        if (checkout) {
            return List.of(new ActiveFolder("src/checkout", 4));
        }
        return modules ? List.of(new ActiveFolder("node_modules/qrpress", 212)) : List.of();
    }

    private static List<FileInterval> files(long from, long width, int count) {
        List<FileInterval> intervals = new ArrayList<>();
        for (long at : starts(from, width, count)) {
            FileInterval one =
                    new FileInterval(at, sum(ADDED, at, width), sum(CHANGED, at, width), sum(DELETED, at, width));
            if (one.added() + one.changed() + one.deleted() > 0) {
                intervals.add(one);
            }
        }
        return intervals;
    }

    private static List<TrafficInterval> traffic(long from, long width, int count) {
        return starts(from, width, count).stream()
                .map(at -> new TrafficInterval(at, sum(UP, at, width), sum(DOWN, at, width)))
                .filter(one -> one.up() + one.down() > 0)
                .toList();
    }

    /// The beginnings of the intervals until now that were observed.
    private static List<Long> starts(long from, long width, int count) {
        return LongStream.range(0, count)
                .map(i -> from + i * width)
                .filter(at -> at <= RecordedHost.now())
                .filter(at -> gaps().stream().noneMatch(gap -> at >= gap.from() && at < gap.to()))
                .boxed()
                .toList();
    }

    private static long sum(List<Burst> bursts, long at, long width) {
        double perSecond =
                bursts.stream().mapToDouble(burst -> burst.at(at + width / 2)).sum();
        // Equal intervals look drawn by hand, so each has a little more or less.
        double uneven = 0.7 + 0.6 * (Math.floorMod(at / Math.max(1, width) * 7_919, 101) / 101.0);
        return Math.round(perSecond * uneven * width / 1_000 - 0.3);
    }

    private static List<Long> overview() {
        long width = (RecordedHost.now() - BEGIN) / COLUMNS;
        List<Long> counts = new ArrayList<>();
        for (int i = 0; i < COLUMNS; i++) {
            long at = BEGIN + i * width;
            boolean gap = gaps().stream().anyMatch(one -> at >= one.from() && at < one.to());
            long events = sum(ADDED, at, width) + sum(CHANGED, at, width) + sum(UP, at, width) / 40_000;
            counts.add(gap ? 0 : 40 + events);
        }
        return counts;
    }

    private static List<Unobserved> gaps() {
        return List.of(
                new Unobserved(RecordedHost.at("12:58:03"), RecordedHost.at("13:01:40")),
                new Unobserved(RecordedHost.at("14:23:38"), RecordedHost.at("14:23:41")));
    }

    /// The processes of the process table, with an end for each that has ended, and the type checker's failure.
    private static List<ProcessRow> processes() {
        return RecordedEvents.processes().rows();
    }

    private static ProcessBar bar(ProcessRow row) {
        return new ProcessBar(
                row.pid(),
                row.start(),
                row.comm(),
                row.argv(),
                row.started(),
                row.ended(),
                row.code(),
                row.signal(),
                false);
    }

    private static List<TimelineMark> marks(boolean asking) {
        List<TimelineMark> marks = new ArrayList<>(List.of(
                mark("12:18:00", TimelineMark.Kind.STATE, null, "running", null, false),
                commit("14:09:00", "a41f9c2", "cart: accept coupon codes"),
                commit("14:21:00", "5be07d1", "test: coupon edge cases"),
                approval("14:23:02", "telemetry.example.com", "denied by you once (node)"),
                commit("14:27:00", "9d3c0e8", "checkout: show the discount line"),
                blocked("14:28:33", "telemetry.example.com", "4 times"),
                blocked("14:30:21", "169.254.169.254", null)));
        RecordedSnapshots.snapshots().stream()
                .filter(snapshot -> snapshot.sandbox().equals("sb-shop"))
                .forEach(snapshot -> marks.add(new TimelineMark(
                        snapshot.seq(),
                        snapshot.created(),
                        TimelineMark.Kind.SNAPSHOT,
                        snapshot.id(),
                        Objects.requireNonNullElse(snapshot.name(), ""),
                        snapshot.note(),
                        false,
                        null)));
        if (asking) {
            RecordedRules.approvals().stream()
                    .filter(approval -> approval.sandbox().equals("sb-shop"))
                    .map(approval -> new TimelineMark(
                            RecordedEvents.SEQ,
                            approval.asked(),
                            TimelineMark.Kind.APPROVAL,
                            approval.id(),
                            Objects.requireNonNullElse(approval.name(), "address"),
                            null,
                            false,
                            null))
                    .forEach(marks::add);
        }
        marks.sort(Comparator.comparingLong(TimelineMark::at));
        return List.copyOf(marks);
    }

    private static TimelineMark commit(String time, String hash, String subject) {
        return mark(time, TimelineMark.Kind.COMMIT, hash + "0".repeat(33), subject, null, false);
    }

    private static TimelineMark approval(String time, String name, String detail) {
        return mark(time, TimelineMark.Kind.APPROVAL, null, name, detail, true);
    }

    private static TimelineMark blocked(String time, String name, @Nullable String detail) {
        return mark(time, TimelineMark.Kind.BLOCKED, name, name, detail, true);
    }

    private static TimelineMark mark(
            String time,
            TimelineMark.Kind kind,
            @Nullable String id,
            String label,
            @Nullable String detail,
            boolean failed) {
        return new TimelineMark(RecordedEvents.SEQ, RecordedHost.at(time), kind, id, label, detail, failed, null);
    }
}
