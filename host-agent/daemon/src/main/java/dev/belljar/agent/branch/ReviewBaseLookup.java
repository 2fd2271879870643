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
import java.nio.file.Path;
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
        if (!snapshot && !sandbox(name, sandbox.project())) {
            return new ComparisonBase.ProjectBranch(name);
        }
        if (!snapshot && registry.find(name).equals(sandbox)) {
            throw new SandboxException(
                    ProblemCode.BAD_REQUEST,
                    "%s cannot be compared with itself".formatted(name),
                    WorkspaceComparer.hint(name));
        }
        return new ComparisonBase.OtherWork(comparisons.commit(name, sandbox.project()));
    }

    // A sandbox of another project has a name that a branch of this one may have, too.
    private boolean sandbox(String name, Path project) {
        return registry.all().stream()
                .filter(each -> each.project().equals(project))
                .anyMatch(each -> each.id().equals(name) || each.name().equals(name));
    }
}
