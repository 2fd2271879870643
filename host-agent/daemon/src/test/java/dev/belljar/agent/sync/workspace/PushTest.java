package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.sync.ObjectQuota;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.script.FetchLimits;
import dev.belljar.agent.sync.script.StallLimit;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.PushCommits;
import dev.belljar.contract.request.work.PushMode;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.PushResult;
import dev.belljar.contract.view.work.PushState;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import dev.belljar.contract.view.work.WorkCommit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests pushes with real git on both sides.
@Tag("slow")
class PushTest {
    private static final PushCommits PLAIN = new PushCommits(PushMode.FAST_FORWARD, false, false);
    private static final PushCommits MERGE = new PushCommits(PushMode.MERGE, false, false);
    private static final PushCommits REBASE = new PushCommits(PushMode.REBASE, false, false);

    private static final StallLimit STALL =
            new StallLimit(Duration.ofMinutes(2), Duration.ofSeconds(5), Duration.ofSeconds(10), 4);

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
    private String captured;

    @BeforeEach
    void prepare() throws Exception {
        project = GitFixture.sample(temp.resolve("project"));
        workspace = new GitWorkspace(temp.resolve("data"));
        Path home = Files.createDirectories(temp.resolve("guest/home"));
        guest = new LocalGuest(temp.resolve("guest/workspace"), home);
    }

    @Test
    void newCommitsFastForwardTheGuestAndAreNotReviewedAsItsWork() throws Exception {
        deliver();
        String arrived = project.write("src/host.c", "int host;\n").commit("From the host");

        PushResult result = push(PLAIN);

        assertThat(result.state()).isEqualTo(PushState.FAST_FORWARDED);
        assertThat(result.commit()).isEqualTo(arrived);
        assertThat(result.ref()).isEqualTo("host/main");
        assertThat(result.arrived()).extracting(WorkCommit::subject).containsExactly("From the host");
        assertThat(result.behind()).isEqualTo(1);
        assertThat(result.ahead()).isZero();
        GitFixture inside = inside();
        assertThat(inside.head()).isEqualTo(arrived);
        assertThat(inside.git("symbolic-ref", "HEAD")).isEqualTo("refs/heads/main");
        assertThat(inside.git("rev-parse", "refs/remotes/host/main")).isEqualTo(arrived);
        assertThat(inside.read("src/host.c")).isEqualTo("int host;\n");
        assertThat(inside.status()).isEmpty();
        SyncPlan plan = plan();
        assertThat(plan.diff().files()).isEmpty();
        assertThat(plan.commits()).isEmpty();
        assertThat(plan.upToDate()).isTrue();
        assertThat(push(PLAIN).state()).isEqualTo(PushState.UP_TO_DATE);
    }

    @Test
    void onlyTheGuestsCommitsOnTopAreReviewedAndTheBranchHasBoth() throws Exception {
        deliver();
        project.write("src/host.c", "int host;\n").commit("From the host");
        push(PLAIN);
        inside().write("src/guest.c", "int guest;\n").commit("From the guest");

        SyncPlan plan = plan();

        assertThat(plan.commits()).extracting(WorkCommit::subject).containsExactly("From the guest");
        assertThat(plan.diff().files()).extracting(FileChange::path).containsExactly("src/guest.c");
        SyncResult result = workspace.accept("s1", "shop", project.folder(), new AcceptSync(plan.commit(), List.of()));
        assertThat(project.git("log", "--format=%s", result.branch()))
                .isEqualTo("From the guest\nFrom the host\nBegin");
        assertThat(project.git("rev-parse", result.branch() + "^")).isEqualTo(project.head());
        // What was synced and merged comes back as nothing new.
        project.git("merge", "-q", "--ff-only", result.branch());
        assertThat(push(PLAIN).state()).isEqualTo(PushState.UP_TO_DATE);
        assertThat(plan().diff().files()).isEmpty();
    }

