package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.sync.FetchedWork;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.WorkStanding;
import dev.belljar.agent.sync.WorkStanding.ConflictKind;
import dev.belljar.agent.sync.WorkStanding.StandingConflict;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.PushCommits;
import dev.belljar.contract.request.work.PushMode;
import dev.belljar.contract.request.work.SkippedChange;
import dev.belljar.contract.view.work.PushState;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests what is known of fetched work without asking the guest again.
@Tag("slow")
class GitFetchedWorkTest {
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

    @BeforeEach
    void prepare() throws Exception {
        project = GitFixture.sample(temp.resolve("project"));
        workspace = new GitWorkspace(temp.resolve("data"));
        Path folder = temp.resolve("guest/workspace");
        guest = new LocalGuest(folder, Files.createDirectories(temp.resolve("guest/home")));
        WorkspaceTransfer.Capture capture = workspace.capture("s1", project.folder(), false);
        workspace.deliver("s1", project.folder(), capture, guest, (done, total) -> {});
        inside = new GitFixture(folder.toRealPath());
    }

    @Test
    void nothingIsKnownBeforeTheFirstFetch() throws Exception {
        assertThat(known().plan("s1", "shop", project.folder())).isEmpty();
        assertThat(known().standing("s1", "shop", project.folder())).isEmpty();
        assertThat(known().plan("s2", "shop", temp.resolve("elsewhere"))).isEmpty();
    }

    @Test
    void aNewHostAgentReadsTheSameReview() throws Exception {
        inside.write("a.txt", "a\n").commit("Add a");
        inside.write("Makefile", "all:\n");
        SyncPlan plan = fetch();
        workspace = new GitWorkspace(temp.resolve("data"));
        assertThat(known().plan("s1", "shop", project.folder())).contains(plan);
        WorkStanding standing = standing();
        assertThat(standing.ahead()).isEqualTo(1);
        assertThat(standing.branch()).isEqualTo("main");
        assertThat(standing.reviewed()).isFalse();
        assertThat(standing.conflicts()).isEmpty();
    }

    @Test
    void onlyCommitsThatWereNotSyncedAreAhead() throws Exception {
        inside.write("a.txt", "a\n").commit("Add a");
        accept(fetch());
        assertThat(standing().ahead()).isZero();
        assertThat(standing().reviewed()).isTrue();
        inside.write("b.txt", "b\n").commit("Add b");
        fetch();
        assertThat(standing().ahead()).isEqualTo(1);
        assertThat(standing().reviewed()).isFalse();
    }

    @Test
    void workOfWhichARiskyFileWasLeftOutIsReviewed() throws Exception {
        inside.write("a.txt", "a\n").write("Makefile", "all:\n").commit("Add both");
        SyncResult result = accept(fetch());
        assertThat(result.withheld()).containsExactly("Makefile");
        assertThat(standing().reviewed()).isTrue();
        assertThat(standing().ahead()).isZero();
    }

    @Test
    void workThatCouldRunOnTheHostRequiresAReview() throws Exception {
        inside.write("a.txt", "a\n").commit("Add a");
        assertThat(reason(fetch())).isEmpty();
        inside.write("Makefile", "all:\n");
        assertThat(reason(fetch())).contains("Makefile");
    }

    @Test
    void whatTheUserSkippedRequiresAReviewUntilEverythingIsAccepted() throws Exception {
        inside.write("a.txt", "a\n").commit("Add a");
        inside.write("b.txt", "b\n").commit("Add b");
        SyncPlan plan = fetch();
        SkippedChange skipped = new SkippedChange(plan.commits().getLast().id(), "b.txt", List.of());
        SyncResult part = workspace.accept(
                "s1",
                "shop",
                project.folder(),
                new AcceptSync(plan.commit(), List.of(), List.of(skipped), null, null, null, false));
        assertThat(part.commit()).isNotEqualTo(plan.commit());
        assertThat(standing().reviewed()).isTrue();
        inside.write("c.txt", "c\n").commit("Add c");
        plan = fetch();
        assertThat(reason(plan)).contains("only a part");
        accept(plan);
        inside.write("d.txt", "d\n").commit("Add d");
        assertThat(reason(fetch())).isEmpty();
    }

    @Test
    void aRefusedSyncOfAPartIsNoReasonForAReview() throws Exception {
        inside.write("a.txt", "a\n").commit("Add a");
        accept(fetch());
        inside.write("b.txt", "b\n").write("c.txt", "c\n").commit("Add both");
        project.git("checkout", "-q", "belljar/shop");
        assertThatThrownBy(() -> acceptWithout("b.txt")).hasMessageContaining("is checked out");
        project.git("checkout", "-q", "main");
        assertThat(reason(fetch())).isEmpty();
        inside.write("b.txt", "2\n").write("c.txt", "2\n").commit("Change both");
        acceptWithout("b.txt");
        inside.write("b.txt", "3\n").write("c.txt", "3\n").commit("Change both again");
        project.git("checkout", "-q", "belljar/shop");
        assertThatThrownBy(() -> acceptWithout("c.txt")).hasMessageContaining("is checked out");
        project.git("checkout", "-q", "main");
        assertThat(reason(fetch())).contains("only a part");
    }

