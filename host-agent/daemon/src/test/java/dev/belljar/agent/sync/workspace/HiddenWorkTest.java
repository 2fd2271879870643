package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.CommitHistory;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import dev.belljar.contract.view.work.WorkCommit;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests that nothing in a guest's repository hides a change from its user, and that no change disappears silently.
@Tag("slow")
@Timeout(300)
class HiddenWorkTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    @SuppressWarnings("NullAway.Init")
    private GitFixture project;

    @SuppressWarnings("NullAway.Init")
    private SyncFixture sync;

    @SuppressWarnings("NullAway.Init")
    private GitFixture inside;

    @BeforeEach
    void prepare() throws Exception {
        project = GitFixture.sample(temp.resolve("project"));
        project.write("Makefile", "all:\n").commit("Build");
        sync = new SyncFixture(temp);
        sync.start(project.folder());
        inside = sync.inside();
    }

    @Test
    void changesThatGitIsToldToIgnoreAreFetchedAndSalvaged() throws Exception {
        inside.git("update-index", "--skip-worktree", "README.md", ".gitignore");
        inside.git("update-index", "--assume-unchanged", "src/main.c", ".gitignore");
        inside.write("README.md", "changed\n").write("src/main.c", "changed\n").write(".gitignore", "changed\n");
        assertThat(inside.status()).isEmpty();
        assertThat(changed()).containsExactly(".gitignore", "README.md", "src/main.c");
        String ref =
                sync.workspace().salvage("s1", project.folder(), sync.guest()).orElseThrow();
        assertThat(bare("show", ref + ":src/main.c")).isEqualTo("changed");
        assertThat(inside.git("ls-files", "-v")).contains("S README.md", "h src/main.c", "s .gitignore");
    }

    @Test
    void filesOutsideASparseCheckoutAreNotDeletedAndTheirChangesAreFetched() throws Exception {
        inside.git("sparse-checkout", "init", "--cone", "--sparse-index");
        assertThat(inside.folder().resolve("src")).doesNotExist();
        assertThat(changed()).isEmpty();
        inside.write("src/main.c", "changed\n").write("src/new.c", "new\n");
        assertThat(changed()).containsExactly("src/main.c", "src/new.c");
    }

    @Test
    void everyKindOfIndexEntryIsFetchedAsTheFileIs() throws Exception {
        String readme = inside.git("rev-parse", "HEAD:README.md");
        inside.write("intended.txt", "intended\n").git("add", "--intent-to-add", "intended.txt");
        inside.git("update-index", "--split-index");
        inside.write("split.txt", "split\n").git("add", "split.txt");
        String conflict = "0 " + "0".repeat(40) + "\tREADME.md\n100644 " + readme + " 1\tREADME.md\n100644 " + readme
                + " 3\tREADME.md\n";
        inside.git(conflict.getBytes(StandardCharsets.UTF_8), "update-index", "--index-info");
        inside.write("README.md", "<<<<<<< ours\n");
        assertThat(changed()).containsExactly("README.md", "intended.txt", "split.txt");
    }

    @Test
    void aBranchWithoutACommitIsNamed() throws Exception {
        Path branch = inside.folder().resolve(".git/refs/heads/odd");
        Files.writeString(branch, inside.git("rev-parse", "HEAD^{tree}") + "\n");
        assertThatThrownBy(() -> sync.plan(project.folder()))
                .isInstanceOf(SyncException.class)
                .hasMessageContaining("refs/heads/odd")
                .hasMessageContaining("does not name a commit; delete it");
        Files.writeString(branch, "1".repeat(40) + "\n");
        assertThatThrownBy(() -> sync.plan(project.folder()))
                .isInstanceOf(SyncException.class)
                .hasMessageContaining("missing object 1111111111111111111111111111111111111111 for refs/heads/odd");
        Files.writeString(branch, "");
        assertThat(sync.plan(project.folder()).upToDate()).isTrue();
    }

    /// The excluded file cannot stay beside a folder of the same name, whose files would be lost.
    @Test
    void aFileInThePlaceOfAnExcludedOneIsNotLost() throws Exception {
        Files.delete(inside.folder().resolve("Makefile"));
        inside.write("Makefile/readme.txt", "hello\n").commit("Folder");
        SyncPlan plan = sync.plan(project.folder());
        assertThatThrownBy(() -> accept(plan, CommitHistory.KEEP))
                .isInstanceOf(SyncException.class)
                .hasMessageContaining("need a file and a folder with the same name");
        for (CommitHistory history : Arrays.asList(CommitHistory.SQUASH, null)) {
            assertThatThrownBy(() -> accept(plan, history))
                    .isInstanceOfSatisfying(
                            SyncException.class, e -> assertThat(e.code()).isEqualTo(SyncException.REFUSED))
                    .hasMessageContaining("Makefile/readme.txt would be lost");
        }
        assertThat(project.git("branch", "--list", "belljar/shop")).isEmpty();
        assertThat(accept(plan, null, "Makefile").withheld()).isEmpty();
        assertThat(project.git("show", "belljar/shop:Makefile/readme.txt")).isEqualTo("hello");
    }

    /// Messages of many commits are in memory at once when commits are made again.
    @Test
    void aCommitWithTooLongAMessageIsNotMadeAgain() throws Exception {
        inside.write("Makefile", "all: evil\n").commit("Risky");
        inside.write("work.txt", "work\n");
        Path message = Files.writeString(temp.resolve("message"), "Long\n\n" + "x".repeat(300 << 10));
        inside.git("add", "-A");
        inside.git("commit", "-q", "-F", message.toString());
        SyncPlan plan = sync.plan(project.folder());
        assertThatThrownBy(() -> accept(plan, CommitHistory.KEEP))
                .isInstanceOf(SyncException.class)
                .hasMessageContaining("of more than 256 KiB");
        SyncResult squashed = accept(plan, null);
        assertThat(squashed.withheld()).containsExactly("Makefile");
        assertThat(project.git("show", "belljar/shop:work.txt")).isEqualTo("work");
        assertThat(project.git("log", "-1", "--format=%B", "belljar/shop"))
                .contains("- Long (")
                .hasSizeLessThan(1_000);
    }

    @Test
    void separatorsInNamesDoNotChangeWhoWroteACommit() throws Exception {
        String text = "tree " + inside.git("rev-parse", "HEAD^{tree}") + "\nparent " + inside.head()
                + "\n"
                + "author Real\u001fAuthor <a@b> 5 +0000\n"
                + "committer Pat\u001fPerson <c@d> 5 +0000\n\n"
                + "True\u001ftitle\n";
        byte[] id = inside.git(text.getBytes(StandardCharsets.UTF_8), "hash-object", "-t", "commit", "-w", "--stdin")
                .out();
        inside.git("update-ref", "HEAD", new String(id, StandardCharsets.US_ASCII).strip());
        WorkCommit shown = sync.plan(project.folder()).commits().getLast();
        ReviewEntry entry = sync.workspace()
                .review("s1", "shop", project.folder(), sync.guest())
                .entries()
                .getLast();
        assertThat(List.of(shown.author(), shown.subject())).containsExactly("Real?Author", "True?title");
        assertThat(List.of(entry.author(), entry.subject())).containsExactly("Real?Author", "True?title");
    }

    @Test
    void aTextWithTooManyLinesIsNotShown() throws Exception {
        inside.write("lines.txt", "\n".repeat(100_001));
        sync.plan(project.folder());
        assertThat(sync.workspace().contents("s1", project.folder(), "lines.txt"))
                .satisfies(shown -> assertThat(shown.after()).isNull())
                .satisfies(shown -> assertThat(shown.note()).isEqualTo("More than 100,000 lines."));
    }

    private List<String> changed() throws Exception {
        return sync.plan(project.folder()).diff().files().stream()
                .map(FileChange::path)
                .toList();
    }

    private SyncResult accept(SyncPlan plan, @Nullable CommitHistory history, String... allowed) throws Exception {
        AcceptSync request =
                new AcceptSync(plan.commit(), List.of(allowed), List.of(), SyncTarget.BRANCH, null, history, false);
        return sync.workspace().accept("s1", "shop", project.folder(), request);
    }

    private String bare(String... words) throws Exception {
        String[] all = new String[words.length + 1];
        all[0] = "--git-dir=" + sync.workspace().repository(project.folder());
        System.arraycopy(words, 0, all, 1, words.length);
        return project.git(all);
    }
}