    @Test
    void divergenceIsReportedAndMovesNothing() throws Exception {
        deliver();
        String own = inside().write("src/guest.c", "int guest;\n")
                .write("README.md", "# Guest\n")
                .commit("From the guest");
        String arrived = project.write("README.md", "# Host\n").commit("From the host");

        PushResult dry = push(PushCommits.DRY_RUN);
        assertThat(inside().tried("rev-parse", "-q", "--verify", "refs/remotes/host/main")
                        .exit())
                .isEqualTo(1);
        PushResult result = push(PLAIN);

        for (PushResult each : List.of(dry, result)) {
            assertThat(each.state()).isEqualTo(PushState.DIVERGED);
            assertThat(each.behind()).isEqualTo(1);
            assertThat(each.ahead()).isEqualTo(1);
            assertThat(each.own()).extracting(WorkCommit::subject).containsExactly("From the guest");
            assertThat(each.bothChanged()).containsExactly("README.md");
            assertThat(each.conflicts()).containsExactly("README.md");
        }
        assertThat(inside().head()).isEqualTo(own);
        assertThat(inside().git("rev-parse", "host/main")).isEqualTo(arrived);
        assertThat(inside().status()).isEmpty();
        SyncPlan plan = plan();
        assertThat(plan.commits()).extracting(WorkCommit::subject).containsExactly("From the guest");
        assertThat(plan.diff().files()).extracting(FileChange::path).containsExactly("README.md", "src/guest.c");
    }

    @Test
    void mergeAndRebaseJoinBothSides() throws Exception {
        for (PushCommits how : List.of(MERGE, REBASE)) {
            deliver();
            inside().write("src/guest.c", "int guest;\n").commit("From the guest");
            String arrived = project.write("src/host.c", "int host = %s;\n".formatted(captured))
                    .commit("From the host");

            PushResult result = push(how);

            assertThat(result.message()).isEmpty();
            assertThat(result.state()).isEqualTo(how.equals(MERGE) ? PushState.MERGED : PushState.REBASED);
            assertThat(result.conflicts()).isEmpty();
            assertThat(inside().git("merge-base", arrived, "HEAD")).isEqualTo(arrived);
            assertThat(inside().git("log", "-1", "--format=%an", "--", "src/guest.c"))
                    .isEqualTo("Test");
            SyncPlan plan = plan();
            assertThat(plan.diff().files()).extracting(FileChange::path).containsExactly("src/guest.c");
            assertThat(plan.commits()).extracting(WorkCommit::subject).contains("From the guest");
            assertThat(plan.commits()).extracting(WorkCommit::subject).doesNotContain("From the host");
            workspace = new GitWorkspace(temp.resolve("data-" + how.how()));
            guest = new LocalGuest(temp.resolve("guest/workspace-" + how.how()), temp.resolve("guest/home"));
        }
    }

    @Test
    void conflictsStayInTheGuestAndTheBaseMovesWhenTheyAreSolved() throws Exception {
        deliver();
        inside().write("README.md", "# Guest\n").commit("From the guest");
        project.write("README.md", "# Host\n")
                .write("src/host.c", "int host;\n")
                .commit("From the host");

        PushResult result = push(MERGE);

        assertThat(result.state()).isEqualTo(PushState.CONFLICTS);
        assertThat(result.conflicts()).containsExactly("README.md");
        assertThat(inside().git("diff", "--name-only", "--diff-filter=U")).isEqualTo("README.md");
        PushResult again = push(MERGE);
        assertThat(again.state()).isEqualTo(PushState.UNFINISHED);
        assertThat(again.conflicts()).containsExactly("README.md");
        inside().write("README.md", "# Both\n").git("add", "README.md");
        PushResult resolved = push(MERGE);
        assertThat(resolved.state()).isEqualTo(PushState.UNFINISHED);
        assertThat(resolved.conflicts()).isEmpty();
        inside().write("README.md", "# Both\n").commit("Solved");
        SyncPlan plan = plan();
        assertThat(plan.diff().files()).extracting(FileChange::path).containsExactly("README.md");
        assertThat(plan.commits()).extracting(WorkCommit::subject).contains("From the guest", "Solved");
        assertThat(plan.commits()).extracting(WorkCommit::subject).doesNotContain("From the host");
    }

