package dev.belljar.agent.sync.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.sync.ObjectQuota;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.agent.sync.repository.ScratchFolder;
import dev.belljar.agent.sync.script.FetchLimits;
import dev.belljar.agent.sync.workspace.GitFixture;
import dev.belljar.agent.sync.workspace.GitWorkspace;
import dev.belljar.agent.sync.workspace.SyncFixture;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import java.io.File;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ProjectCaptureTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    @SuppressWarnings("NullAway.Init")
    private SyncFixture sync;

    @BeforeEach
    void prepare() throws Exception {
        sync = new SyncFixture(temp);
    }

    @Test
    void plainFolderIsRefusedUntilAskedFor() throws Exception {
        Path folder = Files.createDirectories(temp.resolve("folder"));
        Files.writeString(folder.resolve("a.txt"), "a\n");
        refused(SyncException.NOT_A_REPOSITORY, () -> sync.workspace().capture("s1", folder, false));
        refused(SyncException.NOT_A_REPOSITORY, () -> sync.workspace().check(folder, false));
        sync.workspace().check(folder, true);

        sync.start(folder, true);
        assertThat(sync.inside().status()).isEmpty();
        assertThat(sync.inside().git("rev-list", "--count", "HEAD")).isEqualTo("1");
        assertThat(folder.resolve(".git")).doesNotExist();

        sync.inside().write("b.txt", "b\n").commit("Add b");
        SyncPlan plan = sync.plan(folder);
        SyncResult result = sync.accept(folder, plan);
        Path bare = sync.workspace().repository(folder);
        assertThat(result.branch()).isEqualTo("belljar/shop in " + bare);
        assertThat(new GitFixture(temp).git("-C", bare.toString(), "show", "belljar/shop:b.txt"))
                .isEqualTo("b");
        assertThat(folder.resolve("b.txt")).doesNotExist();
    }

    @Test
    void emptyRepositoryBecomesAnEmptyRepositoryWithItsFiles() throws Exception {
        GitFixture project = GitFixture.init(temp.resolve("project"));
        project.git("symbolic-ref", "HEAD", "refs/heads/trunk");
        project.write("first.txt", "first\n");
        WorkspaceTransfer.Capture capture = sync.start(project.folder());
        assertThat(capture.head()).isNull();
        assertThat(capture.branch()).isEqualTo("trunk");
        assertThat(sync.inside().status()).isEqualTo("?? first.txt");
        assertThat(sync.inside().git("symbolic-ref", "HEAD")).isEqualTo("refs/heads/trunk");
        assertThat(sync.plan(project.folder()).upToDate()).isTrue();

        sync.inside().commit("First");
        SyncPlan plan = sync.plan(project.folder());
        assertThat(plan.commits()).hasSize(1);
        sync.accept(project.folder(), plan);
        assertThat(project.git("show", "belljar/shop:first.txt")).isEqualTo("first");
        assertThat(project.tried("rev-parse", "--verify", "-q", "trunk").exit()).isNotZero();
    }

    @Test
    void repositoryWithoutFilesCanBeCaptured() throws Exception {
        GitFixture project = GitFixture.init(temp.resolve("project"));
        sync.start(project.folder());
        assertThat(sync.inside().status()).isEmpty();
        assertThat(sync.plan(project.folder()).upToDate()).isTrue();
    }

    @Test
    @Timeout(60)
    void aNewOrGrownFileThatIsTooLargeIsNamedBeforeItIsRead() throws Exception {
        GitFixture project = GitFixture.sample(temp.resolve("project"));
        project.write(".gitignore", "*.iso\n").write("empty", "").commit("More");
        sparse(project, "ignored.iso", 1L << 40);
        sync.workspace().capture("s1", project.folder(), false);
        for (String name : List.of("new/disk.img", "README.md", "empty")) {
            sparse(project, name, 1L << 40);
            assertThatThrownBy(() -> sync.workspace().capture("s1", project.folder(), false))
                    .isInstanceOfSatisfying(
                            SyncException.class,
                            e -> assertThat(e.hint()).isNotNull().contains(".gitignore"))
                    .hasMessageContainingAll(name, "1.1 TB", "at most 4.3 GB");
            Files.delete(project.folder().resolve(name));
        }
        sync.start(project.folder());
        assertThat(sync.inside().status()).contains("D README.md");
    }

    @Test
    void filesThatDoNotFitBesideTheReserveAreRefusedAndTheLargestIsNamed() throws Exception {
        GitFixture project = GitFixture.sample(temp.resolve("project"));
        project.write("kept.bin", "k".repeat(3 << 20)).commit("Kept");
        GitWorkspace tight = leaving(30L << 20);
        // The file looks changed, but its content is the same and is not written.
        Files.setLastModifiedTime(project.folder().resolve("kept.bin"), FileTime.fromMillis(1_000_000_000_000L));
        project.write("small.bin", "s".repeat(1 << 20));
        tight.capture("s1", project.folder(), false);
        sparse(project, "large.bin", 40L << 20);
        assertThatThrownBy(() -> tight.capture("s1", project.folder(), false))
                .isInstanceOfSatisfying(
                        SyncException.class, e -> assertThat(e.code()).isEqualTo(SyncException.DISK_FULL))
                .hasMessageContainingAll("large.bin, 41.9 MB", "host disk reserve");
        project.git("-c", "core.bigFileThreshold=1m", "add", "large.bin");
        Files.setLastModifiedTime(project.folder().resolve("large.bin"), FileTime.fromMillis(1_000_000_000_000L));
        tight.capture("s1", project.folder(), false);
    }

    /// A workspace for which the disk always has this many bytes free.
    private GitWorkspace leaving(long room) {
        File disk = temp.toFile();
        ObjectQuota quota = new ObjectQuota() {
            @Override
            public long room(String sandbox) {
                return Long.MAX_VALUE;
            }

            @Override
            public DiskReserve reserve() {
                return new DiskReserve(() -> disk.getUsableSpace() - room);
            }
        };
        return new GitWorkspace(temp.resolve("tight"), FetchLimits.USUAL, quota, ConfinementLauncher.here());
    }

    private static void sparse(GitFixture project, String name, long size) throws Exception {
        Path file = project.folder().resolve(name);
        Files.createDirectories(file.getParent());
        try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
            opened.setLength(size);
        }
    }

    @Test
    void detachedHeadStaysDetached() throws Exception {
        GitFixture project = GitFixture.sample(temp.resolve("project"));
        String first = project.head();
        project.write("two.txt", "2\n").commit("Two");
        project.git("checkout", "-q", first);
        WorkspaceTransfer.Capture capture = sync.start(project.folder());
        assertThat(capture.branch()).isNull();
        assertThat(sync.inside().head()).isEqualTo(first);
        assertThat(sync.inside().tried("symbolic-ref", "-q", "HEAD").exit()).isNotZero();
        assertThat(sync.inside().status()).isEmpty();
    }

    @Test
    void linkedWorktreeIsCapturedAndTakesItsBranch() throws Exception {
        GitFixture main = GitFixture.sample(temp.resolve("main"));
        main.git("worktree", "add", "-q", "-b", "side", temp.resolve("side").toString());
        GitFixture side = new GitFixture(temp.resolve("side").toRealPath());
        side.write("side.txt", "staged\n").git("add", "side.txt");
        sync.start(side.folder());
        assertThat(sync.inside().status()).isEqualTo("A  side.txt");
        assertThat(sync.inside().git("branch", "--show-current")).isEqualTo("side");
        sync.inside().write("more.txt", "more\n");
        sync.accept(side.folder(), sync.plan(side.folder()));
        assertThat(main.git("show", "belljar/shop:more.txt")).isEqualTo("more");
    }

    @Test
    void submodulesStayLinksAndAreNamedInAWarning() throws Exception {
        GitFixture other = GitFixture.sample(temp.resolve("other"));
        GitFixture project = GitFixture.sample(temp.resolve("project"));
        project.git(
                "-c",
                "protocol.file.allow=always",
                "submodule",
                "--quiet",
                "add",
                other.folder().toString(),
                "lib");
        project.commit("Use lib");
        WorkspaceTransfer.Capture capture = sync.start(project.folder());
        assertThat(capture.warnings()).anyMatch(warning -> warning.startsWith("lib: "));
        assertThat(sync.inside().git("ls-tree", "HEAD", "lib")).startsWith("160000 commit " + other.head());
        assertThat(sync.plan(project.folder()).upToDate()).isTrue();
    }

    @Test
    void anyFileNameIsCapturedAndFetched() throws Exception {
        GitFixture project = GitFixture.sample(temp.resolve("project"));
        String make = "printf a > \"$(printf 'new\\n"
                + "line')\"; printf b > \"$(printf 'caf\\351')\"; printf c > -dash; printf d > ':(glob)*'; printf e >"
                + " 'back\\x41slash'; ln -s 'README.md' link; printf x > run; chmod +x run";
        Command.of("sh", "-c", make).in(project.folder()).check();
        String status = project.status();
        sync.start(project.folder());
        assertThat(sync.inside().status()).isEqualTo(status);
        assertThat(Files.isSymbolicLink(sync.inside().folder().resolve("link"))).isTrue();
        assertThat(Files.isExecutable(sync.inside().folder().resolve("run"))).isTrue();

        Command.of("sh", "-c", "for f in *; do [ ! -f \"$f\" ] || [ -L \"$f\" ] || printf more >> \"./$f\"; done")
                .in(sync.inside().folder())
                .check();
        SyncPlan plan = sync.plan(project.folder());
        assertThat(plan.diff().files())
                .extracting(FileChange::path)
                .contains("new\\x0aline", "caf\\xe9", "-dash", ":(glob)*", "back\\x5cx41slash");
        assertThat(sync.workspace().contents("s1", project.folder(), "caf\\xe9").after())
                .isEqualTo("bmore");
        SyncResult result = sync.accept(project.folder(), plan, "run");
        assertThat(result.withheld()).isEmpty();
        assertThat(project.git("-c", "core.quotePath=true", "ls-tree", "-r", "--name-only", "belljar/shop"))
                .contains("\"caf\\351\"", "\"new\\nline\"");
    }

    @Test
    void folderInsideARepositoryIsNotCapturedAsTheRepository() throws Exception {
        GitFixture project = GitFixture.sample(temp.resolve("project"));
        project.write("secret.txt", "of the rest\n");
        Path below = project.folder().resolve("src");
        refused(SyncException.NOT_A_REPOSITORY, () -> sync.workspace().capture("s1", below, false));
        WorkspaceTransfer.Capture capture = sync.start(below, true);
        assertThat(capture.files()).isEqualTo(1);
        assertThat(sync.inside().folder().resolve("main.c")).exists();
    }

    @Test
    void missingProjectIsReportedByCaptureAndAccept() throws Exception {
        refused(SyncException.NO_PROJECT, () -> sync.workspace().capture("s1", temp.resolve("nowhere"), false));
        GitFixture project = GitFixture.sample(temp.resolve("project"));
        sync.start(project.folder());
        sync.inside().write("work.txt", "work\n");
        ScratchFolder.delete(project.folder());
        SyncPlan plan = sync.plan(project.folder());
        assertThat(plan.diff().files()).hasSize(1);
        refused(SyncException.NO_PROJECT, () -> sync.accept(project.folder(), plan));
        assertThat(sync.workspace().salvage("s1", project.folder(), null)).contains("refs/sandbox/salvage/s1");
    }

    @Test
    void shallowCloneIsDeliveredShallow() throws Exception {
        GitFixture whole = GitFixture.sample(temp.resolve("whole"));
        for (int i = 0; i < 3; i++) {
            whole.write("n.txt", "n" + i + "\n").commit("n" + i);
        }
        whole.git(
                "clone",
                "-q",
                "--depth=2",
                "file://" + whole.folder(),
                temp.resolve("project").toString());
        GitFixture project = new GitFixture(temp.resolve("project").toRealPath());
        WorkspaceTransfer.Capture capture = sync.start(project.folder());
        assertThat(capture.warnings()).anyMatch(warning -> warning.contains("shallow"));
        assertThat(sync.inside().git("rev-list", "--count", "HEAD")).isEqualTo("2");
        assertThat(sync.inside().tried("fsck").exit()).isZero();
        sync.inside().write("more.txt", "more\n").commit("More");
        sync.accept(project.folder(), sync.plan(project.folder()));
        assertThat(project.git("rev-list", "--count", "belljar/shop")).isEqualTo("3");

        project.git("fetch", "-q", "--unshallow");
        WorkspaceTransfer.Capture again = sync.workspace().capture("s2", project.folder(), false);
        assertThat(again.warnings()).isEmpty();
        Path bare = sync.workspace().repository(project.folder());
        assertThat(new GitFixture(bare).git("--git-dir=.", "rev-list", "--count", String.valueOf(again.head())))
                .isEqualTo("4");
    }

    @Test
    void unresolvedConflictIsCarriedAsFiles() throws Exception {
        GitFixture project = GitFixture.sample(temp.resolve("project"));
        project.git("checkout", "-q", "-b", "other");
        project.write("README.md", "theirs\n").commit("Theirs");
        project.git("checkout", "-q", "main");
        project.write("README.md", "ours\n").commit("Ours");
        assertThat(project.tried("merge", "other").exit()).isNotZero();
        WorkspaceTransfer.Capture capture = sync.start(project.folder());
        assertThat(capture.warnings()).hasSize(2);
        assertThat(sync.inside().read("README.md")).contains("<<<<<<<", "theirs");
        assertThat(project.git("ls-files", "--unmerged")).isNotEmpty();
    }

    @Test
    void sha256RepositoryIsCapturedAndSynced() throws Exception {
        Path folder = Files.createDirectories(temp.resolve("project"));
        new GitFixture(folder).git("init", "-q", "--object-format=sha256", "-b", "main");
        GitFixture project = GitFixture.sample(folder);
        sync.start(project.folder());
        sync.inside().write("more.txt", "more\n").commit("More");
        SyncResult result = sync.accept(project.folder(), sync.plan(project.folder()));
        assertThat(result.commit()).hasSize(64);
        assertThat(project.git("show", "belljar/shop:more.txt")).isEqualTo("more");
    }

    @Test
    void secondSandboxOfAProjectSendsOnlyWhatIsNew() throws Exception {
        GitFixture project = GitFixture.sample(temp.resolve("project"));
        byte[] noise = new byte[2_000_000];
        new java.util.Random(1).nextBytes(noise);
        Files.write(project.folder().resolve("noise"), noise);
        project.commit("Noise");
        sync.workspace().capture("s1", project.folder(), false);
        long before = size(sync.workspace().repository(project.folder()));
        project.write("two.txt", "2\n");
        sync.workspace().capture("s2", project.folder(), false);
        assertThat(size(sync.workspace().repository(project.folder())) - before).isLessThan(100_000);
    }

    @Test
    void colonAndQuotesInTheProjectsPathAreNoSeparators() throws Exception {
        GitFixture project = GitFixture.sample(temp.resolve("a:b \"c\" é"));
        sync.start(project.folder());
        assertThat(sync.inside().status()).isEmpty();
        sync.inside().write("more.txt", "more\n");
        sync.accept(project.folder(), sync.plan(project.folder()));
        assertThat(project.git("show", "belljar/shop:more.txt")).isEqualTo("more");
    }

    private static long size(Path folder) throws Exception {
        String kilobytes = Command.of("du", "-sk", "--apparent-size", folder.toString())
                .check()
                .text();
        return Long.parseLong(kilobytes.substring(0, kilobytes.indexOf('\t'))) * 1024;
    }

    private static void refused(dev.belljar.contract.problem.ProblemCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SyncException.class, e -> assertThat(e.code()).isEqualTo(code))
                .isInstanceOfSatisfying(
                        SyncException.class, e -> assertThat(e.hint()).isNotBlank());
    }
}
