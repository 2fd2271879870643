package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.SkippedChange;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncStatus;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.PushResult;
import dev.belljar.contract.view.work.PushState;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Tests that the work of a real machine in which the attacker is root runs nothing on this host, changes nothing
/// outside of what the user accepted, and is refused with a reason.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileWorkTest {
    private static final Duration PATIENCE = SyncedMachine.PATIENCE;
    /// The most memory that the host agent may ever have had: its heap of 512 MiB and the rest of a JVM.
    private static final long MEMORY = 900L << 20;

    private final AgentUnderTest agent;
    private final CommandLineUnderTest line;
    /// Exists only if a program of the guest ran on this host.
    private final Path marker;
    private final Path outside;
    private TestProject project = new TestProject(Path.of("/"));
    private HostileGuest guest;
    private FolderContents before = new FolderContents(Map.of());

    HostileWorkTest() throws IOException {
        agent = new AgentUnderTest();
        line = new CommandLineUnderTest(agent.environment());
        marker = agent.folder().resolve("ran/marker");
        outside = agent.folder().resolve("outside");
        guest = new HostileGuest(new RunningMachine(agent, ""));
    }

    @BeforeAll
    void boot() throws Exception {
        agent.start();
        project = TestProject.in(agent.folder(), "shop");
        Files.writeString(Files.createDirectories(outside).resolve("file"), "of the user\n");
        RunningMachine machine = RunningMachine.begun(agent, project.folder());
        machine.awaitState(SandboxState.RUNNING);
        machine.awaitReached();
        guest = new HostileGuest(machine);
        guest.arm();
        String _ = guest.attack("good");
    }

    @BeforeEach
    void look() throws Exception {
        before = contents();
    }

    @AfterEach
    void nothingRanAndNothingElseChanged() throws Exception {
        guest.reset();
        work().mode(SyncMode.MANUAL);
        assertThat(marker).doesNotExist();
        assertThat(contents()).isEqualTo(before);
        assertThat(peak()).isLessThan(MEMORY);
    }

    @AfterAll
    void end() throws Exception {
        agent.end();
    }

    @Test
    void nothingInTheConfigurationHooksOrAttributesRuns() throws Exception {
        String _ = guest.attack("config", marker.toString());
        CommandLineUnderTest.Ran ran = line.run("", "sync", "shop", "--yes");
        assertThat(ran.exit()).as(ran.out() + ran.err()).isZero();
        assertThat(ran.out().lines().filter(each -> each.contains("▲")))
                .extracting(each -> each.strip().split(" +", 3)[1])
                .contains(".gitattributes", ".gitmodules", ".githooks/pre-commit", "NAME.txt", "absolute")
                .contains("hooks", "outside", "reversed.txt", "sub");
        assertThat(project.git("ls-tree", "-r", "--name-only", "belljar/shop").lines())
                .contains("work.txt")
                .isSubsetOf("README.md", "host.txt", "work.txt");
        // Whoever takes everything into the working tree still runs nothing by looking at it.
        List<String> all =
                work().plan().diff().files().stream().map(FileChange::path).toList();
        assertThatThrownBy(() -> worktree(all)).hasMessageContaining("sub is a submodule");
        String undo = worktree(all.stream().filter(path -> !path.equals("sub")).toList());
        assertThat(project.git("status", "--porcelain")).contains(".gitattributes");
        assertThat(project.git("diff")).isNotNull();
        assertThat(line.run("", "sync", "shop", "--undo", undo).exit()).isZero();
    }

    @Test
    void aFolderThatTheUserTookAsALinkIsNotFollowed() throws Exception {
        guest.machine().run("ln -s ../outside d");
        var _ = worktree(List.of("d"));
        assertThat(Files.isSymbolicLink(project.folder().resolve("d"))).isTrue();
        guest.machine().run("rm d; mkdir d; echo owned > d/file");
        assertThatThrownBy(() -> worktree(List.of("d/file"))).isInstanceOf(AgentException.class);
        assertThat(outside.resolve("file")).hasContent("of the user\n");
        Files.delete(project.folder().resolve("d"));
    }

    @Test
    void namesThatEscapeAreRefused() throws Exception {
        Map<String, String> reasons = Map.ofEntries(
                Map.entry("dotgit", "hasDotgit"),
                Map.entry("case", "hasDotgit"),
                Map.entry("ntfs", "hasDotgit"),
                Map.entry("hfs", "hasDotgit"),
                Map.entry("parent", "hasDotdot"),
                Map.entry("slash", "fullPathname"),
                Map.entry("twice", "duplicateEntries"),
                Map.entry("modules-link", "gitmodulesSymlink"),
                Map.entry("modules-url", "gitmodulesUrl"),
                Map.entry("modules-path", "gitmodulesPath"),
                Map.entry("modules-name", "gitmodulesName"));
        for (Map.Entry<String, String> each : reasons.entrySet()) {
            String _ = guest.attack("name", each.getKey());
            assertThatThrownBy(work()::plan)
                    .as(each.getKey())
                    .hasMessageContaining("rejected")
                    .hasMessageContaining(each.getValue());
        }
    }

    @Test
    void anAutomaticModeSaysWhyItFetchedNothing() throws Exception {
        // The automatic mode may also fetch the good work that is there before the attack.
        var _ = work().plan();
        work().mode(SyncMode.AUTO_COMMIT);
        String _ = guest.attack("name", "hfs");
        assertThat(work().problem("hasDotgit")).contains("rejected");
        // How a fetch relates to the project is determined after it has been answered, but before the next one ends.
        SyncStatus idle = work().status();
        CommandLineUnderTest.Ran ran = line.run("", "sync", "shop", "--status");
        assertThat(ran.out()).contains("Problem:", "hasDotgit");
        work().mode(SyncMode.AUTO_IDLE);
        String _ = guest.attack("name", "modules-url");
        assertThat(work().problem("gitmodulesUrl")).contains("rejected");
        assertThat(work().status().commits()).isEqualTo(idle.commits());
        // Good work comes after it.
        guest.reset();
        commit("good.txt", "one");
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() ->
                        work().status().problem() == null && work().status().waits());
    }

    @Test
    void nothingIsHiddenByReplacedGraftedOrBorrowedObjects() throws Exception {
        String _ = guest.attack("hidden");
        ReviewQueue queue = work().review();
        assertThat(queue.entries()).extracting(ReviewEntry::subject).containsExactly("Hidden", "Shown", "Borrowed");
        assertThat(work().hunk(queue.entries().get(1), "shown.txt")).isEqualTo("as it is\n");
        assertThat(work().hunk(queue.entries().get(2), "lent.txt")).isEqualTo("lent\n");
        assertThat(own().folder().resolve("objects/info/alternates")).doesNotExist();
        assertThat(own().git("for-each-ref", "refs/replace")).isEmpty();
    }

    @Test
    void longNamesManyRefsAndForgedCommitsAreShownWithinLimits() throws Exception {
        String _ = guest.attack("long");
        guest.lie(
                " for-each-ref ",
                "h=$(git rev-parse HEAD); printf \"commit $h refs/heads/\\033[31m\\007evil\\ncommit $h refs/heads/../../config\\n\"");
        ReviewEntry entry = work().review().entries().getFirst();
        assertThat(entry.subject()).startsWith("Subject").doesNotContain("\007", "\033");
        assertThat(entry.author()).doesNotContain("\033", "\u202e");
        assertThat(entry.time()).isBetween(0L, 9_999_999_999_000L);
        assertThat(entry.files().stream().map(file -> String.valueOf(file.risk())))
                .contains(
                        "it is never synced: a name in the path is longer than 255 bytes",
                        "it is never synced: the path is more than 256 levels deep");
        assertThat(entry.files()).allMatch(file -> file.path().length() < 1_000);
        List<String> refs =
                own().git("for-each-ref", "--format=%(refname)").lines().toList();
        assertThat(refs).hasSizeLessThan(1_100).allMatch(ref -> ref.matches("[A-Za-z0-9/._-]+"));
    }

    @Test
    void aBombIsRefusedAndWhatNothingNeedsIsNotKept() throws Exception {
        String _ = guest.attack("bomb");
        guest.lie(" pack-objects ", "cat > /dev/null; cat /var/tmp/bomb; exit 0");
        assertThatThrownBy(work()::plan).hasMessageContaining("rejected");
        guest.lie(" pack-objects ", "cat > /dev/null; exec cat /dev/zero");
        assertThatThrownBy(work()::plan).hasMessageContaining("rejected");
        String noise = guest.attack("noise");
        commit("small.txt", "one");
        guest.lie(" pack-objects ", "{ cat; echo " + noise + "; } | git.real \"$@\"; exit 0");
        assertThat(work().plan().diff().files()).extracting(FileChange::path).containsExactly("small.txt");
        assertThatThrownBy(() -> own().git("cat-file", "-e", noise)).isInstanceOf(IOException.class);
        try (Stream<Path> files = Files.walk(own().folder())) {
            assertThat(files.mapToLong(file -> file.toFile().length()).sum()).isLessThan(2 << 20);
        }
    }

    @Test
    void workThatChangesWhileItIsReadIsCompleteOrRefused() throws Exception {
        guest.attackInBackground("moving");
        for (int i = 0; i < 3; i++) {
            try {
                assertThat(own().git(
                                        "rev-list",
                                        "--objects",
                                        "--quiet",
                                        work().plan().commit()))
                        .isEmpty();
            } catch (AgentException e) {
                assertThat(e).hasMessageContaining("guest");
            }
        }
        guest.endBackground();
    }

    @Test
    void aHunkThatChangedAfterItsReviewIsAcceptedAsItWasReviewed() throws Exception {
        work().mode(SyncMode.AUTO_COMMIT);
        commit("changed.txt", "as reviewed");
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> work().status().waits() && !work().status().changed());
        ReviewQueue reviewed = work().review();
        assertThat(work().hunk(reviewed.entries().getLast(), "changed.txt")).isEqualTo("as reviewed\n");
        guest.machine()
                .run("echo 'something else' > changed.txt; echo > new.txt; git add new.txt;"
                        + " git -c user.name=a -c user.email=a@b commit -qa --amend --no-edit");
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> !work().review(false).commit().equals(reviewed.commit()));
        // What the user skipped in the old review must not come along with the new one.
        SkippedChange skipped = new SkippedChange(reviewed.entries().getLast().id(), "changed.txt", List.of(0));
        AcceptSync mixed = new AcceptSync(
                work().review(false).commit(), List.of(), List.of(skipped), null, "belljar/mixed", null, false);
        assertThatThrownBy(() -> work().accept(mixed)).hasMessageContaining("review");
        AcceptSync seen =
                new AcceptSync(reviewed.commit(), List.of(), List.of(), null, "belljar/reviewed", null, false);
        assertThat(work().accept(seen).files()).isEqualTo(1);
        assertThat(project.git("show", "belljar/reviewed:changed.txt")).isEqualTo("as reviewed");
        assertThat(project.git("ls-tree", "--name-only", "belljar/reviewed")).doesNotContain("new.txt");
    }

    @Test
    void aPushToALiarEndsWithAReason() throws Exception {
        project.write("host.txt", "from the host\n");
        project.git("add", "host.txt");
        project.git("commit", "--quiet", "--message=From the host");
        before = contents();
        guest.lie(" merge --quiet ", "exit 0");
        assertThat(line.run("", "push", "shop").err()).contains("does not contain the pushed commits");
        guest.lie(" merge --quiet ", "printf 'no\\033[2J\\033]0;evil\\007\\n'; exit 1");
        PushResult answer = work().push();
        assertThat(answer.state()).isEqualTo(PushState.BLOCKED);
        assertThat(answer.message()).startsWith("no").doesNotContain("\033", "\007");
        guest.lie(" index-pack ", "exec yes conflict >&3");
        assertThatThrownBy(work()::push).hasMessageContaining("longer than");
        guest.lie(" index-pack ", "exec sleep 600");
        assertThatThrownBy(work()::push).hasMessageContaining("made no progress");
        guest.reset();
        assertThat(work().push().state()).isEqualTo(PushState.FAST_FORWARDED);
        String _ = guest.attack("good");
    }

    /// Takes these risky files and all others into the working tree, and returns the id for the undo.
    private String worktree(List<String> allowed) throws Exception {
        AcceptSync request =
                new AcceptSync(work().plan().commit(), allowed, List.of(), SyncTarget.WORKTREE, null, null, false);
        return String.valueOf(work().accept(request).undo());
    }

    private void commit(String file, String text) throws Exception {
        guest.machine()
                .run("echo '%s' > %s; git add %s; git -c user.name=a -c user.email=a@b commit -qm 'Change it'"
                        .formatted(text, file, file));
    }

    private SyncedMachine work() {
        return new SyncedMachine(guest.machine());
    }

    /// The host agent's own repository of the project.
    private TestProject own() throws IOException {
        try (Stream<Path> all = Files.list(agent.folder().resolve("data/belljar/repositories"))) {
            return new TestProject(all.findFirst().orElseThrow());
        }
    }

    /// Everything that no sync to a branch may change.
    private FolderContents contents() throws IOException {
        FolderContents all = FolderContents.of(agent.folder(), "data", "run", "config", "host-agent.log", "shop/.git");
        FolderContents git = FolderContents.of(
                project.folder().resolve(".git"), "objects", "refs/heads/belljar", "refs/notes", "logs", "index");
        all.files().putAll(git.files());
        return all;
    }

    /// The most memory that the host agent has had, in bytes.
    private long peak() throws Exception {
        AgentClient client = agent.client();
        Path status = Path.of("/proc", Long.toString(client.call(HostApi.HEALTH).pid()), "status");
        return Files.readAllLines(status).stream()
                .filter(each -> each.startsWith("VmHWM:"))
                .mapToLong(each -> Long.parseLong(each.replaceAll("\\D", "")) * 1_024)
                .findFirst()
                .orElseThrow();
    }
}