    @Test
    void anAbortedRebaseGoesBackToTheEarlierBase() throws Exception {
        deliver();
        inside().write("README.md", "# Guest\n").commit("From the guest");
        project.write("README.md", "# Host\n")
                .write("src/host.c", "int host;\n")
                .commit("From the host");
        assertThat(push(REBASE).state()).isEqualTo(PushState.CONFLICTS);
        plan();
        inside().git("rebase", "--abort");

        SyncPlan plan = plan();

        assertThat(plan.diff().files()).extracting(FileChange::path).containsExactly("README.md");
        assertThat(plan.commits()).extracting(WorkCommit::subject).containsExactly("From the guest");
    }

    @Test
    void aReviewFromBeforeThePushCannotUndoWhatWasPushed() throws Exception {
        deliver();
        inside().write("src/guest.c", "int guest;\n");
        SyncPlan old = plan();
        project.write("src/host.c", "int host;\n").commit("From the host");
        assertThat(push(PLAIN).state()).isEqualTo(PushState.FAST_FORWARDED);
        AcceptSync fresh = files(plan().commit());

        assertThat(workspace
                        .accept("s1", "shop", project.folder(), files(old.commit()))
                        .files())
                .isEqualTo(1);

        assertThat(project.read("src/host.c")).isEqualTo("int host;\n");
        assertThat(project.read("src/guest.c")).isEqualTo("int guest;\n");
        assertThat(workspace.accept("s1", "shop", project.folder(), fresh).files())
                .as("everything is there already")
                .isZero();
        assertThat(project.read("src/host.c")).isEqualTo("int host;\n");
    }

    @Test
    void uncommittedWorkInTheWayIsNeverLost() throws Exception {
        deliver();
        inside().write("README.md", "# Not committed\n");
        project.write("README.md", "# Host\n").commit("From the host");

        assertThat(push(PushCommits.DRY_RUN).state()).isEqualTo(PushState.BLOCKED);
        PushResult result = push(PLAIN);

        assertThat(result.state()).isEqualTo(PushState.BLOCKED);
        assertThat(result.blocking()).containsExactly("README.md");
        assertThat(result.message()).contains("would be overwritten");
        assertThat(inside().read("README.md")).isEqualTo("# Not committed\n");
        assertThat(inside().status()).isEqualTo("M README.md".indent(1).stripTrailing());
        PushResult stashed = push(new PushCommits(PushMode.FAST_FORWARD, true, false));
        assertThat(stashed.state()).isEqualTo(PushState.FAST_FORWARDED);
        assertThat(stashed.message()).contains("stash");
        assertThat(inside().git("show", "stash@{0}:README.md")).isEqualTo("# Not committed");
    }

    @Test
    void filesThatTheUserCommittedLaterAreNotInTheWay() throws Exception {
        project.write("README.md", "# Mine\n").write("notes.txt", "mine\n").write("rest.txt", "mine too\n");
        deliver();
        String status = inside().status();
        project.git("add", "README.md", "notes.txt");
        project.git("commit", "-q", "-m", "Commit what the sandbox has");
        assertThat(status).contains("README.md", "notes.txt", "rest.txt");

        PushResult result = push(PLAIN);

        assertThat(result.state()).as(result.message()).isEqualTo(PushState.FAST_FORWARDED);
        assertThat(inside().status()).isEqualTo("?? rest.txt");
        SyncPlan plan = plan();
        assertThat(plan.diff().files()).isEmpty();
        assertThat(plan.own().files()).extracting(FileChange::path).containsExactly("rest.txt");
    }

