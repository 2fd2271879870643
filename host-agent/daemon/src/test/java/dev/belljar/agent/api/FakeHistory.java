package dev.belljar.agent.api;

import dev.belljar.agent.branch.BranchOperations;
import dev.belljar.agent.branch.ComparisonOperations;
import dev.belljar.agent.branch.SnapshotOperations;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.session.IdentityCheck;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.WorkspaceComparison;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Snapshot operations with one snapshot of one sandbox, which change nothing.
final class FakeHistory implements SnapshotOperations, BranchOperations, ComparisonOperations {
    private static final Snapshot ONE =
            new Snapshot("5a9", "1b2", "shop", null, "before", null, 1, 2, "main", null, null, 0, 12, 3_000);

    @Override
    public Snapshot snapshot(String sandbox, TakeSnapshot request) {
        return ONE;
    }

    @Override
    public List<Snapshot> snapshots(@Nullable String sandbox) {
        return List.of(ONE);
    }

    @Override
    public List<Sandbox> branch(String snapshotOrSandbox, BranchSandbox request) {
        return List.of();
    }

    @Override
    public List<Sandbox> branchNow(String sandbox, BranchSandbox request) {
        return List.of();
    }

    @Override
    public void delete(String snapshot) {}

    @Override
    public WorkspaceComparison compare(String from, String to) {
        return new WorkspaceComparison(from, to, "c0ffee", "c0ffee", List.of(), true, List.of(), 0);
    }

    @Override
    public FileContents contents(String snapshot, String base, String tip, String path) {
        return new FileContents(path, base, tip, null);
    }

    @Override
    public IdentityCheck identity(String sandbox) {
        return new IdentityCheck(sandbox, null, true, List.of());
    }
}
