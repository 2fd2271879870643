package dev.belljar.agent.branch;

import dev.belljar.agent.recording.WorkspaceActivity;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.snapshot.SnapshotStore;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.work.ReviewBase;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SkippedFile;
import dev.belljar.contract.view.work.WorkspaceComparison;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Compares the workspaces of snapshots and running sandboxes, given by id or name.
public final class WorkspaceComparer {
    private final SandboxRegistry registry;
    private final SnapshotStore store;
    private final SnapshotLookup snapshots;
    private final WorkspaceTransfer workspace;

    public WorkspaceComparer(SandboxRegistry registry, SnapshotStore store, WorkspaceTransfer workspace) {
        this.registry = registry;
        this.store = store;
        this.snapshots = new SnapshotLookup(store);
        this.workspace = workspace;
    }

    /// Compares two workspaces: of snapshots, or of running sandboxes as they are now.
    public WorkspaceComparison compare(String from, String to) throws BelljarException, InterruptedException {
        Side one = side(from);
        Side other = side(to);
        if (!one.project().equals(other.project())) {
            throw new SandboxException(
                    ProblemCode.BAD_REQUEST,
                    "%s and %s belong to different projects and cannot be compared".formatted(from, to),
                    null);
        }
        FileDiff diff = workspace.compare(one.project(), one.commit(), other.commit());
        List<SkippedFile> skipped = Stream.concat(one.skipped().stream(), other.skipped().stream())
                .distinct()
                .toList();
        int twice = one.skipped().size() + other.skipped().size() - skipped.size();
        return new WorkspaceComparison(
                from,
                to,
                one.commit(),
                other.commit(),
                diff.files(),
                diff.complete(),
                skipped,
                one.left() + other.left() - twice);
    }

    /// Both sides of one path of a comparison: `snapshot` is one of the two compared snapshots or sandboxes,
    /// `base` and `tip` are the comparison's commits.
    public FileContents contents(String snapshot, String base, String tip, String path)
            throws BelljarException, InterruptedException {
        return workspace.contents(project(snapshot), base, tip, path);
    }

    /// The commit with the work of a snapshot or of a running sandbox of this project.
    String commit(String what, Path project) throws BelljarException, InterruptedException {
        Side side = side(what);
        if (!side.project().equals(project)) {
            throw new SandboxException(
                    ProblemCode.BAD_REQUEST,
                    "%s belongs to another project and cannot be a base of this review".formatted(what),
                    hint(what));
        }
        return side.commit();
    }

    /// How to compare with a branch whose name something else has, too.
    static String hint(String name) {
        return "Choose another base. To compare with a branch called %1$s, use %2$s%1$s."
                .formatted(name, ReviewBase.BRANCHES);
    }

    private Path project(String what) throws BelljarException {
        Optional<Snapshot> snapshot = snapshots.find(what);
        return snapshot.isEmpty()
                ? registry.find(what).project()
                : Path.of(store.find(snapshot.get().id()).record().spec().project());
    }

    private record Side(Path project, String commit, List<SkippedFile> skipped, int left) {}

    private Side side(String what) throws BelljarException, InterruptedException {
        Optional<Snapshot> snapshot = snapshots.find(what);
        if (snapshot.isEmpty()) {
            SandboxRuntime live = registry.find(what);
            WorkspaceActivity.Mark before = live.observation().writes().mark();
            FileDiff now = workspace.diff(live.id(), live.project(), live.guest());
            live.observation().writes().fetched(before);
            return new Side(live.project(), now.tip(), now.skipped(), now.left());
        }
        String work = snapshot.get().work();
        if (work == null) {
            throw new SandboxException(
                    ProblemCode.BAD_REQUEST,
                    "snapshot %s cannot be compared: its files were not recorded when it was taken".formatted(what),
                    "Restore the snapshot and compare the restored sandbox.");
        }
        SnapshotStore.Saved saved = store.find(snapshot.get().id());
        return new Side(Path.of(saved.record().spec().project()), work, List.of(), 0);
    }
}
