package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.belljar.agent.host.AnotherJvm;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.ConflictChoice;
import dev.belljar.contract.request.work.ConflictResolution;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.review.FileConflict;
import dev.belljar.contract.view.review.SyncConflicts;
import dev.belljar.contract.view.work.SyncResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests how conflicts of a sync into the working tree are shown and resolved.
@Tag("slow")
class WorktreeConflictsTest {
    private static final String LINES = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path temp;

    @SuppressWarnings("NullAway.Init")
    private GitFixture project;

    @SuppressWarnings("NullAway.Init")
    private SyncFixture sync;

    /// The part of a host agent that writes resolved work into a working tree.
    static final class Program {
        private Program() {}

        public static void main(String[] words) throws Exception {
            ConflictResolution text = new ConflictResolution("text", words[3], List.of(ConflictChoice.BOTH));
            SyncResult result = new GitWorkspace(Path.of(words[0]))
                    .accept(
                            SyncFixture.ID,
                            "shop",
                            Path.of(words[1]),
                            request(words[2]).resolved(List.of(text)));
            System.out.println("accepted " + result.files());
        }
    }

    private static AcceptSync request(String commit, String... allowed) {
        return new AcceptSync(commit, List.of(allowed), List.of(), SyncTarget.WORKTREE, null, null, false);
    }

    @BeforeEach
    void prepare() throws Exception {
        project = GitFixture.sample(temp.resolve("project"));
        project.write("text", LINES).write("gone.txt", "gone\n").write("logo.png", "\0old");
        project.commit("Text");
        sync = new SyncFixture(temp);
        var _ = sync.start(project.folder());
    }

    private String review() throws Exception {
        return sync.workspace()
                .review(SyncFixture.ID, "shop", project.folder(), sync.guest())
                .commit();
    }

    private SyncConflicts conflicts(String commit, String... allowed) throws Exception {
        return sync.workspace().conflicts(SyncFixture.ID, "shop", project.folder(), request(commit, allowed));
    }

    private SyncResult accept(AcceptSync request) throws Exception {
        return sync.workspace().accept(SyncFixture.ID, "shop", project.folder(), request);
    }

    private static FileConflict file(SyncConflicts conflicts, String path) {
        return conflicts.files().stream()
                .filter(each -> each.path().equals(path))
                .findFirst()
                .orElseThrow();
    }

    private static ConflictResolution resolution(FileConflict file, ConflictChoice... choices) {
        return new ConflictResolution(file.path(), file.digest(), List.of(choices));
    }

