package dev.belljar.agent.sync.worktree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.workspace.GitFixture;
import dev.belljar.agent.sync.workspace.GitWorkspace;
import dev.belljar.agent.sync.workspace.SyncFixture;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.ConflictChoice;
import dev.belljar.contract.request.work.ConflictResolution;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.review.FileConflict;
import dev.belljar.contract.view.work.SyncResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that conflicts of a sync to the working tree that were resolved are not shown again, and others are.
@Tag("slow")
class ResolvedConflictsTest {
    private static final String LINES = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path temp;

    @SuppressWarnings("NullAway.Init")
    private GitFixture project;

    @SuppressWarnings("NullAway.Init")
    private SyncFixture sync;

    @BeforeEach
    void prepare() throws Exception {
        project = GitFixture.sample(temp.resolve("project"));
        project.write("text", LINES).write("gone.txt", "gone\n").write("logo.png", "\0old");
        project.commit("Text");
        sync = new SyncFixture(temp);
        var _ = sync.start(project.folder());
    }

    private AcceptSync request(String... allowed) throws Exception {
        String commit = sync.workspace()
                .review(SyncFixture.ID, "shop", project.folder(), sync.guest())
                .commit();
        return new AcceptSync(commit, List.of(allowed), List.of(), SyncTarget.WORKTREE, null, null, false);
    }

    private List<FileConflict> conflicts(String... allowed) throws Exception {
        return sync.workspace()
                .conflicts(SyncFixture.ID, "shop", project.folder(), request(allowed))
                .files();
    }

    private SyncResult accept(AcceptSync request) throws Exception {
        return sync.workspace().accept(SyncFixture.ID, "shop", project.folder(), request);
    }

    private SyncResult resolve(ConflictChoice... choices) throws Exception {
        return accept(resolved(request(), conflicts(), choices));
    }

    private static AcceptSync resolved(AcceptSync request, List<FileConflict> conflicts, ConflictChoice... choices) {
        return request.resolved(conflicts.stream()
                .map(each -> new ConflictResolution(each.path(), each.digest(), List.of(choices)))
                .toList());
    }

    private void inside(String path, String text) throws Exception {
        sync.inside().write(path, text).commit("Work");
    }

    @Test
    void theSameContentIsNotAskedAboutAgain() throws Exception {
        inside("text", LINES.replace("two", "2").replace("nine", "9"));
        project.write("text", LINES.replace("two", "zwei").replace("nine", "neun"));
        assertThat(resolve(ConflictChoice.PROJECT, ConflictChoice.BOTH).files()).isEqualTo(1);
        String resolved = LINES.replace("two", "zwei").replace("nine", "neun\n9");
        assertThat(project.read("text")).isEqualTo(resolved);
        assertThat(conflicts()).isEmpty();
        assertThat(accept(request()).files()).isZero();
        assertThat(project.read("text")).isEqualTo(resolved);
    }

    @Test
    void whatTheSandboxChangesAfterwardsIsMerged() throws Exception {
        inside("text", LINES.replace("two", "2"));
        project.write("text", LINES.replace("two", "zwei"));
        SyncResult _ = resolve(ConflictChoice.PROJECT);
        inside("text", LINES.replace("two", "2").replace("five", "5").replace("nine", "9"));
        assertThat(conflicts()).isEmpty();
        assertThat(accept(request()).files()).isEqualTo(1);
        assertThat(project.read("text"))
                .isEqualTo(LINES.replace("two", "zwei").replace("five", "5").replace("nine", "9"));
        assertThat(accept(request()).files())
                .as("and the result is known again")
                .isZero();
        inside("text", LINES.replace("two", "II").replace("five", "5").replace("nine", "9"));
        assertThat(conflicts())
                .singleElement()
                .satisfies(file -> assertThat(file.hunks())
                        .singleElement()
                        .satisfies(hunk -> assertThat(hunk.sandbox().text()).isEqualTo("II\n")));
    }

