package dev.belljar.agent.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.guest.GuestEvent;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.agent.sync.ComparisonBase;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.FileOp;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.ReadHunks;
import dev.belljar.contract.request.work.ReadReview;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.SandboxWork;
import dev.belljar.contract.view.work.SyncResult;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the work is fetched once for all who ask, and again only after something changed.
class WorkServiceTest {
    @TempDir
    private Path temp;

    private SandboxFixture host;
    private String id;

    @BeforeEach
    void start() throws Exception {
        host = new SandboxFixture(temp);
        id = host.running();
        host.openers().link().executes();
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void unchangedWorkIsNotFetchedAgain() throws Exception {
        SandboxWork first = work(false);
        written("/workspace/.git/objects/ab/cdef");
        written("/home/agent/notes.txt");
        assertThat(work(false)).isEqualTo(first);
        assertThat(host.workspace().fetches()).isEqualTo(1);
    }

    @Test
    void aWriteToTheWorkspaceMakesTheNextRequestFetch() throws Exception {
        work(false);
        written("/workspace/a.txt");
        work(false);
        work(false);
        assertThat(host.workspace().fetches()).isEqualTo(2);
        written("/workspace/.git/refs/heads/main");
        work(false);
        assertThat(host.workspace().fetches()).isEqualTo(3);
    }

    @Test
    void aWriteDuringTheFetchIsNotMissed() throws Exception {
        host.workspace().whileFetching(() -> written("/workspace/a.txt"));
        work(false);
        host.workspace().whileFetching(() -> {});
        work(false);
        work(false);
        assertThat(host.workspace().fetches()).isEqualTo(2);
    }

    @Test
    void aPersonsRequestAlwaysFetches() throws Exception {
        work(false);
        work(true);
        assertThat(host.workspace().fetches()).isEqualTo(2);
        work(false);
        assertThat(host.workspace().fetches()).isEqualTo(2);
    }

    @Test
    void workThatIsNotObservedIsFetchedEachTime() throws Exception {
        work(false);
        host.openers().observer().down("no answer");
        work(false);
        work(false);
        assertThat(host.workspace().fetches()).isEqualTo(3);
    }

    @Test
    void requestsAtTheSameTimeShareOneFetch() throws Exception {
        CountDownLatch asked = new CountDownLatch(2);
        host.workspace().whileFetching(() -> {
            try {
                asked.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<SandboxWork> one = request(asked, threads);
            CompletableFuture<SandboxWork> other = request(asked, threads);
            assertThat(one.get()).isSameAs(other.get());
        }
        assertThat(host.workspace().fetches()).isEqualTo(1);
    }

    @Test
    void anotherSandboxAsTheBaseIsFetchedOnceForAReviewAndItsHunks() throws Exception {
        String project = host.record(id).spec().project();
        String other = host.api()
                .sandboxes()
                .create(new CreateSandbox(project, "other", 256, 1, 1024, null, false, false))
                .id();
        host.start(other);
        ReviewQueue first = review(false, "other");
        assertThat(host.workspace().bases()).containsExactly(new ComparisonBase.OtherWork("c0ffee"));
        assertThat(review(false, "other")).isEqualTo(first);
        FileHunks _ = host.api().queries().hunks(id, new ReadHunks("e", "a.txt", first.commit(), first.base()));
        assertThat(host.workspace().compared()).containsExactly(other);
        ReviewQueue _ = review(true, "other");
        assertThat(host.workspace().compared()).containsExactly(other, other);
        assertThatThrownBy(() -> review(false, "shop")).hasMessageContaining("cannot be compared with itself");
    }

    @Test
    void aBranchAsTheBaseIsLookedUpForEachReview() throws Exception {
        ReviewQueue _ = review(false, "main");
        ReviewQueue _ = review(false, "refs/heads/main");
        ReviewQueue _ = review(false, "refs/heads/main");
        assertThat(host.workspace().bases()).hasSize(3).containsOnly(new ComparisonBase.ProjectBranch("main"));
        assertThat(host.workspace().fetches()).isEqualTo(1);
        for (String name : List.of("last-sync", "last-sync", "start", "start")) {
            ReviewQueue _ = review(false, name);
        }
        assertThat(host.workspace().bases())
                .endsWith(ComparisonBase.LAST_SYNC, ComparisonBase.START)
                .hasSize(5);
    }

    @Test
    void aReviewThatWasReadDuringAnAcceptIsReadAgain() throws Exception {
        host.workspace().whileFetching(this::accept);
        ReviewQueue _ = review(false, "start");
        host.workspace().whileFetching(() -> {});
        ReviewQueue _ = review(false, "start");
        assertThat(host.workspace().bases()).hasSize(2);
        ReviewQueue _ = review(false, "start");
        assertThat(host.workspace().bases()).hasSize(2);
    }

    @Test
    void workThatWasFetchedDuringAnAcceptIsFetchedAgain() throws Exception {
        host.workspace().whileFetching(this::accept);
        work(false);
        host.workspace().whileFetching(() -> {});
        work(false);
        work(false);
        assertThat(host.workspace().fetches()).isEqualTo(2);
    }

    private void accept() {
        try {
            SyncResult _ = host.api().queries().accept(id, new AcceptSync("c0ffee", List.of()));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private ReviewQueue review(boolean fetch, String base) throws Exception {
        return host.api().queries().review(id, new ReadReview(fetch, base));
    }

    private CompletableFuture<SandboxWork> request(CountDownLatch asked, Executor threads) {
        return CompletableFuture.supplyAsync(
                () -> {
                    asked.countDown();
                    try {
                        return work(false);
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                },
                threads);
    }

    private SandboxWork work(boolean fetch) throws Exception {
        return host.api().queries().work(id, fetch);
    }

    private int number;

    private void written(String path) {
        number++;
        try {
            host.openers()
                    .observer()
                    .events(
                            "boot",
                            List.of(new GuestEvent(
                                    number, new FileEvent(0, 1, 7, 70, "vi", FileOp.WRITE, path, null, 1))));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
