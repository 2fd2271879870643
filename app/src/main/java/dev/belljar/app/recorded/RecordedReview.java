package dev.belljar.app.recorded;

import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import dev.belljar.app.recorded.sample.RecordedFiles;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.request.work.ReadHunkCounts;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.provenance.FileBlame;
import dev.belljar.contract.view.provenance.LineRange;
import dev.belljar.contract.view.provenance.LineRange.LineOrigin;
import dev.belljar.contract.view.provenance.LineWriter;
import dev.belljar.contract.view.provenance.PriorFlow;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.FileHunks.Hunk;
import dev.belljar.contract.view.review.HunkCounts.HunkCount;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.WorkCommit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The recorded work as a queue for review: the files by commit, and the hunks of each.
final class RecordedReview {
    private static final String LAST = "e7c14a90c77d21e9d3c0e85be07d1a41f9c2b1a0";
    private static final String LATER = "51d7ab0e2f6c93884017bd5e9a2c6f30d418e7c5";
    private static final int MANY = 10_000;
    private static final int MOST_COUNTED = 500;
    private static final int NODE_FIRST = 26;
    private static final int LAST_LINE = 44;
    /// Changes that are at most this many lines apart are one hunk.
    private static final int NEAR = 2;

    private static final List<String> TESTS = List.of("src/cart/coupon.test.ts", "src/checkout/Summary.test.tsx");
    private static final List<String> CHECKOUT = List.of(".vscode/tasks.json", "src/api/coupons.ts");
    private static final List<String> UNCOMMITTED = List.of("src/checkout/Summary.tsx", "src/checkout/summary.css");

    private RecordedReview() {}

    static ReviewQueue queue(SyncPlan plan) {
        return new ReviewQueue(
                plan.commit(),
                plan.base(),
                plan.target(),
                RecordedHost.now(),
                plan.upToDate() ? List.of() : entries(plan),
                plan.own(),
                true,
                plan.upToDate());
    }

    /// The same files, with another commit.
    static ReviewQueue withMoreWork(ReviewQueue queue) {
        return new ReviewQueue(
                LATER, queue.base(), queue.target(), queue.fetched(), queue.entries(), queue.own(), true, false);
    }

    private static List<ReviewEntry> entries(SyncPlan plan) {
        List<FileChange> files = plan.diff().files();
        List<ReviewEntry> entries = new ArrayList<>();
        List<List<FileChange>> parts = List.of(
                files.stream()
                        .filter(file -> !TESTS.contains(file.path())
                                && !CHECKOUT.contains(file.path())
                                && !UNCOMMITTED.contains(file.path()))
                        .toList(),
                in(files, TESTS),
                in(files, CHECKOUT));
        for (int i = 0; i < plan.commits().size(); i++) {
            WorkCommit commit = plan.commits().get(i);
            String parent = i == 0 ? plan.base() : plan.commits().get(i - 1).id();
            entries.add(new ReviewEntry(
                    commit.id(), parent, true, false, commit.subject(), commit.author(), commit.time(), parts.get(i)));
        }
        entries.add(new ReviewEntry(
                LAST, plan.commits().getLast().id(), false, false, "", "", RecordedHost.now(), in(files, UNCOMMITTED)));
        return entries;
    }

    private static List<FileChange> in(List<FileChange> files, List<String> paths) {
        return files.stream().filter(file -> paths.contains(file.path())).toList();
    }

    /// Returns a queue with ten thousand files in one commit.
    static ReviewQueue many(SyncPlan plan) {
        List<FileChange> files = IntStream.range(0, MANY)
                .mapToObj(i -> new FileChange(
                        i % 3 == 0 ? "A" : "M",
                        "packages/p%02d/src/module%04d.ts".formatted(i % 60, i),
                        null,
                        4 + i % 7,
                        i % 3 == 0 ? 0 : 2,
                        false,
                        i % 2_500 == 7 ? "a package manager runs its scripts or installs its dependencies" : null))
                .toList();
        ReviewEntry commit = new ReviewEntry(
                plan.commits().getFirst().id(),
                plan.base(),
                true,
                false,
                "packages: move to ES modules",
                "agent",
                RecordedHost.at("14:09:00"),
                files);
        return new ReviewQueue(
                plan.commit(),
                plan.base(),
                plan.target(),
                RecordedHost.now(),
                List.of(commit),
                RecordedWork.nothing(),
                true,
                false);
    }

    static FileHunks hunks(String entry, String path, List<FileChange> files) {
        FileChange change = files.stream()
                .filter(file -> file.path().equals(path))
                .findFirst()
                .orElse(new FileChange("M", path, null, 3, 1, false, null));
        String before = before(change);
        String after = after(change);
        List<Hunk> hunks = change.status().equals("M") ? hunks(before, after) : List.of(whole(before, after));
        return new FileHunks(entry, path, null, before, after, null, hunks);
    }

    static List<HunkCount> counts(ReviewQueue queue, ReadHunkCounts asked, List<FileChange> files) {
        return queue.entries().stream()
                .filter(entry -> entry.id().equals(asked.entry()))
                .flatMap(entry -> entry.files().stream().map(FileChange::path))
                .filter(path -> path.compareTo(asked.from()) >= 0)
                .sorted()
                .limit(MOST_COUNTED)
                .map(path -> new HunkCount(
                        path,
                        Math.max(1, hunks(asked.entry(), path, files).hunks().size())))
                .toList();
    }

