package dev.belljar.agent.sandbox;

import dev.belljar.agent.sync.FetchedWork;
import dev.belljar.agent.sync.WorkStanding;
import dev.belljar.agent.sync.WorkStanding.StandingConflict;
import dev.belljar.contract.view.work.SyncPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The work that was last fetched from a fake workspace.
public final class FakeFetchedWork implements FetchedWork {
    private volatile @Nullable SyncPlan plan;
    private volatile String accepted = "";
    private volatile List<StandingConflict> conflicts = List.of();
    private final AtomicReference<Runnable> standing = new AtomicReference<>(() -> {});

    void fetched(SyncPlan next) {
        plan = next;
    }

    void accepted(String commit) {
        accepted = commit;
    }

    /// Sets what the project has that the work has not.
    public void conflicts(List<StandingConflict> with) {
        conflicts = List.copyOf(with);
    }

    /// Sets an action that runs once after it is determined how the work relates to the project.
    public void onceAfterStanding(Runnable happening) {
        standing.set(happening);
    }

    @Override
    public Optional<SyncPlan> plan(String sandbox, String name, Path project) {
        return Optional.ofNullable(plan);
    }

    @Override
    public Optional<WorkStanding> standing(String sandbox, String name, Path project) {
        Optional<WorkStanding> now = plan(sandbox, name, project).map(this::standing);
        standing.getAndSet(() -> {}).run();
        return now;
    }

    private WorkStanding standing(SyncPlan now) {
        boolean reviewed = now.commit().equals(accepted);
        return new WorkStanding(
                now.commit(), reviewed, reviewed ? 0 : now.commits().size(), "main", conflicts);
    }
}