    private void acceptWithout(String path) throws Exception {
        SyncPlan plan = fetch();
        SkippedChange skipped = new SkippedChange(plan.commits().getLast().id(), path, List.of());
        SyncResult _ = workspace.accept(
                "s1",
                "shop",
                project.folder(),
                new AcceptSync(plan.commit(), List.of(), List.of(skipped), null, null, null, false));
    }

    @Test
    void aRiskyFileInAnEarlierCommitRequiresAReview() throws Exception {
        inside.write("Makefile", "all:\n").write("a.txt", "a\n").commit("Add both");
        Files.delete(inside.folder().resolve("Makefile"));
        inside.commit("Remove it again");
        assertThat(reason(fetch())).contains("earlier commit");
    }

    @Test
    void commitsOfTheUserOnTheBranchAreAConflict() throws Exception {
        inside.write("a.txt", "a\n").commit("Add a");
        accept(fetch());
        project.git("checkout", "-q", "belljar/shop");
        project.write("mine.txt", "mine\n").commit("Mine");
        project.git("checkout", "-q", "main");
        inside.write("b.txt", "b\n").commit("Add b");
        fetch();
        assertThat(standing().conflicts())
                .singleElement()
                .satisfies(found -> assertThat(found.kind()).isEqualTo(ConflictKind.OTHER_COMMITS))
                .extracting(StandingConflict::words)
                .asString()
                .contains("belljar/shop has commits that are not from this sandbox");
    }

    @Test
    void aFileThatBothSidesChangedIsAConflictAndOthersAreNot() throws Exception {
        inside.write("README.md", "# Theirs\n").commit("Change it");
        fetch();
        project.write("mine.txt", "mine\n").commit("Mine");
        assertThat(standing().conflicts()).isEmpty();
        project.write("README.md", "# Mine\n").commit("Change it, too");
        assertThat(standing().conflicts())
                .singleElement()
                .satisfies(found -> assertThat(found.kind()).isEqualTo(ConflictKind.SAME_FILES))
                .extracting(StandingConflict::words)
                .asString()
                .contains("commits on branch main", "also change README.md");
    }

    @Test
    void aRewrittenBranchIsNamedAsSuch() throws Exception {
        inside.write("README.md", "# Theirs\n").commit("Change it");
        fetch();
        project.write("README.md", "# Mine\n").git("add", "-A");
        project.git("commit", "-q", "--amend", "-m", "Begin again");
        assertThat(standing().conflicts())
                .singleElement()
                .extracting(StandingConflict::words)
                .asString()
                .contains("that branch was rewritten (rebased, amended or reset)");
    }

    @Test
    void pushedCommitsThatAreNotMergedAreToBeMergedInTheSandbox() throws Exception {
        inside.write("README.md", "# Theirs\n").commit("Change it");
        fetch();
        project.write("README.md", "# Mine\n").commit("Change it, too");
        var dry = workspace.push("s1", project.folder(), guest, new PushCommits(PushMode.MERGE, false, true));
        assertThat(dry.conflicts()).containsExactly("README.md");
        assertThat(standing().conflicts()).extracting(StandingConflict::kind).containsExactly(ConflictKind.SAME_FILES);
        var pushed = workspace.push("s1", project.folder(), guest, new PushCommits(PushMode.MERGE, false, false));
        assertThat(pushed.state()).isEqualTo(PushState.CONFLICTS);
        assertThat(standing().conflicts())
                .singleElement()
                .satisfies(found -> assertThat(found.kind()).isEqualTo(ConflictKind.NOT_MERGED))
                .extracting(StandingConflict::words)
                .asString()
                .contains("also change README.md; they were pushed, but the sandbox has not merged them")
                .doesNotContain("rewritten");
    }

    @Test
    void mergedWorkIsNoConflictWithLaterWork() throws Exception {
        inside.write("README.md", "# Theirs\n").commit("Change it");
        accept(fetch());
        project.write("mine.txt", "mine\n").commit("Mine");
        project.git("merge", "-q", "--no-edit", "belljar/shop");
        inside.write("README.md", "# Theirs, again\n").commit("Change it again");
        fetch();
        assertThat(standing().conflicts()).isEmpty();
    }

    private FetchedWork known() {
        return workspace.fetchedWork();
    }

    private SyncPlan fetch() throws Exception {
        return workspace.plan("s1", "shop", project.folder(), guest);
    }

    private SyncResult accept(SyncPlan plan) throws Exception {
        return workspace.accept("s1", "shop", project.folder(), new AcceptSync(plan.commit(), List.of()));
    }

    /// Why the work was not accepted automatically; empty if it was.
    private String reason(SyncPlan plan) throws Exception {
        String before = branch();
        try {
            SyncResult result = workspace.acceptAutomatically("s1", "shop", project.folder(), plan);
            assertThat(result.commit()).isEqualTo(plan.commit());
            return "";
        } catch (SyncException e) {
            assertThat(e.code()).isEqualTo(SyncException.REVIEW_REQUIRED);
            assertThat(branch()).isEqualTo(before);
            return String.valueOf(e.getMessage());
        }
    }

    private String branch() throws Exception {
        return project.git("for-each-ref", "--format=%(objectname)", "refs/heads/belljar/shop");
    }

    private WorkStanding standing() throws Exception {
        return known().standing("s1", "shop", project.folder()).orElseThrow();
    }
}
