package dev.belljar.agent.branch;

import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.snapshot.SnapshotStore;
import dev.belljar.agent.status.BaseLookup;
import dev.belljar.agent.sync.ComparisonBase;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.work.ReviewBase;
import org.jspecify.annotations.Nullable;

/// Finds the snapshot, the sandbox or the branch of the project that a review is compared with.
public record ReviewBaseLookup(SandboxRegistry registry, SnapshotStore snapshots, WorkspaceComparer comparisons)
        implements BaseLookup {
    @Override
    public ComparisonBase find(SandboxRuntime sandbox, @Nullable String name)
            throws BelljarException, InterruptedException {
        if (name == null || name.equals(ReviewBase.START)) {
            return ComparisonBase.START;
        }
        if (name.equals(ReviewBase.LAST_SYNC)) {
            return ComparisonBase.LAST_SYNC;
        }
        if (name.startsWith(ReviewBase.BRANCHES)) {
            return new ComparisonBase.ProjectBranch(name.substring(ReviewBase.BRANCHES.length()));
        }
        boolean snapshot = new SnapshotLookup(snapshots).find(name).isPresent();
        if (!snapshot && !sandbox(name)) {
            return new ComparisonBase.ProjectBranch(name);
        }
        if (!snapshot && registry.find(name).equals(sandbox)) {
            throw new SandboxException(
                    ProblemCode.BAD_REQUEST,
                    "%s cannot be compared with itself".formatted(name),
                    "Choose another base. To compare with a branch called %1$s, use %2$s%1$s."
                            .formatted(name, ReviewBase.BRANCHES));
        }
        return new ComparisonBase.OtherWork(comparisons.commit(name, sandbox.project()));
    }

    private boolean sandbox(String name) {
        return registry.all().stream()
                .anyMatch(each -> each.id().equals(name) || each.name().equals(name));
    }
}