    @Test
    void whatTheUserHadNotCommittedAndChangedSinceCountsAsPushed() throws Exception {
        project.write("README.md", "# First\n").write("rest.txt", "mine\n");
        deliver();
        project.write("README.md", "# Second\n").git("commit", "-q", "-am", "Second");
        assertThat(push(PLAIN).state()).isEqualTo(PushState.BLOCKED);
        inside().git("checkout", "-q", "--", "README.md");

        assertThat(push(PLAIN).state()).isEqualTo(PushState.FAST_FORWARDED);

        assertThat(plan().diff().files()).isEmpty();
    }

    @Test
    void aBranchOfASnapshotKnowsWhatWasPushedBefore() throws Exception {
        deliver();
        project.write("src/host.c", "int host;\n").commit("From the host");
        push(PLAIN);

        workspace.inherit(project.folder(), captured, "s2");

        SyncPlan plan = workspace.plan("s2", "copy", project.folder(), guest);
        assertThat(plan.diff().files()).isEmpty();
        assertThat(plan.commits()).isEmpty();
        workspace.forget("s2", project.folder(), true);
        GitFixture own = new GitFixture(workspace.repository(project.folder()));
        assertThat(own.git("for-each-ref", "--format=%(refname)", "refs/belljar/s2"))
                .isEmpty();
        workspace.forget("s1", project.folder(), false);
        assertThat(own.git("for-each-ref", "--format=%(refname)", RefNames.given("s1")))
                .isEqualTo("refs/belljar/s1/bases/0\nrefs/belljar/s1/bases/1\nrefs/belljar/s1/capture");
    }

    @Test
    void anotherBranchOfTheProjectCanBePushed() throws Exception {
        deliver();
        project.git("switch", "-q", "-c", "a");
        project.write("a.txt", "a\n").commit("On a");
        assertThat(push(PLAIN).ref()).isEqualTo("host/a");
        project.git("switch", "-q", "--detach");
        assertThat(push(PLAIN).ref()).isEqualTo("host/detached");
        project.git("branch", "-q", "-D", "a");
        project.git("switch", "-q", "-c", "a/b");
        project.write("b.txt", "b\n").commit("On a/b");
        assertThat(push(PLAIN).state()).isEqualTo(PushState.FAST_FORWARDED);
        assertThat(inside().git("for-each-ref", "--format=%(refname)", "refs/remotes"))
                .isEqualTo("refs/remotes/host/a/b");
    }