    private static void refused(ProblemCode code, String message, ThrowingCallable sync) {
        assertThatThrownBy(sync)
                .isInstanceOfSatisfying(
                        SyncException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(message);
    }

    @Test
    void hunksAreShownAndResolvedOneByOne() throws Exception {
        sync.inside()
                .write("text", LINES.replace("two", "2").replace("five", "5").replace("nine", "9\u0007"))
                .write("fine.txt", "fine\n")
                .commit("Work");
        project.write("text", "zero\n" + LINES.replace("two", "zwei").replace("nine", "neun"));
        String commit = review();
        SyncConflicts conflicts = conflicts(commit);
        assertThat(conflicts.complete()).isTrue();
        assertThat(conflicts.files()).hasSize(1);
        FileConflict text = conflicts.files().getFirst();
        assertThat(text.note()).isNull();
        assertThat(text.hunks())
                .containsExactly(
                        new FileConflict.ConflictHunk(
                                0,
                                new FileConflict.ConflictLines(2, 1, "two\n"),
                                new FileConflict.ConflictLines(3, 1, "zwei\n"),
                                new FileConflict.ConflictLines(2, 1, "2\n")),
                        new FileConflict.ConflictHunk(
                                1,
                                new FileConflict.ConflictLines(9, 1, "nine\n"),
                                new FileConflict.ConflictLines(10, 1, "neun\n"),
                                new FileConflict.ConflictLines(9, 1, "9\u0007\n")));
        refused(SyncException.CONFLICTS, "in text", () -> accept(request(commit)));
        String before = project.read("text");
        SyncResult result = accept(
                request(commit).resolved(List.of(resolution(text, ConflictChoice.PROJECT, ConflictChoice.BOTH))));
        assertThat(project.read("text"))
                .isEqualTo("zero\n"
                        + LINES.replace("two", "zwei").replace("five", "5").replace("nine", "neun\n9\u0007"));
        assertThat(project.read("fine.txt")).isEqualTo("fine\n");
        assertThat(sync.workspace()
                        .undo(SyncFixture.ID, project.folder(), Objects.requireNonNull(result.undo()))
                        .restored())
                .containsExactlyInAnyOrder("text", "fine.txt");
        assertThat(project.read("text")).isEqualTo(before);
    }

    @Test
    void everyConflictMustBeResolved() throws Exception {
        sync.inside()
                .write("text", LINES.replace("two", "2").replace("nine", "9"))
                .write("both.txt", "guest\n")
                .commit("Work");
        project.write("text", LINES.replace("two", "zwei").replace("nine", "neun"))
                .write("both.txt", "mine\n");
        String commit = review();
        FileConflict text = file(conflicts(commit), "text");
        FileConflict both = file(conflicts(commit), "both.txt");
        refused(
                SyncException.CONFLICTS,
                "in both.txt",
                () -> accept(request(commit).resolved(List.of(resolution(text, ConflictChoice.SANDBOX)))));
        refused(
                SyncException.REFUSED,
                "text has 2 conflicting hunks, but the resolution has 3 choices",
                () -> accept(request(commit)
                        .resolved(List.of(resolution(
                                text, ConflictChoice.SANDBOX, ConflictChoice.SANDBOX, ConflictChoice.SANDBOX)))));
        ConflictResolution whole = resolution(text, ConflictChoice.SANDBOX);
        refused(
                SyncException.REFUSED,
                "two resolutions",
                () -> accept(request(commit).resolved(List.of(whole, whole))));
        assertThat(project.read("both.txt")).isEqualTo("mine\n");
        SyncResult _ = accept(request(commit).resolved(List.of(whole, resolution(both, ConflictChoice.BOTH))));
        assertThat(project.read("text")).isEqualTo(LINES.replace("two", "2").replace("nine", "9"));
        assertThat(project.read("both.txt")).isEqualTo("mine\nguest\n");
    }

    @Test
    void filesWithoutHunksAreTakenAsAWhole() throws Exception {
        GitFixture inside = sync.inside();
        inside.write("logo.png", "\0guest").write("gone.txt", "changed\n");
        Files.delete(inside.folder().resolve("text"));
        inside.write("many.txt", lines("guest")).commit("Work");
        project.write("logo.png", "\0mine").write("text", "mine\n").write("many.txt", lines("mine"));
        Files.delete(project.folder().resolve("gone.txt"));
        String commit = review();
        SyncConflicts conflicts = conflicts(commit, "logo.png");
        assertThat(conflicts.files())
                .allSatisfy(each -> assertThat(each.hunks()).isEmpty())
                .extracting(FileConflict::path, FileConflict::note)
                .containsExactlyInAnyOrder(
                        tuple("text", "You changed the file, and the sandbox deleted it."),
                        tuple("gone.txt", "You deleted the file, and the sandbox changed it."),
                        tuple("logo.png", "The file is binary."),
                        tuple("many.txt", "There are too many conflicting lines."));
        refused(
                SyncException.REFUSED,
                "the versions of logo.png cannot be combined",
                () -> accept(request(commit, "logo.png")
                        .resolved(List.of(resolution(file(conflicts, "logo.png"), ConflictChoice.BOTH)))));
        SyncResult result = accept(request(commit, "logo.png")
                .resolved(List.of(
                        resolution(file(conflicts, "logo.png"), ConflictChoice.SANDBOX),
                        resolution(file(conflicts, "many.txt"), ConflictChoice.PROJECT),
                        resolution(file(conflicts, "gone.txt"), ConflictChoice.PROJECT),
                        resolution(file(conflicts, "text"), ConflictChoice.SANDBOX))));
        assertThat(result.files()).isEqualTo(2);
        assertThat(project.read("logo.png")).isEqualTo("\0guest");
        assertThat(project.read("many.txt")).isEqualTo(lines("mine"));
        assertThat(project.folder().resolve("gone.txt")).doesNotExist();
        assertThat(project.folder().resolve("text")).doesNotExist();
    }

    private static String lines(String word) {
        StringBuilder all = new StringBuilder();
        IntStream.range(0, 20_000).forEach(i -> all.append(word).append(i).append('\n'));
        return all.toString();
    }

    @Test
    void aFileThatChangedAfterItsConflictsWereShownIsRefused() throws Exception {
        sync.inside().write("text", LINES.replace("two", "2")).commit("Work");
        project.write("text", LINES.replace("two", "zwei"));
        String commit = review();
        ConflictResolution resolution = resolution(file(conflicts(commit), "text"), ConflictChoice.BOTH);
        project.write("text", LINES.replace("two", "zweite"));
        refused(
                SyncException.MOVED_ON,
                "text has changed since",
                () -> accept(request(commit).resolved(List.of(resolution))));
        project.write("text", LINES);
        refused(
                SyncException.MOVED_ON,
                "text has changed since",
                () -> accept(request(commit).resolved(List.of(resolution))));
        assertThat(project.read("text")).isEqualTo(LINES);
    }

    @Test
    void workThatChangedAfterItsConflictsWereShownIsRefused() throws Exception {
        GitFixture inside = sync.inside();
        inside.write("text", LINES.replace("two", "2")).commit("Work");
        project.write("text", LINES.replace("two", "zwei"));
        String first = review();
        ConflictResolution resolution = resolution(file(conflicts(first), "text"), ConflictChoice.SANDBOX);
        inside.write("text", LINES.replace("two", "evil")).commit("More");
        String second = review();
        refused(
                SyncException.MOVED_ON,
                "text has changed since",
                () -> accept(request(second).resolved(List.of(resolution))));
        assertThat(project.read("text")).isEqualTo(LINES.replace("two", "zwei"));
        SyncResult _ = accept(request(first).resolved(List.of(resolution)));
        assertThat(project.read("text")).isEqualTo(LINES.replace("two", "2"));
    }

    @Test
    void otherTargetsHaveNoConflicts() throws Exception {
        sync.inside().write("text", LINES.replace("two", "2")).commit("Work");
        AcceptSync branch = new AcceptSync(review(), List.of());
        refused(
                SyncException.REFUSED,
                "only a sync to the working tree",
                () -> sync.workspace().conflicts(SyncFixture.ID, "shop", project.folder(), branch));
        refused(
                SyncException.REFUSED,
                "only a sync to the working tree",
                () -> accept(
                        branch.resolved(List.of(new ConflictResolution("text", "", List.of(ConflictChoice.BOTH))))));
    }

    @Test
    void lineEndsThatGitConvertsAreKeptInResolvedFiles() throws Exception {
        sync.inside().write("text", LINES.replace("two", "2")).commit("Work");
        project.write("text", LINES.replace("two", "zwei").replace("\n", "\r\n"));
        String commit = review();
        FileConflict text = file(conflicts(commit), "text");
        assertThat(text.hunks().getFirst().project().text()).isEqualTo("zwei\n");
        SyncResult _ = accept(request(commit).resolved(List.of(resolution(text, ConflictChoice.BOTH))));
        assertThat(project.read("text"))
                .isEqualTo(LINES.replace("two", "zwei\n2").replace("\n", "\r\n"));
    }

    @Test
    void aFileThatCouldRunIsResolvedOnlyIfItWasAllowed() throws Exception {
        project.write("Makefile", "all:\n").commit("Build");
        SyncFixture other = new SyncFixture(temp.resolve("other"));
        var _ = other.start(project.folder());
        other.inside()
                .write("Makefile", "all: evil\n")
                .write("fine.txt", "fine\n")
                .commit("Work");
        project.write("Makefile", "all: mine\n");
        String commit = other.workspace()
                .review(SyncFixture.ID, "shop", project.folder(), other.guest())
                .commit();
        assertThat(other.workspace()
                        .conflicts(SyncFixture.ID, "shop", project.folder(), request(commit))
                        .files())
                .isEmpty();
        AcceptSync allowed = request(commit, "Makefile");
        FileConflict make = other.workspace()
                .conflicts(SyncFixture.ID, "shop", project.folder(), allowed)
                .files()
                .getFirst();
        List<ConflictResolution> resolutions = List.of(resolution(make, ConflictChoice.SANDBOX));
        refused(
                SyncException.MOVED_ON,
                "Makefile",
                () -> other.workspace()
                        .accept(
                                SyncFixture.ID,
                                "shop",
                                project.folder(),
                                request(commit).resolved(resolutions)));
        SyncResult _ =
                other.workspace().accept(SyncFixture.ID, "shop", project.folder(), allowed.resolved(resolutions));
        assertThat(project.read("Makefile")).isEqualTo("all: evil\n");
    }

    @Test
    void resolvedWorkThatWasKilledIsFinishedAtTheNextStart() throws Exception {
        GitFixture inside = sync.inside();
        for (int i = 0; i < 200; i++) {
            inside.write("many/%04d.txt".formatted(i), "file " + i + "\n");
        }
        inside.write("text", LINES.replace("two", "2")).commit("Many");
        project.write("text", LINES.replace("two", "zwei"));
        String commit = review();
        String digest = file(conflicts(commit), "text").digest();
        try (AnotherJvm agent = AnotherJvm.of(
                Program.class,
                Path.of("/usr/bin"),
                temp.resolve("data").toString(),
                project.folder().toString(),
                commit,
                digest)) {
            Path file = project.folder().resolve("many/0100.txt");
            Awaitility.await()
                    .pollInterval(Durations.ONE_MILLISECOND)
                    .atMost(Durations.TWO_MINUTES)
                    .until(() -> Files.exists(file));
            agent.kill();
        }
        GitWorkspace next = new GitWorkspace(temp.resolve("data"));
        assertThat(project.read("text")).isEqualTo(LINES.replace("two", "zwei\n2"));
        assertThat(next.undo(SyncFixture.ID, project.folder(), null).restored()).hasSize(201);
        assertThat(project.read("text")).isEqualTo(LINES.replace("two", "zwei"));
    }
}