    @Test
    void whatTheUserChangesElsewhereCausesNoQuestion() throws Exception {
        inside("text", LINES.replace("two", "2"));
        project.write("text", LINES.replace("two", "zwei"));
        SyncResult _ = resolve(ConflictChoice.BOTH);
        String own = LINES.replace("two", "zwei\n2").replace("six", "sechs");
        project.write("text", own);
        assertThat(conflicts()).isEmpty();
        assertThat(accept(request()).files()).isZero();
        assertThat(project.read("text")).isEqualTo(own);
        inside("text", LINES.replace("two", "2").replace("nine", "9").replace("six", "6"));
        FileConflict conflict = conflicts().getFirst();
        assertThat(conflict.hunks())
                .extracting(hunk -> hunk.project().text())
                .as("only the new one")
                .containsExactly("sechs\n");
        SyncResult _ = resolve(ConflictChoice.SANDBOX);
        assertThat(project.read("text"))
                .isEqualTo(LINES.replace("two", "zwei\n2").replace("six", "6").replace("nine", "9"));
    }

    @Test
    void otherLinesInTheProjectAreAskedAboutAgain() throws Exception {
        inside("text", LINES.replace("two", "2"));
        project.write("text", LINES.replace("two", "zwei"));
        SyncResult _ = resolve(ConflictChoice.PROJECT);
        project.write("text", LINES.replace("two", "deux"));
        assertThat(conflicts()).hasSize(1);
        AcceptSync request = request();
        assertThatThrownBy(() -> accept(request))
                .isInstanceOfSatisfying(
                        SyncException.class, e -> assertThat(e.code()).isEqualTo(SyncException.CONFLICTS));
        project.write("text", LINES);
        assertThat(accept(request()).files())
                .as("the user gave up the own change")
                .isEqualTo(1);
        assertThat(project.read("text")).isEqualTo(LINES.replace("two", "2"));
    }

    @Test
    void filesThatAreTakenAsAWholeAreRemembered() throws Exception {
        inside("logo.png", "\0guest");
        inside("gone.txt", "changed\n");
        Files.delete(sync.inside().folder().resolve("text"));
        sync.inside().commit("Deleted");
        project.write("logo.png", "\0mine").write("text", "mine\n");
        Files.delete(project.folder().resolve("gone.txt"));
        List<FileConflict> conflicts = conflicts("logo.png");
        assertThat(conflicts).hasSize(3);
        assertThat(accept(resolved(request("logo.png"), conflicts, ConflictChoice.PROJECT))
                        .files())
                .isZero();
        assertThat(conflicts("logo.png")).isEmpty();
        assertThat(accept(request("logo.png")).files()).isZero();
        assertThat(project.read("logo.png")).isEqualTo("\0mine");
        assertThat(project.read("text")).isEqualTo("mine\n");
        inside("logo.png", "\0more");
        assertThat(conflicts("logo.png")).extracting(FileConflict::path).containsExactly("logo.png");
    }

    @Test
    void anUndoneSyncIsAskedAboutAgain() throws Exception {
        inside("text", LINES.replace("two", "2"));
        project.write("text", LINES.replace("two", "zwei"));
        SyncResult done = resolve(ConflictChoice.BOTH);
        assertThat(conflicts()).isEmpty();
        var _ = sync.workspace().undo(SyncFixture.ID, project.folder(), Objects.requireNonNull(done.undo()));
        assertThat(conflicts()).hasSize(1);
    }

    @Test
    void aNewHostAgentKnowsThem() throws Exception {
        inside("text", LINES.replace("two", "2"));
        project.write("text", LINES.replace("two", "zwei"));
        SyncResult _ = resolve(ConflictChoice.BOTH);
        GitWorkspace next = new GitWorkspace(temp.resolve("data"));
        assertThat(next.conflicts(SyncFixture.ID, "shop", project.folder(), request())
                        .files())
                .isEmpty();
    }
}