    @Test
    void aPushedCommitDoesNotCountAgainstTheQuota() throws Exception {
        deliver();
        plan();
        long before = workspace.objects("s1", project.folder());
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 50_000; i++) {
            text.append(Integer.toString(i * 7919, 36));
        }
        project.write("large.txt", text.toString()).commit("Large");
        push(PLAIN);
        assertThat(workspace.objects("s1", project.folder())).isEqualTo(before);
    }

    @Test
    void aShallowProjectIsPushed() throws Exception {
        for (int i = 0; i < 4; i++) {
            project.write("n.txt", i + "\n").commit("Commit " + i);
        }
        Path clone = temp.resolve("clone");
        project.git("clone", "-q", "--depth=2", "file://" + project.folder(), clone.toString());
        GitFixture first = project;
        project = new GitFixture(clone);
        deliver();
        first.write("n.txt", "new\n").commit("New");
        project.git("fetch", "-q", "--depth=1", "origin");
        project.git("reset", "-q", "--hard", "origin/main");
        PushResult result = push(PLAIN);
        assertThat(result.state()).isIn(PushState.DIVERGED, PushState.FAST_FORWARDED);
        assertThat(inside().tried("fsck", "--connectivity-only").exit()).isZero();
    }

    @Test
    void aGuestThatLiesIsFoundOut() throws Exception {
        deliver();
        project.write("README.md", "# Host\n").commit("From the host");
        Map<String, String> lies = Map.of(
                "echo state fast-forwarded", "does not contain the pushed commits",
                "echo nothing", "did not report",
                "echo state perfect", "did not report",
                "head -c 300000 /dev/zero", "longer than",
                "exec yes conflict", "longer than");
        for (Map.Entry<String, String> lie : lies.entrySet()) {
            LocalGuest liar = new LocalGuest(guest.workspace(), temp.resolve("guest/home")) {
                @Override
                public GuestExec exec(ExecCommand command) throws GuestException, InterruptedException {
                    return command.argv().getLast().equals("belljar-push")
                            ? run(List.of("sh", "-c", "cat > /dev/null; " + lie.getKey()))
                            : super.exec(command);
                }
            };
            assertThatThrownBy(() -> workspace.push("s1", project.folder(), liar, PLAIN))
                    .isInstanceOf(SyncException.class)
                    .hasMessageContaining(lie.getValue());
        }
        assertThat(plan().diff().files()).isEmpty();
    }

    @Test
    void aGuestThatHangsIsGivenUpAndOneThatWorksIsNot() throws Exception {
        workspace = new GitWorkspace(
                temp.resolve("data"),
                new FetchLimits(64 << 20, 1 << 20, STALL),
                ObjectQuota.NONE,
                ConfinementLauncher.here());
        deliver();
        project.write("README.md", "# Host\n").commit("From the host");
        inside().git("config", "filter.slow.clean", "sleep 60");
        Files.writeString(guest.workspace().resolve(".git/info/attributes"), "README.md filter=slow\n");
        assertThatThrownBy(() -> push(MERGE))
                .isInstanceOfSatisfying(
                        SyncException.class, e -> assertThat(e.code()).isEqualTo(SyncException.STALLED));
        String busy = "end=$(($(date +%s) + 8)); while [ $(date +%s) -lt $end ]; do :; done; cat";
        inside().git("config", "filter.slow.smudge", busy);
        inside().git("config", "filter.slow.clean", "cat");
        assertThat(push(MERGE).state()).isEqualTo(PushState.FAST_FORWARDED);
    }

    @Test
    void theGuestsAnswerIsShownInVisibleCharacters() throws Exception {
        deliver();
        project.write("README.md", "# Host\n").commit("From the host");
        LocalGuest liar = new LocalGuest(guest.workspace(), temp.resolve("guest/home")) {
            @Override
            public GuestExec exec(ExecCommand command) throws GuestException, InterruptedException {
                return command.argv().getLast().equals("belljar-push")
                        ? run(
                                List.of(
                                        "sh",
                                        "-c",
                                        "cat > /dev/null; echo state conflicts; printf 'conflict a\\033[2Jb\\nsaid \\033]0;x\\007\\n'"))
                        : super.exec(command);
            }
        };
        PushResult result = workspace.push("s1", project.folder(), liar, MERGE);
        assertThat(result.conflicts().getFirst()).doesNotContain("\033");
        assertThat(result.message()).doesNotContain("\033").doesNotContain("\007");
    }

    @Test
    void aPlainFolderAndAProjectWithoutCommitsAreRefused() throws Exception {
        deliver();
        Files.move(project.folder().resolve(".git"), temp.resolve("aside"));
        assertThatThrownBy(() -> push(PLAIN)).hasMessageContaining("plain folder");
        project.git("init", "-q");
        assertThatThrownBy(() -> push(PLAIN)).hasMessageContaining("no commit yet");
    }

    private static AcceptSync files(String commit) {
        return new AcceptSync(commit, List.of(), List.of(), SyncTarget.WORKTREE, null, null, false);
    }

    private PushResult push(PushCommits request) throws Exception {
        return workspace.push("s1", project.folder(), guest, request);
    }

    private SyncPlan plan() throws Exception {
        return workspace.plan("s1", "shop", project.folder(), guest);
    }

    private void deliver() throws Exception {
        var capture = workspace.capture("s1", project.folder(), false);
        captured = capture.commit();
        workspace.deliver("s1", project.folder(), capture, guest, (done, total) -> {});
    }

    private GitFixture inside() {
        return new GitFixture(guest.workspace());
    }
}
