package dev.belljar.agent.sync.quarantine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.repository.ScratchFolder;
import dev.belljar.agent.sync.workspace.GitFixture;
import dev.belljar.agent.sync.workspace.LocalGuest;
import dev.belljar.agent.sync.workspace.SyncFixture;
import dev.belljar.contract.request.session.ExecCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class SalvageRefWriterTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    @SuppressWarnings("NullAway.Init")
    private GitFixture project;

    @SuppressWarnings("NullAway.Init")
    private SyncFixture sync;

    @BeforeEach
    void prepare() throws Exception {
        project = GitFixture.sample(temp.resolve("project"));
        sync = new SyncFixture(temp);
        sync.start(project.folder());
    }

    @Test
    void uncommittedWorkOtherBranchesAndStashesAreAllKept() throws Exception {
        GitFixture inside = sync.inside();
        inside.write("stashed.txt", "stashed\n").git("add", "-A");
        inside.git("stash", "-q");
        inside.git("checkout", "-q", "-b", "idea");
        inside.write("idea.txt", "idea\n").commit("Idea");
        inside.git("checkout", "-q", "main");
        inside.write("left.txt", "left\n");

        String ref = salvage().orElseThrow();

        assertThat(ref).isEqualTo("refs/sandbox/salvage/s1");
        assertThat(bare("show", ref + ":left.txt")).isEqualTo("left");
        assertThat(bare("log", "--format=%s", ref)).contains("Idea", "WIP on main");
        assertThat(bare("rev-list", "--objects", ref)).contains("idea.txt", "stashed.txt", "left.txt");
    }

    @Test
    void eachStashAndCommitsThatOnlyATagContainsAreKept() throws Exception {
        GitFixture inside = sync.inside();
        for (String word : List.of("older", "newer")) {
            inside.write(word + ".txt", word + "\n").git("add", "-A");
            inside.git("stash", "-q");
        }
        inside.git("tag", "begin");
        inside.write("annotated.txt", "1\n").commit("Annotated");
        inside.git("tag", "-a", "-m", "One", "v1");
        inside.git("reset", "-q", "--hard", "begin");
        inside.write("plain.txt", "2\n").commit("Plain");
        inside.git("tag", "v2");
        inside.git("reset", "-q", "--hard", "begin");
        inside.git("tag", "blob", inside.git("rev-parse", "HEAD:README.md"));

        String ref = salvage().orElseThrow();

        assertThat(bare("rev-list", "--objects", ref)).contains("older.txt", "newer.txt", "annotated.txt", "plain.txt");
        assertThat(bare("for-each-ref", "--format=%(refname)", "refs/sandbox/s1/refs/"))
                .contains("tags%2fv1", "tags%2fv2")
                .doesNotContain("begin", "blob");
    }

    @Test
    void aHistoryThatWasFetchedWithItsTagsIsNotWork() throws Exception {
        GitFixture inside = sync.inside();
        GitFixture other = GitFixture.sample(temp.resolve("other"));
        other.write("fetched.txt", "1\n").commit("Elsewhere");
        other.git("tag", "v1");
        inside.git("remote", "add", "other", other.folder().toString());
        inside.git("fetch", "-q", "--tags", "other");
        assertThat(salvage()).isEmpty();
        inside.git("update-ref", "-d", "refs/remotes/other/main");
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 1_001; i++) {
            many.append("commit refs/heads/many\ncommitter A <a@b> 1700000000 +0000\ndata 0\n");
        }
        Path stream = Files.writeString(temp.resolve("many"), many);
        inside.git("-c", "alias.import=!git fast-import --quiet < " + stream, "import");
        inside.git("tag", "many", "many");
        inside.git("branch", "-q", "-D", "many");
        assertThat(salvage()).isEmpty();
    }

    @Test
    void filesOfRepositoriesInsideTheWorkspaceAreKept() throws Exception {
        GitFixture inside = sync.inside();
        GitFixture made = GitFixture.init(inside.folder().resolve("app"));
        made.write("main.js", "made\n").write("node_modules/x.js", "x\n").write(".gitignore", "node_modules/\n");
        GitFixture cloned = GitFixture.sample(inside.folder().resolve("with space/deep"));
        cloned.write("more.txt", "not committed\n");
        GitFixture.sample(cloned.folder().resolve("deeper"));

        String ref = salvage().orElseThrow();

        assertThat(bare("ls-tree", "-r", "--name-only", ref).lines())
                .contains("app/main.js", "with space/deep/more.txt", "with space/deep/deeper/README.md")
                .doesNotContain("app/node_modules/x.js");
        assertThat(bare("ls-tree", "-r", ref)).doesNotContain("160000");
        assertThat(sync.plan(project.folder()).diff().files())
                .extracting("path")
                .contains("app/main.js");
    }

    @Test
    void filesSurviveARepositoryThatWasDeletedOrBroken() throws Exception {
        sync.inside().write("work.txt", "work\n");
        Path git = sync.inside().folder().resolve(".git");
        Files.write(git.resolve("index"), new byte[] {1, 2, 3});
        assertThat(bare("show", salvage().orElseThrow() + ":work.txt")).isEqualTo("work");
        ScratchFolder.delete(git);
        sync.inside().write("more.txt", "more\n");
        // The files are kept but not reported as complete: it is unknown what was lost with the repository.
        assertThatThrownBy(this::salvage)
                .isInstanceOfSatisfying(
                        SyncException.class, e -> assertThat(e.code()).isEqualTo(SyncException.LOST))
                .hasMessageContaining("refs/sandbox/salvage/s1");
        assertThat(bare("show", "refs/sandbox/salvage/s1:more.txt")).isEqualTo("more");
    }

    @Test
    void unreadableFilesAreNamedAndNotReportedAsSaved() throws Exception {
        GitFixture inside = sync.inside();
        inside.write("work.txt", "work\n").write("secret.txt", "secret\n").write("closed/inner.txt", "inner\n");
        inside.write("ignored.log", "log\n").write(".gitignore", "*.log\n");
        GitFixture.init(inside.folder().resolve("app"))
                .write("main.js", "made\n")
                .write("key.pem", "key\n");
        for (String path : List.of("secret.txt", "closed", "app/key.pem", "ignored.log")) {
            Files.setPosixFilePermissions(inside.folder().resolve(path), Set.of());
        }
        try {
            assertThatThrownBy(() -> sync.workspace().salvage("s1", project.folder(), new Unprivileged()))
                    .isInstanceOfSatisfying(
                            SyncException.class, e -> assertThat(e.code()).isEqualTo(SyncException.UNREADABLE))
                    .hasMessageContainingAll("closed/", "key.pem", "secret.txt", "refs/sandbox/salvage/s1")
                    .hasMessageNotContainingAny("ignored.log", "app/,", "work.txt");
        } finally {
            Files.setPosixFilePermissions(
                    inside.folder().resolve("closed"), PosixFilePermissions.fromString("rwx------"));
        }
        assertThat(bare("ls-tree", "-r", "--name-only", "refs/sandbox/salvage/s1")
                        .lines())
                .contains("work.txt", "app/main.js")
                .doesNotContain("secret.txt");
    }

    /// A machine whose user is bound by file permissions, also if root runs this test.
    private final class Unprivileged extends LocalGuest {
        Unprivileged() throws Exception {
            super(sync.inside().folder(), sync.inside().folder());
        }

        @Override
        public GuestExec exec(ExecCommand command) throws GuestException, InterruptedException {
            List<String> argv = new ArrayList<>(command.argv());
            if (System.getProperty("user.name").equals("root")) {
                argv.addAll(0, List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search"));
            }
            return super.exec(new ExecCommand(argv, command.cwd(), command.env(), command.user(), false, 0, 0, 0));
        }
    }

    @Test
    void salvageChangesNothingInTheWorkspace() throws Exception {
        GitFixture inside = sync.inside();
        inside.write("staged.txt", "staged\n").git("add", "staged.txt");
        inside.write("README.md", "changed\n");
        String before = inside.status() + inside.git("for-each-ref");
        salvage();
        assertThat(inside.status() + inside.git("for-each-ref")).isEqualTo(before);
    }

    @Test
    void withoutAMachineOnlyFetchedWorkIsSalvaged() throws Exception {
        assertThat(sync.workspace().salvage("s1", project.folder(), null)).isEmpty();
        sync.inside().write("work.txt", "work\n");
        sync.plan(project.folder());
        assertThat(sync.workspace().salvage("s1", project.folder(), null)).isPresent();
        assertThat(sync.workspace().salvage("s2", project.folder(), null)).isEmpty();
    }

    private Optional<String> salvage() throws SyncException, InterruptedException {
        return sync.workspace().salvage("s1", project.folder(), sync.guest());
    }

    private String bare(String... words) throws Exception {
        String[] all = new String[words.length + 1];
        all[0] = "--git-dir=" + sync.workspace().repository(project.folder());
        System.arraycopy(words, 0, all, 1, words.length);
        return project.git(all);
    }
}
