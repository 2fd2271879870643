package dev.belljar.app.recorded;

import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.sandbox.SnapshotReason;
import dev.belljar.contract.view.session.IdentityCheck;
import dev.belljar.contract.view.storage.TrashItem;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.WorkspaceComparison;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The snapshots of `shop` and its branches, the comparison of two of them, and the identities
/// of the branches.
final class RecordedSnapshots {
    /// The one that the host agent took.
    private static final String AUTOMATIC = "s2";

    private static final long MIB = 1L << 20;
    private static final String BOOT = "c0de71aa-0b13-4e";
    private static final String ORIGINAL_BOOT = "5f1022c8-91fe-4a";

    private RecordedSnapshots() {}

    static List<Snapshot> snapshots() {
        return List.of(
                snapshot("s1", "shop", null, "start", "12:18:04", 61, 388, "3f2a9b0", null),
                snapshot("s2", "shop", "s1", null, "12:25:07", 105, 398, "3f2a9b0", null),
                snapshot("s3", "shop", "s2", "dependencies", "12:58:20", 103, 402, "3f2a9b0", null),
                snapshot(
                        "s4",
                        "shop",
                        "s3",
                        "before coupons",
                        "14:02:11",
                        104,
                        561,
                        "3f2a9b0",
                        "Agent has read the cart code and not changed anything yet."),
                snapshot("s5", "try-1", "s4", "sqlite store", "14:15:48", 101, 304, "b20e9d5", null),
                snapshot("s6", "try-2", "s4", "redis store", "14:19:02", 96, 281, "77c3f02", null),
                snapshot("s7", "shop", "s4", "tests green", "14:21:33", 107, 588, "5be07d1", "41 tests, all pass"),
                snapshot("s8", "try-2", "s6", "load test", "14:28:40", 98, 296, "e1d40ab", null));
    }

    /// Returns 400 snapshots, as after days of work.
    static List<Snapshot> many() {
        List<Snapshot> all = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            long at = RecordedHost.at("12:18:00") + i * 20_000L;
            String lane = i % 5 == 4 ? "try-1" : i % 7 == 6 ? "try-2" : "shop";
            Snapshot like = snapshot("s4", lane, null, "step " + i, "12:18:00", 90 + i % 30, 300 + i, "3f2a9b0", null);
            all.add(new Snapshot(
                    i == 20 ? "s4" : "m" + i,
                    i == 20 ? "sb-shop" : like.sandbox(),
                    like.sandboxName(),
                    null,
                    i % 9 == 0 ? like.name() : null,
                    null,
                    at,
                    i,
                    "main",
                    like.commit(),
                    like.work(),
                    1,
                    like.pauseMillis(),
                    like.size(),
                    null));
        }
        return all;
    }

    static List<TrashItem> trash() {
        return List.of(
                item("try-0", "~/code/shop", "14:10:00", 41, "refs/sandbox/salvage/sb-try-0", true, "disk and memory"),
                item("spike", "~/code/api", "11:02:00", 388, null, true, "disk"),
                item(
                        "old-admin",
                        "~/code/legacy-admin",
                        "08:30:00",
                        1_240,
                        null,
                        false,
                        "disk; the newest work could not be fetched and is only on this disk"));
    }

    private static TrashItem item(
            String name,
            String project,
            String since,
            long size,
            @Nullable String salvage,
            boolean saved,
            String detail) {
        long at = RecordedHost.at(since);
        Long until = saved ? at + 30L * 86_400_000 : null;
        return new TrashItem("sb-" + name, name, project, at, until, size * MIB, salvage, saved, true, detail);
    }

    static WorkspaceComparison compare(String from, String to) {
        List<FileChange> files = RecordedWork.diff().files().stream()
                .filter(f -> !f.path().startsWith(".")
                        && !f.path().equals("README.md")
                        && !f.path().equals("package.json"))
                .toList();
        return new WorkspaceComparison(from, to, "a".repeat(40), "b".repeat(40), files, true, List.of(), 0);
    }

    static IdentityCheck identity(String sandbox, boolean same) {
        boolean copied = sandbox.contains("try");
        boolean forgot = same && copied;
        String name = sandbox.substring(3);
        return new IdentityCheck(
                name,
                copied ? "s4" : null,
                !forgot,
                List.of(
                        item("hostname", "Host name", name, copied ? "shop" : null, true),
                        item("machine-id", "Machine id", "9f2c41d077a1e210", copied ? "03be9c55e2104d1f" : null, true),
                        item("boot-id", "Boot id", BOOT, copied ? ORIGINAL_BOOT : null, true),
                        item("mac", "MAC address", "52:54:00:7a:11:c2", copied ? "52:54:00:1f:08:3e" : null, true),
                        item(
                                "ssh",
                                "SSH host keys",
                                forgot ? "b13e07d4c2a96f58" : "4dc88a01f37be962",
                                copied ? "b13e07d4c2a96f58" : null,
                                !forgot),
                        item(
                                "random",
                                "Random number generator reseeded in boot",
                                BOOT,
                                copied ? ORIGINAL_BOOT : null,
                                true),
                        new IdentityCheck.IdentityItem(
                                "clock", "Clock", "2026-11-21T14:32:07.041Z", null, true, "same as this computer"),
                        item("token", "Session tokens", "e51b90c7d86f2a34", copied ? "70aa4f19b3d2c85e" : null, true)));
    }

    private static IdentityCheck.IdentityItem item(
            String name, String label, String value, @Nullable String origin, boolean ok) {
        String fine = origin == null ? "original" : "unique";
        String detail =
                !ok ? "not unique: same as in the original" : name.equals("random") ? "reseeded for this boot" : fine;
        return new IdentityCheck.IdentityItem(name, label, value, origin, ok, detail);
    }

    private static Snapshot snapshot(
            String id,
            String sandbox,
            @Nullable String parent,
            @Nullable String name,
            String time,
            long pause,
            long size,
            String commit,
            @Nullable String note) {
        return new Snapshot(
                id,
                "sb-" + sandbox,
                sandbox,
                parent,
                name,
                note,
                RecordedHost.at(time),
                1_200 + pause * 37,
                "main",
                commit + "c77d21e9d3c0e85be07d1a41f9c2b1a00",
                "c".repeat(40),
                1,
                pause,
                size * MIB,
                id.equals(AUTOMATIC) ? SnapshotReason.QUIET : null);
    }
}
