package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.CommitHistory;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that notes are put on synced commits of a real repository, and that nothing else of it changes.
@Tag("slow")
class ProjectNotesTest {
    private static final String NOTES = "--ref=belljar";

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

    private SyncResult synced(int commits) throws Exception {
        for (int i = 0; i < commits; i++) {
            sync.inside()
                    .write("src/more" + i + ".c", "int m" + i + ";" + System.nanoTime() + "\n")
                    .commit("More " + i);
        }
        SyncPlan plan = sync.plan(project.folder());
        return sync.accept(project.folder(), plan);
    }

    private List<String> without(SyncResult result) throws Exception {
        return sync.workspace().notes().without(SyncFixture.ID, project.folder(), result.commit());
    }

    private void put(List<String> commits, String note) throws Exception {
        sync.workspace().notes().put(project.folder(), commits, note);
    }

    private String note(String commit) throws Exception {
        return project.git("notes", NOTES, "show", commit);
    }

    @Test
    void theNoteIsOnEachSyncedCommit() throws Exception {
        String head = project.head();
        SyncResult first = synced(2);
        List<String> commits = without(first);
        assertThat(commits).hasSize(2).doesNotContain(head);
        assertThat(commits.getFirst()).isEqualTo(first.commit());
        put(commits, "{\"a\":\"one\"}");
        for (String commit : commits) {
            assertThat(note(commit)).isEqualTo("{\"a\":\"one\"}");
        }
        SyncResult second = synced(1);
        assertThat(without(second)).containsExactly(second.commit());
        put(without(second), "{\"a\":\"two\"}");
        assertThat(note(first.commit())).isEqualTo("{\"a\":\"one\"}");
        assertThat(note(second.commit())).isEqualTo("{\"a\":\"two\"}");
        put(List.of(second.commit()), "{\"a\":\"three\"}");
        assertThat(note(second.commit())).isEqualTo("{\"a\":\"three\"}");
    }

    @Test
    void commitsOfTheProjectHaveNoNoteIfTheWorkIsRebased() throws Exception {
        sync.inside().write("work.txt", "work\n").commit("Work");
        SyncPlan plan = sync.plan(project.folder());
        project.write("own.txt", "own\n").commit("Own");
        AcceptSync request = new AcceptSync(
                plan.commit(), List.of(), List.of(), SyncTarget.BRANCH, null, CommitHistory.REBASE, false);
        SyncResult result = sync.workspace().accept(SyncFixture.ID, "shop", project.folder(), request);
        assertThat(without(result)).containsExactly(result.commit());
        // It is not in the host's own repository.
        project.write("own.txt", "more\n").commit("More");
        assertThat(without(result)).contains(result.commit());
    }

    /// Not even hooks and aliases of the user's own repository run, and a note that looks like an option is a note.
    @Test
    void headIndexAndWorkingTreeStayUnchanged() throws Exception {
        Path ran = temp.resolve("ran");
        for (String name : List.of("reference-transaction", "post-commit", "post-rewrite", "pre-commit")) {
            Path hook = project.folder().resolve(".git/hooks").resolve(name);
            Files.createDirectories(hook.getParent());
            Files.writeString(hook, "#!/bin/sh\ntouch '" + ran + "'\n");
            Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        project.git("config", "alias.notes", "!touch '" + ran + "'");
        project.git("config", "core.editor", "touch '" + ran + "'");
        SyncResult result = synced(1);
        Files.deleteIfExists(ran);
        project.write("README.md", "# Changed by the user\n");
        project.git("add", "README.md");
        project.write("README.md", "# Changed again\n");
        Files.deleteIfExists(ran);
        String head = project.head();
        String status = project.status();
        byte[] index = Files.readAllBytes(project.folder().resolve(".git/index"));
        String refs = project.git("for-each-ref", "refs/heads", "refs/tags", "refs/stash");
        put(without(result), "--help");
        assertThat(ran).doesNotExist();
        assertThat(project.head()).isEqualTo(head);
        assertThat(Files.readAllBytes(project.folder().resolve(".git/index"))).isEqualTo(index);
        assertThat(project.status()).isEqualTo(status);
        assertThat(project.git("for-each-ref", "refs/heads", "refs/tags", "refs/stash"))
                .isEqualTo(refs);
        assertThat(note(result.commit())).isEqualTo("--help");
        assertThat(project.git("fsck", "--strict")).doesNotContain("error");
    }

    @Test
    void aSymbolicRefIsNotFollowed() throws Exception {
        SyncResult result = synced(1);
        List<String> commits = without(result);
        project.git("symbolic-ref", "refs/notes/belljar", "refs/heads/main");
        String head = project.head();
        assertThatThrownBy(() -> put(commits, "{}"))
                .isInstanceOf(SyncException.class)
                .hasMessageContaining("refs/notes/belljar is a symbolic ref");
        assertThat(project.head()).isEqualTo(head);
    }

    @Test
    void aPlainFolderHasNoNotes() throws Exception {
        Path plain = Files.createDirectories(temp.resolve("plain"));
        Files.writeString(plain.resolve("a.txt"), "a\n");
        assertThat(sync.workspace().notes().without(SyncFixture.ID, plain, project.head()))
                .isEmpty();
    }
}