    private static Hunk whole(@Nullable String before, @Nullable String after) {
        int old = lines(before).size();
        int fresh = lines(after).size();
        return new Hunk(0, old == 0 ? 0 : 1, old, fresh == 0 ? 0 : 1, fresh, "");
    }

    private static List<String> lines(@Nullable String text) {
        return text == null ? List.of() : text.lines().toList();
    }

    private static List<Hunk> hunks(@Nullable String before, @Nullable String after) {
        List<String> old = lines(before);
        List<Hunk> hunks = new ArrayList<>();
        int end = 0;
        for (AbstractDelta<String> delta : DiffUtils.diff(old, lines(after)).getDeltas()) {
            int from = delta.getSource().getPosition();
            int to = delta.getTarget().getPosition();
            int oldEnd = from + delta.getSource().size();
            int newEnd = to + delta.getTarget().size();
            if (!hunks.isEmpty() && from - end <= NEAR) {
                Hunk last = hunks.removeLast();
                from = last.oldLines() == 0 ? last.oldStart() : last.oldStart() - 1;
                to = last.newLines() == 0 ? last.newStart() : last.newStart() - 1;
            }
            hunks.add(new Hunk(
                    hunks.size(),
                    oldEnd == from ? from : from + 1,
                    oldEnd - from,
                    newEnd == to ? to : to + 1,
                    newEnd - to,
                    heading(old, from)));
            end = oldEnd;
        }
        return hunks;
    }

    /// The line that begins the function around a line.
    private static String heading(List<String> lines, int at) {
        for (int i = Math.min(at, lines.size() - 1); i >= 0; i--) {
            if (lines.get(i).matches("(export )?(function|class) .*")) {
                return lines.get(i);
            }
        }
        return "";
    }

    private static @Nullable String before(FileChange change) {
        if (change.status().equals("A")) {
            return null;
        }
        return switch (change.path()) {
            case "src/cart/total.ts" -> RecordedWork.contents("").before();
            case "package.json" -> RecordedFiles.PACKAGE_BEFORE;
            case ".github/workflows/ci.yml" -> RecordedFiles.CI_BEFORE;
            default -> plain(change, false);
        };
    }

    private static @Nullable String after(FileChange change) {
        if (change.status().equals("D")) {
            return null;
        }
        return switch (change.path()) {
            case "src/cart/total.ts" -> RecordedWork.contents("").after();
            case "package.json" -> RecordedFiles.PACKAGE_AFTER;
            case ".github/workflows/ci.yml" -> RecordedFiles.CI_AFTER;
            case ".vscode/tasks.json" -> RecordedFiles.TASKS;
            case "src/cart/coupon.ts" -> RecordedFiles.COUPON;
            default -> plain(change, true);
        };
    }

    /// A plain file of which every sixteenth line changed.
    private static String plain(FileChange change, boolean fresh) {
        boolean whole = !change.status().equals("M");
        int size = whole ? Math.max(change.added(), change.removed()) : 48;
        int changes = Math.clamp(change.added() / 8, 1, 3);
        return IntStream.range(0, size)
                .mapToObj(i -> fresh && !whole && i % 16 == 8 && i / 16 < changes
                        ? "export const step%d = prepare(cart, { round: true, limit: %d });".formatted(i, i)
                        : "export const step%d = prepare(cart);".formatted(i))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /// Who wrote the lines of `total.ts`; nothing is recorded about the lines of other files.
    static FileBlame blame(String path) {
        if (!path.equals("src/cart/total.ts")) {
            return new FileBlame(path, "", List.of(), List.of(), false, List.of());
        }
        return new FileBlame(
                path,
                Objects.requireNonNullElse(RecordedWork.contents(path).after(), ""),
                List.of(
                        range(1, NODE_FIRST - 1, "14:06:12", 0),
                        range(NODE_FIRST, NODE_FIRST + 1, "14:06:13", 1),
                        range(NODE_FIRST + 2, LAST_LINE, "14:06:12", 0)),
                List.of(writer(431, "agent"), writer(812, "node")),
                true,
                List.of());
    }

    private static LineRange range(int first, int last, String time, int writer) {
        return new LineRange(first, last, LineOrigin.PROCESS, RecordedHost.at(time), List.of(writer), true);
    }

    private static LineWriter writer(int pid, String comm) {
        List<ProcessRow> ancestry = Stream.of(388, 402, pid)
                .flatMap(id -> processes().filter(row -> row.pid() == id))
                .toList();
        return new LineWriter(
                pid,
                pid,
                comm,
                ancestry,
                List.of(
                        flow("registry.npmjs.org", "13:58:40", 48_200_000, "this sandbox", "ask-3"),
                        flow("model.agent.example", "14:05:51", 3_100_000, "all projects", null)),
                true,
                processes().filter(row -> row.pid() == 1112).findFirst().orElse(null));
    }

    private static Stream<ProcessRow> processes() {
        return RecordedEvents.processes().rows().stream();
    }

    private static PriorFlow flow(String name, String time, long down, String rule, @Nullable String approval) {
        return new PriorFlow(
                name, 431, "agent", RecordedHost.at(time), 3, 12_000, down, Verdict.ALLOWED, rule, approval);
    }
}
