package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import dev.belljar.contract.view.work.WorkCommit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class GitWorkspaceTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    @SuppressWarnings("NullAway.Init")
    private GitFixture project;

    @SuppressWarnings("NullAway.Init")
    private GitWorkspace workspace;

    @SuppressWarnings("NullAway.Init")
    private LocalGuest guest;

    @BeforeEach
    void prepare() throws Exception {
        project = GitFixture.sample(temp.resolve("project"));
        workspace = new GitWorkspace(temp.resolve("data"));
        Path home = Files.createDirectories(temp.resolve("guest/home"));
        guest = new LocalGuest(temp.resolve("guest/workspace"), home);
    }

    @Test
    void workspaceLooksAsTheProjectDid() throws Exception {
        project.write("README.md", "# Staged\n");
        project.git("add", "README.md");
        project.write("README.md", "# Staged, then changed\n");
        project.write("notes.txt", "untracked\n");
        project.write("build/out.o", "ignored\n");
        Files.delete(project.folder().resolve("src/main.c"));
        String status = project.status();

        WorkspaceTransfer.Capture capture = capture();
        deliver(capture);

        GitFixture inside = inside();
        assertThat(inside.status()).isEqualTo(status);
        assertThat(inside.head()).isEqualTo(project.head());
        assertThat(inside.git("symbolic-ref", "HEAD")).isEqualTo("refs/heads/main");
        assertThat(inside.read("README.md")).isEqualTo("# Staged, then changed\n");
        assertThat(inside.git("show", ":README.md")).isEqualTo("# Staged");
        assertThat(inside.git("config", "--local", "user.name")).isEqualTo("Pat Person");
        assertThat(inside.folder().resolve("build")).doesNotExist();
        assertThat(capture.uncommitted()).isEqualTo(3);
        assertThat(capture.branch()).isEqualTo("main");
    }

    @Test
    void filesKeepTheirTimesAndGitSeesThemAsUnchanged() throws Exception {
        Instant old = Instant.parse("2001-02-03T04:05:06.123456789Z");
        List<String> names = List.of("README.md", "src/main.c", "line\nbreak", "größe ●", "-rf", "12");
        for (String name : names.subList(2, names.size())) {
            project.write(name, "text\n");
        }
        project.commit("Names");
        project.write("notes.txt", "untracked\n");
        for (int i = 0; i < names.size(); i++) {
            setTime(names.get(i), old.plusSeconds(i));
        }
        setTime("notes.txt", Instant.parse("1985-10-26T01:21:00.5Z"));

        deliver(capture());

        for (int i = 0; i < names.size(); i++) {
            assertThat(time(names.get(i))).as(names.get(i)).isEqualTo(old.plusSeconds(i));
        }
        assertThat(time("notes.txt")).isEqualTo(Instant.parse("1985-10-26T01:21:00.5Z"));
        assertThat(inside().status()).isEqualTo("?? notes.txt");
        // Without a refresh of the index, git would list every file whose time differs from that in the index.
        assertThat(inside().git("diff-files", "--name-only")).isEmpty();
    }

    @Test
    void aFileThatChangedAfterTheCaptureDoesNotGetItsNewTime() throws Exception {
        setTime(".gitignore", Instant.parse("2001-02-03T04:05:06Z"));
        WorkspaceTransfer.Capture capture = capture();
        Instant later = Instant.now().plusSeconds(60);
        project.write("README.md", "# Later\n");
        setTime("README.md", later);
        Files.delete(project.folder().resolve("src/main.c"));
        Files.createSymbolicLink(project.folder().resolve("src/main.c"), Path.of("../.gitignore"));

        deliver(capture);

        assertThat(inside().read("README.md")).isEqualTo("# Sample\n");
        assertThat(time("README.md")).isBefore(later).isAfter(later.minusSeconds(600));
        assertThat(time("src/main.c")).isAfter(later.minusSeconds(600));
        assertThat(inside().git("diff-files", "--name-only")).isEmpty();
    }

    private void setTime(String name, Instant time) throws IOException {
        Files.setLastModifiedTime(project.folder().resolve(name), FileTime.from(time));
    }

    private Instant time(String name) throws IOException {
        return Files.getLastModifiedTime(guest.workspace().resolve(name)).toInstant();
    }

    @Test
    void captureLeavesTheProjectAsItWas() throws Exception {
        project.write("README.md", "# Changed\n");
        project.write("notes.txt", "untracked\n");
        String before = everything();

        capture();

        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void commitsAndUncommittedWorkComeBackOnABranch() throws Exception {
        project.write("README.md", "# Mine, not committed\n");
        deliver(capture());
        GitFixture inside = inside();
        inside.write("src/more.c", "int more;\n");
        inside.git("add", "src/more.c");
        inside.git("commit", "-q", "-m", "Add more");
        inside.write("src/last.c", "int last;\n");
        String before = everything();

        SyncPlan plan = workspace.plan("s1", "shop", project.folder(), guest);
        assertThat(plan.commits()).extracting(WorkCommit::subject).containsExactly("Add more");
        assertThat(plan.target()).isEqualTo("belljar/shop");
        assertThat(plan.uncommitted()).isEqualTo(2);
        assertThat(plan.upToDate()).isFalse();
        assertThat(plan.diff().files()).extracting(FileChange::path).containsExactly("src/last.c", "src/more.c");
        SyncResult result = workspace.accept("s1", "shop", project.folder(), new AcceptSync(plan.commit(), List.of()));

        assertThat(result.branch()).isEqualTo("belljar/shop");
        assertThat(plan.own().files()).extracting(FileChange::path).containsExactly("README.md");
        assertThat(result.files()).isEqualTo(3);
        assertThat(project.git("rev-parse", "belljar/shop")).isEqualTo(result.commit());
        assertThat(project.git("log", "--format=%s", "belljar/shop"))
                .isEqualTo("Work that was not committed in the sandbox\nAdd more\nBegin");
        assertThat(project.git("show", "belljar/shop:src/last.c")).isEqualTo("int last;");
        assertThat(project.git("show", "belljar/shop:README.md")).isEqualTo("# Mine, not committed");
        assertThat(project.tried("fsck", "--full", "--strict").exit()).isZero();
        assertThat(everything().replaceAll("(?m)^.*belljar/shop.*\\R?", "")).isEqualTo(before);
    }

    @Test
    void everyFileThatLandsOnTheBranchIsListedAndCounted() throws Exception {
        project.write("README.md", "# Mine\n").write("notes.txt", "mine\n").write("both.txt", "mine\n");
        project.git("add", "notes.txt");
        deliver(capture());
        GitFixture inside = inside();
        inside.write("both.txt", "mine and theirs\n").write("src/more.c", "int more;\n");
        for (boolean committed : List.of(false, true)) {
            if (committed) {
                inside.write("Makefile", "all:\n").commit("All of it, the person's own too");
            }
            SyncPlan plan = workspace.plan("s1", "shop", project.folder(), guest);
            assertThat(plan.own().files()).extracting(FileChange::path).containsExactly("README.md", "notes.txt");
            List<String> listed = Stream.concat(
                            plan.own().files().stream(),
                            plan.diff().files().stream().filter(file -> file.risk() == null))
                    .map(FileChange::path)
                    .sorted()
                    .toList();
            SyncResult result =
                    workspace.accept("s1", "shop", project.folder(), new AcceptSync(plan.commit(), List.of()));
            assertThat(project.git("diff", "--name-only", "main", "belljar/shop")
                            .lines())
                    .containsExactlyElementsOf(listed);
            assertThat(result.files()).isEqualTo(listed.size());
        }
    }

    @Test
    void cleanProjectListsNoOwnFiles() throws Exception {
        deliver(capture());
        inside().write("more.txt", "more\n");
        assertThat(workspace.plan("s1", "shop", project.folder(), guest).own().files())
                .isEmpty();
    }

    @Test
    void allFilesOfARepositoryWithoutACommitAreOwn() throws Exception {
        project = GitFixture.init(temp.resolve("unborn"));
        project.write("mine.txt", "mine\n");
        deliver(capture());
        inside().write("more.txt", "more\n");
        SyncPlan plan = workspace.plan("s1", "shop", project.folder(), guest);
        assertThat(plan.own().files()).extracting(FileChange::path).containsExactly("mine.txt");
        assertThat(plan.diff().files()).extracting(FileChange::path).containsExactly("more.txt");
    }

    @Test
    void sameWorkFetchedAgainHasTheSameCommit() throws Exception {
        deliver(capture());
        inside().write("new.txt", "new\n");
        SyncPlan first = workspace.plan("s1", "shop", project.folder(), guest);
        workspace.diff("s1", project.folder(), guest);
        SyncPlan second = workspace.plan("s1", "shop", project.folder(), guest);
        assertThat(second.commit()).isEqualTo(first.commit());
        assertThat(second.diff().files()).hasSize(1);
    }

    @Test
    void untouchedWorkspaceIsUpToDate() throws Exception {
        project.write("notes.txt", "untracked\n");
        deliver(capture());
        SyncPlan plan = workspace.plan("s1", "shop", project.folder(), guest);
        assertThat(plan.upToDate()).isTrue();
        assertThat(plan.diff().files()).isEmpty();
        assertThat(workspace.salvage("s1", project.folder(), guest)).isEmpty();
    }

    @Test
    void shownPlanCanBeAcceptedDespiteNewerWork() throws Exception {
        deliver(capture());
        inside().write("one.txt", "1\n");
        SyncPlan plan = workspace.plan("s1", "shop", project.folder(), guest);
        inside().write("two.txt", "2\n");
        workspace.plan("s1", "shop", project.folder(), guest);
        assertThat(accept(plan).commit()).isEqualTo(plan.commit());
        assertThat(project.git("ls-tree", "-r", "--name-only", "belljar/shop"))
                .contains("one.txt")
                .doesNotContain("two.txt");
    }

    @Test
    void workThatWasNeverShownIsNotAccepted() throws Exception {
        deliver(capture());
        inside().write("one.txt", "1\n");
        String fetched = workspace.diff("s1", project.folder(), guest).tip();
        for (String commit : List.of(fetched, "0".repeat(40), "main", "")) {
            assertThatThrownBy(
                            () -> workspace.accept("s1", "shop", project.folder(), new AcceptSync(commit, List.of())))
                    .isInstanceOfSatisfying(
                            SyncException.class, e -> assertThat(e.code()).isEqualTo(SyncException.MOVED_ON));
        }
        assertThat(project.tried("rev-parse", "--verify", "-q", "belljar/shop").exit())
                .isNotZero();
    }

    @Test
    void riskyPathsAreWithheldUnlessAllowed() throws Exception {
        project.write("Makefile", "all:\n");
        project.commit("Build");
        deliver(capture());
        GitFixture inside = inside();
        inside.write("Makefile", "all:\n\tcurl evil\n");
        inside.write(".vscode/tasks.json", "{}\n");
        inside.write("src/fine.c", "int fine;\n");
        inside.commit("Help yourself");

        SyncPlan plan = workspace.plan("s1", "shop", project.folder(), guest);
        SyncResult withheld = accept(plan);
        assertThat(withheld.withheld()).containsExactly(".vscode/tasks.json", "Makefile");
        assertThat(withheld.files()).isEqualTo(1);
        assertThat(project.git("show", "belljar/shop:Makefile")).isEqualTo("all:");
        assertThat(project.git("ls-tree", "-r", "--name-only", "belljar/shop")).doesNotContain("tasks.json");
        assertThat(project.git("log", "-1", "--format=%an: %B", "belljar/shop")).isEqualTo("Test: Help yourself");
        assertThat(project.git("rev-list", "belljar/shop").lines()).doesNotContain(inside.head());

        AcceptSync all = new AcceptSync(plan.commit(), List.of(".vscode/tasks.json", "Makefile"));
        SyncResult allowed = workspace.accept("s1", "shop", project.folder(), all);
        assertThat(allowed.withheld()).isEmpty();
        assertThat(allowed.commit()).isEqualTo(inside.head());
        assertThat(accept(plan).withheld())
                .as("allowed before, and the same since")
                .isEmpty();
        inside.write("Makefile", "all:\n\tcurl worse\n");
        assertThat(accept(workspace.plan("s1", "shop", project.folder(), guest)).withheld())
                .as("allowed before, and another since")
                .containsExactly("Makefile");
    }

    @Test
    void riskyFileAddedAndRemovedAgainIsNotImported() throws Exception {
        deliver(capture());
        GitFixture inside = inside();
        inside.write(".envrc", "curl evil\n");
        inside.commit("Come");
        Files.delete(inside.folder().resolve(".envrc"));
        inside.write("fine.txt", "fine\n");
        inside.commit("Go");
        SyncPlan plan = workspace.plan("s1", "shop", project.folder(), guest);
        SyncResult result = accept(plan);
        assertThat(result.withheld()).isEmpty();
        assertThat(project.git("rev-list", "--count", "main..belljar/shop")).isEqualTo("1");
        assertThat(project.git("log", "--all", "--format=%H", "--", ".envrc")).isEmpty();
    }

    @Test
    void checkedOutBranchIsNotTouched() throws Exception {
        deliver(capture());
        inside().write("one.txt", "1\n");
        SyncPlan plan = workspace.plan("s1", "shop", project.folder(), guest);
        project.git("checkout", "-q", "-b", "belljar/shop");
        String head = project.head();
        assertThatThrownBy(() -> accept(plan)).hasMessageContaining("checked out");
        assertThat(project.head()).isEqualTo(head);
    }

    @Test
    void branchWithCommitsOfTheUserIsNotOverwritten() throws Exception {
        deliver(capture());
        inside().write("one.txt", "1\n");
        SyncPlan plan = workspace.plan("s1", "shop", project.folder(), guest);
        project.git("checkout", "-q", "-b", "belljar/shop");
        String own = project.write("own.txt", "mine\n").commit("Mine");
        project.git("checkout", "-q", "main");
        assertThatThrownBy(() -> accept(plan)).hasMessageContaining("contains commits that are not part of this sync");
        assertThat(project.git("rev-parse", "belljar/shop")).isEqualTo(own);
    }

    @Test
    void interruptedDeliveryCanRunAgain() throws Exception {
        WorkspaceTransfer.Capture capture = capture();
        Path broken = guest.workspace();
        Files.createDirectories(broken.resolve(".git/objects"));
        Files.writeString(broken.resolve(".git/belljar-delivering"), "");
        Files.writeString(broken.resolve("half"), "half a file");
        deliver(capture);
        assertThat(inside().status()).isEmpty();
        assertThat(broken.resolve("half")).doesNotExist();
        inside().write("work.txt", "work\n");
        deliver(capture);
        assertThat(inside().read("work.txt")).isEqualTo("work\n");
    }

    @Test
    void workspaceWithOtherFilesIsNotOverwritten() throws Exception {
        Files.createDirectories(guest.workspace());
        Files.writeString(guest.workspace().resolve("precious"), "work");
        WorkspaceTransfer.Capture capture = capture();
        assertThatThrownBy(() -> deliver(capture)).hasMessageContaining("not empty");
        assertThat(guest.workspace().resolve("precious")).exists();
    }

    @Test
    void capturedReturnsTheCapture() throws Exception {
        project.write("notes.txt", "untracked\n");
        WorkspaceTransfer.Capture capture = capture();
        assertThat(workspace.captured("s1", project.folder(), capture.commit())).isEqualTo(capture);
    }

    @Test
    void contentsOfBothSidesAreShown() throws Exception {
        deliver(capture());
        inside().write("README.md", "# New\n");
        workspace.diff("s1", project.folder(), guest);
        assertThat(workspace.contents("s1", project.folder(), "README.md"))
                .satisfies(both -> assertThat(both.before()).isEqualTo("# Sample\n"))
                .satisfies(both -> assertThat(both.after()).isEqualTo("# New\n"));
        Files.write(guest.workspace().resolve("blob"), new byte[] {1, 0, 2});
        workspace.diff("s1", project.folder(), guest);
        assertThat(workspace.contents("s1", project.folder(), "blob").note()).contains("binary");
    }

    @Test
    void aFolderHasNoContents() throws Exception {
        deliver(capture());
        inside().write("src/a.txt", "a\n");
        workspace.diff("s1", project.folder(), guest);
        assertThatThrownBy(() -> workspace.contents("s1", project.folder(), "src"))
                .isInstanceOf(SyncException.class)
                .hasMessage("src is a folder, not a file");
        Files.delete(guest.workspace().resolve("README.md"));
        inside().write("README.md/now", "a folder\n");
        workspace.diff("s1", project.folder(), guest);
        assertThatThrownBy(() -> workspace.contents("s1", project.folder(), "README.md"))
                .hasMessage("README.md is a folder, not a file");
    }

    @Test
    void contentsOfTwoSnapshotsNeedFullCommitIds() throws Exception {
        deliver(capture());
        inside().write("README.md", "# One\n");
        String one = workspace
                .keep("s1", project.folder(), guest, "m1", Duration.ofMinutes(1))
                .tip();
        inside().write("README.md", "# Two\n");
        String two = workspace
                .keep("s1", project.folder(), guest, "m2", Duration.ofMinutes(1))
                .tip();
        assertThat(workspace.contents(project.folder(), one, two, "README.md"))
                .satisfies(both -> assertThat(both.before()).isEqualTo("# One\n"))
                .satisfies(both -> assertThat(both.after()).isEqualTo("# Two\n"));
        assertThatThrownBy(() -> workspace.contents(project.folder(), "HEAD", two, "README.md"))
                .isInstanceOf(SyncException.class)
                .hasMessageContaining("expected a full object id");
    }

    private WorkspaceTransfer.Capture capture() throws SyncException, InterruptedException {
        return workspace.capture("s1", project.folder(), false);
    }

    private void deliver(WorkspaceTransfer.Capture capture) throws SyncException, InterruptedException {
        workspace.deliver("s1", project.folder(), capture, guest, (done, total) -> {});
    }

    private SyncResult accept(SyncPlan plan) throws SyncException, InterruptedException {
        return workspace.accept("s1", "shop", project.folder(), new AcceptSync(plan.commit(), List.of()));
    }

    private GitFixture inside() throws IOException {
        return new GitFixture(guest.workspace().toRealPath());
    }

    // The state of the project that a capture or a sync must not change.
    private String everything() throws Exception {
        byte[] index = Files.readAllBytes(project.folder().resolve(".git/index"));
        return project.git("for-each-ref")
                + "\n"
                + Files.readString(project.folder().resolve(".git/HEAD"))
                + java.util.HexFormat.of().formatHex(index)
                + "\n"
                + project.git("--no-optional-locks", "status", "--porcelain")
                + project.git("stash", "list");
    }
}
