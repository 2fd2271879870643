package dev.belljar.client.command.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentException;
import dev.belljar.client.command.Belljar;
import dev.belljar.client.command.ScriptedClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.ConflictChoice;
import dev.belljar.contract.request.work.ConflictResolution;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.review.FileConflict;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.review.SyncConflicts;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests how conflicts with the user's own changes are asked about, listed and resolved by options.
class ConflictPromptTest {
    private static final FileDiff NONE = new FileDiff("b", "t", List.of(), List.of(), true);
    private static final FileConflict TEXT = new FileConflict(
            "notes=1.md",
            "d1",
            null,
            List.of(
                    new FileConflict.ConflictHunk(
                            0,
                            new FileConflict.ConflictLines(2, 1, "two\n"),
                            new FileConflict.ConflictLines(3, 2, "zwei\n2.\n"),
                            new FileConflict.ConflictLines(2, 1, "2\u202e\n")),
                    new FileConflict.ConflictHunk(
                            1,
                            new FileConflict.ConflictLines(8, 1, "nine\n"),
                            new FileConflict.ConflictLines(9, 0, ""),
                            new FileConflict.ConflictLines(8, 1, "9"))));
    private static final FileConflict IMAGE = new FileConflict("logo.png", "d2", "The file is binary.", List.of());

    private final Deque<String> answers = new ArrayDeque<>();
    private final List<AcceptSync> accepted = new ArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private boolean complete = true;

    private ScriptedClient client() {
        FileDiff diff = new FileDiff(
                "b", "c2", List.of(new FileChange("M", "notes=1.md", null, 2, 2, false, null)), List.of(), true);
        ReviewEntry work = new ReviewEntry("c2", "b", false, false, "Work", "Belljar", 2, diff.files());
        return new ScriptedClient()
                .on(SyncApi.PLAN, (_, _) -> new SyncPlan("c2", "b", "belljar/shop", List.of(), 1, diff, NONE, false))
                .on(
                        SyncApi.REVIEW,
                        (_, _) -> new ReviewQueue("c2", "b", "belljar/shop", 1, List.of(work), NONE, true, false))
                .on(SyncApi.CONFLICTS, (_, _) -> new SyncConflicts(List.of(TEXT, IMAGE), complete))
                .on(SyncApi.ACCEPT, (_, request) -> {
                    accepted.add(request);
                    if (request.resolutions().size() < 2) {
                        throw new AgentException(
                                Problem.of(new ProblemCode("sync.conflicts", 409), "conflict", "they conflict", null),
                                null);
                    }
                    return new SyncResult("", "c9", 2, List.of(), SyncTarget.WORKTREE, null, "u1");
                });
    }

    private int run(String... words) {
        CommandSession session = CommandSession.with(client(), _ -> answers.poll(), printer(out), printer(err));
        return Belljar.line(session)
                .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
                .execute(words);
    }

    private static PrintStream printer(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String errors() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private List<ConflictResolution> resolutions() {
        return accepted.getLast().resolutions();
    }

    @Test
    void eachConflictIsAskedAbout() {
        answers.addAll(List.of("y", "p", "x", "b", "b", "s"));
        assertThat(run("sync", "shop", "--onto", "worktree")).isZero();
        assertThat(resolutions())
                .containsExactly(
                        new ConflictResolution(
                                "notes=1.md", "d1", List.of(ConflictChoice.PROJECT, ConflictChoice.BOTH)),
                        new ConflictResolution("logo.png", "d2", List.of(ConflictChoice.SANDBOX)));
        assertThat(printed())
                .contains(
                        "[conflict 1 of 3]",
                        "notes=1.md: lines 3 to 4\n",
                        "Your project:\n  zwei\n  2.\nThe sandbox:\n  2\\u202E\nBefore either change:\n  two\n",
                        "notes=1.md: after line 9\nYour project:\n  (no lines)\nThe sandbox:\n  9\n",
                        "b  keep both, your project's first",
                        "[conflict 3 of 3]\nlogo.png: The file is binary.\n",
                        "Changed 2 files in your project");
        assertThat(answers).isEmpty();
    }

    @Test
    void quittingSyncsNothing() {
        answers.addAll(List.of("y", "p", "q"));
        assertThat(run("sync", "shop", "--onto", "worktree")).isEqualTo(1);
        assertThat(errors()).contains("Nothing was synced.");
        answers.addAll(List.of("y", "p"));
        assertThat(run("sync", "shop", "--onto", "worktree"))
                .as("the answers end")
                .isEqualTo(1);
        assertThat(accepted).allSatisfy(each -> assertThat(each.resolutions()).isEmpty());
    }

    @Test
    void optionsResolveAllHunksOfAFile() {
        assertThat(run(
                        "sync",
                        "shop",
                        "--yes",
                        "--onto",
                        "worktree",
                        "--resolve",
                        "notes=1.md=both",
                        "--resolve",
                        "logo.png=project"))
                .isZero();
        assertThat(resolutions())
                .containsExactly(
                        new ConflictResolution("notes=1.md", "d1", List.of(ConflictChoice.BOTH)),
                        new ConflictResolution("logo.png", "d2", List.of(ConflictChoice.PROJECT)));
        answers.addAll(List.of("y", "s"));
        assertThat(run("sync", "shop", "--onto", "worktree", "--resolve", "notes=1.md=project"))
                .as("the others are asked about")
                .isZero();
    }

    @Test
    void withoutATerminalOpenConflictsAreListed() {
        assertThat(run("sync", "shop", "--yes", "--onto", "worktree", "--resolve", "logo.png=project"))
                .isEqualTo(4);
        assertThat(errors())
                .contains("conflict in notes=1.md: lines 3 to 4, after line 9\n", "they conflict", "[sync.conflicts]")
                .doesNotContain("logo.png");
        complete = false;
        answers.add("y");
        assertThat(run("sync", "shop", "--onto", "worktree")).isEqualTo(1);
        assertThat(errors())
                .contains(
                        "There are too many conflicts to resolve one by one. Sync to a branch and merge it with git, or use"
                                + " --stash.",
                        "Nothing was synced.");
    }

    @Test
    void conflictsAreListedAsJson() throws Exception {
        assertThat(run("sync", "shop", "--yes", "--json", "--onto", "worktree")).isEqualTo(4);
        assertThat(ContractJson.read(printed(), SyncConflicts.class))
                .isEqualTo(new SyncConflicts(List.of(TEXT, IMAGE), true));
        assertThat(ContractJson.read(errors(), Problem.class).code()).isEqualTo("sync.conflicts");
    }

    @Test
    void impossibleResolutionsAreUsageErrors() {
        assertThat(run("sync", "shop", "--resolve", "a=both")).isEqualTo(2);
        assertThat(run("sync", "shop", "--onto", "worktree", "--stash", "--resolve", "a=both"))
                .isEqualTo(2);
        for (String wrong : List.of("a", "=both", "a=mine", "a=")) {
            assertThat(run("sync", "shop", "--onto", "worktree", "--resolve", wrong))
                    .as(wrong)
                    .isEqualTo(2);
        }
        assertThat(errors())
                .contains(
                        "--resolve requires --onto worktree",
                        "--resolve and --stash cannot be combined",
                        "--resolve \"a=mine\": expected PATH=project, PATH=sandbox or PATH=both");
        assertThat(accepted).isEmpty();
    }
}
