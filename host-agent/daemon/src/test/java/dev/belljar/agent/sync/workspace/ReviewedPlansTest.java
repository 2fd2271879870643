package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.sync.FetchCause;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.capture.ReviewedBase;
import dev.belljar.agent.sync.capture.ReviewedPlans;
import dev.belljar.agent.sync.capture.WorkBase;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.PushCommits;
import dev.belljar.contract.request.work.PushMode;
import dev.belljar.contract.request.work.ReadHunks;
import dev.belljar.contract.request.work.SkippedChange;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a review that a user opened can be accepted although work is fetched again and the base changes.
@Tag("slow")
class ReviewedPlansTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    @SuppressWarnings("NullAway.Init")
    private GitFixture project;

    @SuppressWarnings("NullAway.Init")
    private GitWorkspace workspace;

    @SuppressWarnings("NullAway.Init")
    private LocalGuest guest;

    @SuppressWarnings("NullAway.Init")
    private GitFixture inside;

    @SuppressWarnings("NullAway.Init")
    private HostRepository repository;

    @SuppressWarnings("NullAway.Init")
    private ReviewedPlans plans;

    @BeforeEach
    void prepare() throws Exception {
        project = GitFixture.sample(temp.resolve("project"));
        workspace = new GitWorkspace(temp.resolve("data"));
        Path folder = temp.resolve("guest/workspace");
        guest = new LocalGuest(folder, Files.createDirectories(temp.resolve("guest/home")));
        workspace.deliver(
                "s1", project.folder(), workspace.capture("s1", project.folder(), false), guest, (done, total) -> {});
        inside = new GitFixture(folder.toRealPath());
        repository = new HostRepository(workspace.repository(project.folder()), ConfinementLauncher.here());
        plans = new ReviewedPlans(repository, "s1");
    }

    @Test
    void onlyTheNewestReviewsAreKept() throws Exception {
        List<String> commits = add(ReviewedPlans.MOST + 2, FetchCause.REVIEW);
        add(commits.getLast(), FetchCause.REVIEW);
        assertThat(kept(commits.get(0))).isFalse();
        assertThat(kept(commits.get(1))).isFalse();
        assertThat(kept(commits.get(2))).isTrue();
        add(commits.get(2), FetchCause.REVIEW);
        add(commit("One more"), FetchCause.REVIEW);
        assertThat(kept(commits.get(2))).isTrue();
        assertThat(kept(commits.get(3))).isFalse();
        assertThat(kept(commits.get(4))).isTrue();
        assertThat(refs()).hasSize(2 * ReviewedPlans.MOST);
    }

    @Test
    void fetchesInTheBackgroundRemoveNoReviewThatAUserOpened() throws Exception {
        inside.write("one.txt", "1\n");
        ReviewQueue opened = workspace.review("s1", "shop", project.folder(), guest);
        List<String> fetched = add(ReviewedPlans.MOST + 5, FetchCause.BACKGROUND);
        inside.write("two.txt", "2\n");
        workspace.plan("s1", "shop", project.folder(), guest, FetchCause.BACKGROUND);

        assertThat(accept(opened)).isEqualTo(opened.commit());

        assertThat(kept(fetched.getFirst())).as("they are bounded themselves").isFalse();
        assertThat(kept(fetched.getLast())).isTrue();
        assertThat(project.git("ls-tree", "-r", "--name-only", "belljar/shop"))
                .contains("one.txt")
                .doesNotContain("two.txt");
    }

    @Test
    void aReviewKeepsItsBaseWhenAnotherOneIsChosen() throws Exception {
        inside.write("README.md", "# Guest\n").commit("From the guest");
        inside.write("open.txt", "open\n");
        ReviewQueue opened = workspace.review("s1", "shop", project.folder(), guest);
        project.write("src/host.c", "int host;\n").commit("From the host");
        workspace.push("s1", project.folder(), guest, new PushCommits(PushMode.MERGE, false, false));
        ReviewQueue other = workspace.review("s1", "shop", project.folder(), guest);
        assertThat(other.base()).isNotEqualTo(opened.base());

        for (ReviewQueue each : List.of(opened, other)) {
            assertThat(workspace
                            .hunks("s1", project.folder(), new ReadHunks(each.commit(), "open.txt"))
                            .after())
                    .isEqualTo("open\n");
        }
        AcceptSync request =
                new AcceptSync(opened.commit(), List.of(), List.of(), SyncTarget.WORKTREE, null, null, false);
        assertThat(workspace.accept("s1", "shop", project.folder(), request).files())
                .isEqualTo(2);
        assertThat(project.read("src/host.c")).isEqualTo("int host;\n");
        assertThat(project.read("README.md")).isEqualTo("# Guest\n");
    }

    @Test
    void theBaseOfAReviewIsKeptForItAndDoesNotCountAgainstTheQuota() throws Exception {
        workspace.plan("s1", "shop", project.folder(), guest);
        long before = workspace.objects("s1", project.folder());
        String pushed =
                project.write("large.txt", "x".repeat(100) + System.nanoTime()).commit("Large");
        workspace.push("s1", project.folder(), guest, new PushCommits(PushMode.FAST_FORWARD, false, false));
        ReviewQueue opened = workspace.review("s1", "shop", project.folder(), guest);
        for (String ref : List.of(RefNames.bases("s1") + "1", RefNames.host("s1"))) {
            repository.update(List.of("delete " + ref));
        }
        repository.update(List.of("update " + RefNames.capture("s1") + " " + first()));

        assertThat(repository.git().line("merge-base", pushed, opened.base())).isEqualTo(pushed);
        assertThat(workspace.objects("s1", project.folder())).isEqualTo(before);
    }

    @Test
    void aReviewThatIsGoneIsRefusedAndSaysWhatToDo() throws Exception {
        inside.write("one.txt", "1\n");
        ReviewQueue opened = workspace.review("s1", "shop", project.folder(), guest);
        add(ReviewedPlans.MOST, FetchCause.REVIEW);
        assertThatThrownBy(() -> accept(opened)).isInstanceOfSatisfying(SyncException.class, e -> {
            assertThat(e.code()).isEqualTo(SyncException.MOVED_ON);
            assertThat(e).hasMessageContaining("this review is no longer available");
            assertThat(e.hint()).contains("Review the changes again");
        });
        ReadHunks hunks = new ReadHunks(opened.commit(), "one.txt");
        assertThatThrownBy(() -> workspace.hunks("s1", project.folder(), hunks))
                .isInstanceOfSatisfying(
                        SyncException.class, e -> assertThat(e.code()).isEqualTo(SyncException.MOVED_ON));
    }

    @Test
    void reviewsOfOlderVersionsWithoutABaseAreRemoved() throws Exception {
        String old = commit("Old");
        repository.update(List.of("update " + RefNames.planned("s1") + "000000000007 " + old));
        assertThat(kept(old)).isFalse();
        add(commit("New"), FetchCause.REVIEW);
        assertThat(refs())
                .containsExactly(
                        "refs/belljar/s1/planned/review/000000000001/base",
                        "refs/belljar/s1/planned/review/000000000001/tip");
    }

    @Test
    void aFetchBetweenReviewAndAcceptBringsNothingNewer() throws Exception {
        inside.write("text", text("one", "two")).commit("Text");
        inside.write("text", text("ONE", "TWO")).commit("Upper case");
        ReviewQueue opened = workspace.review("s1", "shop", project.folder(), guest);
        ReviewEntry upper = opened.entries().getLast();
        // Now the first hunk has other lines, and what could run on the host comes along.
        inside.git("reset", "-q", "--hard", "HEAD~1");
        inside.write("text", text("evil", "TWO")).write("Makefile", "all:\n").commit("Upper case");
        for (FetchCause cause : FetchCause.values()) {
            SyncPlan _ = workspace.plan("s1", "shop", project.folder(), guest, cause);
        }

        SkippedChange skipped = new SkippedChange(upper.id(), "text", List.of(1));
        for (SyncTarget target : List.of(SyncTarget.BRANCH, SyncTarget.WORKTREE)) {
            AcceptSync request = new AcceptSync(opened.commit(), List.of(), List.of(skipped), target, null, null, false)
                    .against(opened.base());
            SyncResult _ = workspace.accept("s1", "shop", project.folder(), request);
        }

        assertThat(project.git("show", "belljar/shop:text"))
                .isEqualTo(text("ONE", "two").strip());
        assertThat(project.read("text")).isEqualTo(text("ONE", "two"));
        assertThat(project.git("ls-tree", "--name-only", "belljar/shop")).doesNotContain("Makefile");
        assertThat(project.folder().resolve("Makefile")).doesNotExist();
    }

    @Test
    void anAutomaticAcceptBringsOnlyWhatItsFetchFound() throws Exception {
        inside.write("one.txt", "1\n").commit("One");
        SyncPlan fetched = workspace.plan("s1", "shop", project.folder(), guest, FetchCause.BACKGROUND);
        inside.write("one.txt", "evil\n").write("Makefile", "all:\n").commit("Two");
        SyncPlan newer = workspace.plan("s1", "shop", project.folder(), guest, FetchCause.BACKGROUND);

        assertThat(workspace
                        .acceptAutomatically("s1", "shop", project.folder(), fetched)
                        .commit())
                .isEqualTo(fetched.commit());

        assertThat(project.git("show", "belljar/shop:one.txt")).isEqualTo("1");
        assertThatThrownBy(() -> workspace.acceptAutomatically("s1", "shop", project.folder(), newer))
                .hasMessageContaining("Makefile");
        assertThat(project.git("rev-parse", "belljar/shop")).isEqualTo(fetched.commit());
    }

    @Test
    void whatTheUserSkippedMeanwhileIsNotAcceptedAutomatically() throws Exception {
        inside.write("one.txt", "1\n").write("two.txt", "2\n").commit("Both");
        SyncPlan fetched = workspace.plan("s1", "shop", project.folder(), guest, FetchCause.BACKGROUND);
        ReviewQueue opened = workspace.review("s1", "shop", project.folder(), null);
        SkippedChange skipped = new SkippedChange(opened.commit(), "two.txt", List.of());
        SyncResult _ = workspace.accept(
                "s1",
                "shop",
                project.folder(),
                new AcceptSync(opened.commit(), List.of(), List.of(skipped), null, null, null, false));

        assertThatThrownBy(() -> workspace.acceptAutomatically("s1", "shop", project.folder(), fetched))
                .isInstanceOfSatisfying(
                        SyncException.class, e -> assertThat(e.code()).isEqualTo(SyncException.REVIEW_REQUIRED));
        assertThat(project.git("ls-tree", "-r", "--name-only", "belljar/shop"))
                .contains("one.txt")
                .doesNotContain("two.txt");
    }

    @Test
    void theSameWorkIsAcceptedAgainstTheBaseOfItsReview() throws Exception {
        inside.write("one.txt", "1\n").commit("One");
        ReviewQueue opened = workspace.review("s1", "shop", project.folder(), guest);
        accept(opened);
        project.git("merge", "-q", "--ff-only", "belljar/shop");
        workspace.push("s1", project.folder(), guest, new PushCommits(PushMode.FAST_FORWARD, false, false));
        ReviewQueue later = workspace.review("s1", "shop", project.folder(), guest);
        assertThat(later.commit()).isEqualTo(opened.commit());
        assertThat(later.base()).isNotEqualTo(opened.base());
        assertThat(later.entries()).isEmpty();

        AcceptSync request = new AcceptSync(later.commit(), List.of(), List.of(), SyncTarget.PATCH, null, null, false);
        assertThat(workspace
                        .accept("s1", "shop", project.folder(), request.against(opened.base()))
                        .files())
                .isEqualTo(1);
        for (AcceptSync newest : List.of(request, request.against(later.base()))) {
            assertThatThrownBy(() -> workspace.accept("s1", "shop", project.folder(), newest))
                    .hasMessageContaining("there are no changes for a patch");
        }
        assertThatThrownBy(() -> workspace.accept("s1", "shop", project.folder(), request.against("0".repeat(40))))
                .hasMessageContaining("not a reviewed commit");
        ReadHunks hunks = new ReadHunks(opened.commit(), "one.txt", null, opened.base());
        assertThat(workspace.hunks("s1", project.folder(), hunks).after()).isEqualTo("1\n");
        assertThatThrownBy(() -> workspace.hunks(
                        "s1", project.folder(), new ReadHunks(opened.commit(), "one.txt", null, "0".repeat(40))))
                .hasMessageContaining("not part of a review");
    }

    private static String text(String first, String last) {
        return first + "\n" + "same\n".repeat(20) + last + "\n";
    }

    private String first() throws Exception {
        return repository.git().line("rev-parse", RefNames.bases("s1") + "0");
    }

    private List<String> add(int count, FetchCause cause) throws Exception {
        List<String> commits = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            commits.add(commit("Plan " + i));
            add(commits.getLast(), cause);
        }
        return commits;
    }

    private void add(String commit, FetchCause cause) throws Exception {
        ReviewedPlans.ReviewedPlan _ = plans.add(commit, cause, ReviewedBase.start(WorkBase.capture(repository, "s1")));
    }

    private String commit(String message) throws Exception {
        return repository.commit(
                repository.tree(WorkBase.capture(repository, "s1")), List.of(), message + "\n", "@1 +0000");
    }

    private boolean kept(String commit) throws Exception {
        try {
            return plans.get(commit, null).tip().equals(commit);
        } catch (SyncException e) {
            return false;
        }
    }

    private List<String> refs() throws Exception {
        return repository
                .git()
                .line("for-each-ref", "--format=%(refname)", RefNames.planned("s1"))
                .lines()
                .toList();
    }

    private String accept(ReviewQueue queue) throws Exception {
        return workspace
                .accept("s1", "shop", project.folder(), new AcceptSync(queue.commit(), List.of()))
                .commit();
    }
}
