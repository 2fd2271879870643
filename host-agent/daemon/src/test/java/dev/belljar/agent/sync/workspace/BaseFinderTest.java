package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.sync.ComparisonBase;
import dev.belljar.agent.sync.ObjectQuota;
import dev.belljar.agent.sync.accept.ReviewSlots;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.RepositoryLocks;
import dev.belljar.agent.sync.worktree.WorktreeSync;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a history which a guest made slow to search does not hold up other operations.
@Tag("slow")
class BaseFinderTest {
    private static final ComparisonBase MAIN = new ComparisonBase.ProjectBranch("main");
    private static final ComparisonBase NONE = new ComparisonBase.ProjectBranch("none");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path temp;

    @SuppressWarnings("NullAway.Init")
    private HostRepository repository;

    @SuppressWarnings("NullAway.Init")
    private BaseFinder bases;

    @SuppressWarnings("NullAway.Init")
    private String tip;

    @BeforeEach
    void prepare() throws Exception {
        GitFixture project = GitFixture.sample(temp.resolve("project"));
        SyncFixture sync = new SyncFixture(temp);
        var _ = sync.start(project.folder());
        sync.inside().write("first", "1\n").commit("First");
        tip = sync.plan(project.folder()).commit();
        repository = new HostRepository(sync.workspace().repository(project.folder()), ConfinementLauncher.here());
        bases = new BaseFinder(repository, SyncFixture.ID, project.folder());
    }

    @Test
    void theSearchForACommonCommitHasADeadline() throws Exception {
        assertThat(bases.find(MAIN, tip).commit()).isNotEmpty();
        assertThatThrownBy(() -> bases.find(MAIN, tip, Duration.ofMillis(1)))
                .hasMessageContaining("branch main took longer than");
    }

    @Test
    void theBaseIsFoundWhileAnotherOperationChangesTheRepository() throws Exception {
        RepositoryLocks locks = new RepositoryLocks();
        ObjectQuota quota = ObjectQuota.NONE;
        WorktreeSync worktree = new WorktreeSync(temp.resolve("undo"), quota.reserve());
        ReviewedWork reviewed = new ReviewedWork(locks, new ReviewSlots(), quota, worktree, new RecentReviews());
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Object _ = locks.alone(repository, () -> {
                Future<?> review = threads.submit(() -> reviewed.last(bases, "shop", NONE));
                assertThatThrownBy(() -> review.get(30, TimeUnit.SECONDS))
                        .hasMessageContaining("or a branch of the project");
                return review;
            });
        }
    }
}
