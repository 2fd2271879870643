package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.sync.ComparisonBase;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.CommitHistory;
import dev.belljar.contract.request.work.ReadHunks;
import dev.belljar.contract.request.work.SkippedChange;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.SyncResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the review of work by commit, and syncs that leave parts of it out.
@Tag("slow")
class SelectedSyncTest {
    private static final String LINES = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";

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
        project.write("text", LINES).commit("Text");
        sync = new SyncFixture(temp);
    }

    private ReviewQueue review() throws Exception {
        return sync.workspace().review(SyncFixture.ID, "shop", project.folder(), sync.guest());
    }

    private SyncResult accept(ReviewQueue queue, @Nullable CommitHistory history, SkippedChange... skipped)
            throws Exception {
        return accept(
                new AcceptSync(queue.commit(), List.of(), List.of(skipped), SyncTarget.BRANCH, null, history, false));
    }

    private SyncResult accept(AcceptSync request) throws Exception {
        return sync.workspace().accept(SyncFixture.ID, "shop", project.folder(), request);
    }

    private FileHunks hunks(String entry, String path) throws Exception {
        return sync.workspace().hunks(SyncFixture.ID, project.folder(), new ReadHunks(entry, path), ComparisonBase.START);
    }

    private static SkippedChange skip(ReviewEntry entry, String path, Integer... hunks) {
        return new SkippedChange(entry.id(), path, List.of(hunks));
    }

    private List<String> subjects() throws Exception {
        return project.git("log", "--reverse", "--format=%s", "main..belljar/shop")
                .lines()
                .toList();
    }

    @Test
    void aReviewHasAnEntryForEachCommitAndOneForUncommittedWork() throws Exception {
        project.write("mine.txt", "mine\n");
        var _ = sync.start(project.folder());
        GitFixture inside = sync.inside();
        inside.write("Makefile", "all:\n");
        inside.git("add", "Makefile");
        inside.git("commit", "-q", "-m", "Build\u202e it");
        inside.write("src/more.c", "int more;\n");
        ReviewQueue queue = review();
        assertThat(queue.complete()).isTrue();
        assertThat(queue.upToDate()).isFalse();
        assertThat(queue.target()).isEqualTo("belljar/shop");
        assertThat(queue.entries())
                .extracting(ReviewEntry::subject)
                .containsExactly("Build? it", "Work that was not committed in the sandbox");
        assertThat(queue.entries()).extracting(ReviewEntry::committed).containsExactly(true, false);
        assertThat(queue.entries().getFirst().files().getFirst().risk()).isNotNull();
        assertThat(queue.entries().getLast().files())
                .extracting(FileChange::path)
                .containsExactly("src/more.c");
        assertThat(queue.own().files()).extracting(FileChange::path).containsExactly("mine.txt");
        ReviewQueue last = sync.workspace().review(SyncFixture.ID, "shop", project.folder(), null);
        assertThat(last.entries()).isEqualTo(queue.entries());
        assertThat(last.fetched()).isPositive();
    }

    @Test
    void beforeTheFirstFetchThereIsNothingToReview() throws Exception {
        var _ = sync.start(project.folder());
        ReviewQueue queue = sync.workspace().review(SyncFixture.ID, "shop", project.folder(), null);
        assertThat(queue.upToDate()).isTrue();
        assertThat(queue.entries()).isEmpty();
    }

    @Test
    void hunksAreReadOnlyFromReviewedEntriesOfTheSandbox() throws Exception {
        var _ = sync.start(project.folder());
        GitFixture inside = sync.inside();
        inside.write("text", LINES.replace("two", "2").replace("nine", "9")).commit("Numbers");
        assertThatThrownBy(() -> hunks(inside.head(), "text")).hasMessageContaining("not part of a review");
        ReviewEntry entry = review().entries().getFirst();
        FileHunks hunks = hunks(entry.id(), "text");
        assertThat(hunks.hunks())
                .containsExactly(new FileHunks.Hunk(0, 2, 1, 2, 1, "one"), new FileHunks.Hunk(1, 9, 1, 9, 1, "eight"));
        assertThat(hunks.before()).isEqualTo(LINES);
        assertThatThrownBy(() -> hunks(entry.id(), "README.md")).hasMessageContaining("not changed");
        assertThatThrownBy(() -> hunks(project.head(), "text")).hasMessageContaining("not part of a review");
        assertThatThrownBy(() -> hunks("HEAD", "text")).hasMessageContaining("expected a full object id");
        var _ = sync.workspace().capture("s2", project.folder(), false);
        assertThatThrownBy(() -> sync.workspace().hunks("s2", project.folder(), new ReadHunks(entry.id(), "text"), ComparisonBase.START))
                .hasMessageContaining("not part of a review");
        assertThatThrownBy(() -> sync.workspace()
                        .accept("s2", "two", project.folder(), new AcceptSync(review().commit(), List.of())))
                .hasMessageContaining("not a reviewed commit");
    }

    @Test
    void skippedHunksAndFilesAreLeftOutOfTheirCommits() throws Exception {
        var _ = sync.start(project.folder());
        GitFixture inside = sync.inside();
        inside.write("first", "1\n").commit("First");
        String first = inside.head();
        inside.write("text", LINES.replace("two", "2").replace("nine", "9"))
                .write("skipped", "no\n")
                .commit("Second");
        inside.write("text", LINES.replace("two", "2").replace("nine", "9").replace("five", "5"))
                .commit("Third\n\nWith a body.");
        inside.write("last", "not committed\n");
        ReviewQueue queue = review();
        ReviewEntry second = queue.entries().get(1);
        SyncResult result = accept(queue, CommitHistory.KEEP, skip(second, "text", 0), skip(second, "skipped"));
        assertThat(subjects())
                .containsExactly("First", "Second", "Third", "Work that was not committed in the sandbox");
        assertThat(project.git("rev-parse", "belljar/shop~3")).as("unchanged").isEqualTo(first);
        assertThat(project.git("log", "-1", "--format=%an <%ae> %B", "belljar/shop~1"))
                .isEqualTo("Test <test@belljar.invalid> Third\n\nWith a body.");
        assertThat(project.git("show", "belljar/shop~2:text"))
                .isEqualTo(LINES.replace("nine", "9").strip());
        assertThat(project.git("show", "belljar/shop:text"))
                .isEqualTo(LINES.replace("nine", "9").replace("five", "5").strip());
        assertThat(project.git("ls-tree", "-r", "--name-only", "belljar/shop").lines())
                .contains("last", "first")
                .doesNotContain("skipped");
        assertThat(result.files()).isEqualTo(3);
        assertThat(accept(queue, CommitHistory.KEEP, skip(second, "text", 0), skip(second, "skipped"))
                        .commit())
                .as("the same choice makes the same commits")
                .isEqualTo(result.commit());
        assertThat(project.tried("fsck", "--full", "--strict").exit()).isZero();
    }

    @Test
    void anAcceptedChangeThatNeedsASkippedOneIsRefused() throws Exception {
        var _ = sync.start(project.folder());
        GitFixture inside = sync.inside();
        inside.write("text", LINES.replace("two", "2")).commit("First");
        inside.write("text", LINES.replace("two", "zwei")).commit("Second");
        ReviewQueue queue = review();
        assertThatThrownBy(() ->
                        accept(queue, CommitHistory.KEEP, skip(queue.entries().getFirst(), "text", 0)))
                .hasMessageContaining("hunk 1 of text in commit")
                .hasMessageContaining("Second")
                .extracting(e -> ((SyncException) e).hint())
                .isEqualTo("Accept both changes or skip both. Nothing was changed.");
        assertThat(project.tried("rev-parse", "--verify", "belljar/shop").exit())
                .isNotZero();
    }

    @Test
    void skippingEverythingIsRefused() throws Exception {
        var _ = sync.start(project.folder());
        sync.inside().write("a", "a\n").commit("A");
        ReviewQueue queue = review();
        for (CommitHistory history : CommitHistory.values()) {
            assertThatThrownBy(() -> accept(queue, history, skip(queue.entries().getFirst(), "a")))
                    .hasMessageContaining("every change is skipped");
        }
        assertThatThrownBy(() -> accept(queue, null, new SkippedChange("0".repeat(40), "a", List.of())))
                .hasMessageContaining("not part of the reviewed work");
        assertThatThrownBy(() -> accept(queue, null, skip(queue.entries().getFirst(), "b")))
                .hasMessageContaining("is not changed in");
        assertThatThrownBy(() -> accept(queue, null, skip(queue.entries().getFirst(), "a", 7)))
                .hasMessageContaining("no hunk with the number 7");
    }

    @Test
    void acceptedWorkIsPinnedToTheReview() throws Exception {
        var _ = sync.start(project.folder());
        GitFixture inside = sync.inside();
        inside.write("text", LINES.replace("two", "2").replace("nine", "9"));
        ReviewQueue queue = review();
        inside.write("text", LINES.replace("two", "evil").replace("nine", "worse"));
        SyncResult result = accept(queue, null, skip(queue.entries().getFirst(), "text", 1));
        assertThat(project.git("show", result.commit() + ":text"))
                .isEqualTo(LINES.replace("two", "2").strip());
    }

    @Test
    void aMergeCanBeLeftOutOnlyInOneCommit() throws Exception {
        var _ = sync.start(project.folder());
        GitFixture inside = sync.inside();
        inside.write("a", "a\n").commit("A");
        inside.git("checkout", "-q", "-b", "side");
        inside.write("side", "side\n").commit("Side");
        inside.git("checkout", "-q", "main");
        inside.write("b", "b\n").commit("B");
        inside.git("merge", "-q", "--no-ff", "-m", "Merge", "side");
        ReviewQueue queue = review();
        assertThat(queue.entries()).extracting(ReviewEntry::merge).containsExactly(false, false, true);
        ReviewEntry first = queue.entries().getFirst();
        assertThatThrownBy(() -> accept(queue, CommitHistory.KEEP, skip(first, "a")))
                .hasMessageContaining("is a merge");
        SyncResult one = accept(queue, CommitHistory.SQUASH, skip(first, "a"));
        assertThat(project.git("rev-list", "--count", "main.." + one.commit())).isEqualTo("1");
        assertThat(project.git("ls-tree", "--name-only", one.commit()).lines())
                .contains("b", "side")
                .doesNotContain("a");
        assertThat(accept(queue, CommitHistory.KEEP).commit()).isEqualTo(inside.head());
    }

    @Test
    void withheldFilesLeaveNoTraceInThePack() throws Exception {
        var _ = sync.start(project.folder());
        GitFixture inside = sync.inside();
        inside.write("Makefile", "all:\n\tcurl evil\n").write("fine", "1\n").commit("Come");
        String evil = inside.git("rev-parse", "HEAD:Makefile");
        inside.git("mv", "Makefile", "plain.txt");
        inside.write("fine", "2\n").commit("Rename");
        inside.git("rm", "-q", "plain.txt");
        inside.write("fine", "3\n").commit("Go");
        ReviewQueue queue = review();
        SyncResult result = accept(queue, CommitHistory.KEEP);
        assertThat(project.git("show", result.commit() + ":fine")).isEqualTo("3");
        assertThat(project.git("log", "--format=%H", result.commit(), "--", "Makefile"))
                .isEmpty();
        assertThat(project.tried("cat-file", "-e", evil).exit())
                .as("the pack has no such object")
                .isNotZero();
        assertThat(subjects()).containsExactly("Come", "Rename", "Go");
    }

    @Test
    void everyKindOfRiskIsLeftOutByDefault() throws Exception {
        var _ = sync.start(project.folder());
        GitFixture inside = sync.inside();
        inside.write(".envrc", "evil\n")
                .write(".vscode/tasks.json", "{}\n")
                .write("package.json", "{\"scripts\":{\"x\":\"evil\"}}\n")
                .write(".gitattributes", "* filter=x\n")
                .write("pom.xml", "<project/>\n")
                .write("bin", "\0binary")
                .write("bidi.c", "int a; /* \u202e */\n")
                .write("SRC/main.c", "x\n")
                .write("tool.txt", "#!/bin/sh\n")
                .write("fine.txt", "fine\n");
        Path program = inside.folder().resolve("tool.txt");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Path _ = Files.createSymbolicLink(inside.folder().resolve("link"), Path.of("/etc/passwd"));
        inside.commit("Everything");
        ReviewQueue queue = review();
        List<FileChange> files = queue.entries().getFirst().files();
        assertThat(files.stream().filter(file -> file.risk() == null))
                .extracting(FileChange::path)
                .containsExactly("fine.txt");
        for (CommitHistory history : Stream.of(CommitHistory.KEEP, CommitHistory.SQUASH, CommitHistory.REBASE)
                .toList()) {
            SyncResult result = accept(queue, history);
            assertThat(project.git("diff", "--name-only", "main", result.commit()))
                    .isEqualTo("fine.txt");
            assertThat(result.withheld()).hasSize(files.size() - 1);
        }
    }

    @Test
    void hostileNamesAreShownEscapedAndCanBeSelected() throws Exception {
        var _ = sync.start(project.folder());
        GitFixture inside = sync.inside();
        inside.write("line\nend.txt", "one\n")
                .write("escape\u001b[31m.txt", "two\n")
                .write("cr\r.txt", "three\n");
        inside.write("fine.txt", "fine\n").commit("Names");
        ReviewQueue queue = review();
        ReviewEntry entry = queue.entries().getFirst();
        assertThat(entry.files())
                .extracting(FileChange::path)
                .containsExactlyInAnyOrder("line\\x0aend.txt", "escape\\x1b[31m.txt", "cr\\x0d.txt", "fine.txt");
        assertThat(hunks(entry.id(), "line\\x0aend.txt").after()).isEqualTo("one\n");
        SyncResult safe = accept(queue, CommitHistory.KEEP);
        assertThat(project.git("diff", "--name-only", "main", safe.commit())).isEqualTo("fine.txt");
        SyncResult some = accept(new AcceptSync(
                queue.commit(),
                List.of("line\\x0aend.txt", "cr\\x0d.txt"),
                List.of(skip(entry, "cr\\x0d.txt"), skip(entry, "fine.txt")),
                SyncTarget.BRANCH,
                null,
                CommitHistory.KEEP,
                false));
        assertThat(project.git("diff", "--name-only", "-z", "main", some.commit()))
                .isEqualTo("line\nend.txt\0");
    }

    /// A renamed file takes its old path's changes along, and a risky file stays risky under a harmless name.
    @Test
    void aRenameIsOneChange() throws Exception {
        project.write("Makefile", "all:\n\ttrue\n").commit("Make");
        var _ = sync.start(project.folder());
        GitFixture inside = sync.inside();
        inside.write("text", LINES.replace("two", "2")).commit("Change");
        inside.git("mv", "text", "moved");
        inside.git("mv", "Makefile", "harmless.txt");
        inside.commit("Move");
        ReviewQueue queue = review();
        ReviewEntry move = queue.entries().getLast();
        assertThat(move.files()).extracting(FileChange::status).containsOnly("R");
        assertThat(hunks(move.id(), "moved").from()).isEqualTo("text");
        SyncResult result =
                accept(queue, CommitHistory.KEEP, skip(queue.entries().getFirst(), "text"));
        assertThat(result.withheld()).containsExactly("harmless.txt");
        assertThat(project.git("show", result.commit() + ":moved")).isEqualTo(LINES.strip());
        assertThat(project.git("ls-tree", "--name-only", result.commit()).lines())
                .contains("Makefile", "moved")
                .doesNotContain("text", "harmless.txt");
    }

    @Test
    void workIsRebasedOntoNewCommitsOfTheProject() throws Exception {
        var _ = sync.start(project.folder());
        GitFixture inside = sync.inside();
        inside.write("text", LINES.replace("two", "2")).commit("Guest one");
        inside.write("more", "more\n").commit("Guest two");
        inside.write("open", "open\n");
        project.write("text", LINES.replace("nine", "9")).commit("Mine");
        ReviewQueue queue = review();
        SyncResult result = accept(queue, CommitHistory.REBASE);
        assertThat(subjects()).containsExactly("Guest one", "Guest two", "Work that was not committed in the sandbox");
        assertThat(project.git("merge-base", "main", result.commit())).isEqualTo(project.head());
        assertThat(project.git("show", result.commit() + ":text"))
                .isEqualTo(LINES.replace("two", "2").replace("nine", "9").strip());
        project.write("text", LINES.replace("two", "zwei")).commit("Mine again");
        assertThatThrownBy(() -> accept(queue, CommitHistory.REBASE))
                .hasMessageContaining("\"Guest one\" conflicts with newer commits of the project in text");
    }

    @Test
    void theBranchHasTheNameThatWasChosen() throws Exception {
        var _ = sync.start(project.folder());
        sync.inside().write("a", "a\n").commit("A");
        ReviewQueue queue = review();
        AcceptSync request = new AcceptSync(
                queue.commit(), List.of(), List.of(), SyncTarget.BRANCH, "feature/a", CommitHistory.KEEP, false);
        assertThat(accept(request).branch()).isEqualTo("feature/a");
        assertThat(project.git("rev-parse", "feature/a")).isEqualTo(queue.commit());
        for (String bad : List.of("", "-x", "a..b", "a b", "x/", "/x", "a.lock", "HEAD", "a\u0001", "@{u}", ".a/b")) {
            AcceptSync wrong = new AcceptSync(
                    queue.commit(), List.of(), List.of(), SyncTarget.BRANCH, bad, CommitHistory.KEEP, false);
            assertThatThrownBy(() -> accept(wrong)).as(bad).hasMessageContaining("not a name that git permits");
        }
        AcceptSync mine = new AcceptSync(
                queue.commit(), List.of(), List.of(), SyncTarget.BRANCH, "other", CommitHistory.KEEP, false);
        project.git("checkout", "-q", "-b", "other");
        project.write("mine", "mine\n").commit("Mine");
        project.git("checkout", "-q", "main");
        assertThatThrownBy(() -> accept(mine)).hasMessageContaining("contains commits that are not part of this sync");
    }

    /// Accepting everything makes the tip, skipping everything the base, and any selection either is refused or has
    /// exactly the accepted changes.
    @Test
    void anySelectionIsExactOrRefused() throws Exception {
        Random random = new Random(42);
        GitFixture inside = edited(random);
        ReviewQueue queue = review();
        assertThat(accept(queue, CommitHistory.KEEP).commit()).isEqualTo(inside.head());
        String tip = inside.read("text");
        for (int round = 0; round < 8; round++) {
            List<SkippedChange> skipped = new ArrayList<>();
            for (ReviewEntry entry : queue.entries()) {
                for (FileChange file : entry.files()) {
                    if (random.nextInt(3) == 0) {
                        skipped.add(skip(entry, file.path()));
                    }
                }
            }
            try {
                SyncResult result = accept(queue, CommitHistory.KEEP, skipped.toArray(SkippedChange[]::new));
                String text = project.git("show", result.commit() + ":text");
                for (int commit = 0; commit < 4; commit++) {
                    String id = queue.entries().get(commit).id();
                    boolean left = skipped.stream()
                            .anyMatch(skip ->
                                    skip.entry().equals(id) && skip.path().equals("text"));
                    if (tip.contains("added " + commit)) {
                        assertThat(text.contains("added " + commit)).isEqualTo(!left);
                    }
                }
            } catch (SyncException e) {
                assertThat(e.getMessage()).containsAnyOf("depends on a change", "every change is skipped");
            }
        }
    }

    // Four commits with random changes of the same file and others.
    private GitFixture edited(Random random) throws Exception {
        var _ = sync.start(project.folder());
        GitFixture inside = sync.inside();
        List<String> lines = new ArrayList<>(LINES.lines().toList());
        for (int commit = 0; commit < 4; commit++) {
            int at = random.nextInt(lines.size());
            lines.set(at, "changed " + commit);
            lines.add(random.nextInt(lines.size()), "added " + commit);
            inside.write("text", String.join("\n", lines) + "\n")
                    .write("file" + random.nextInt(3), "content " + commit + "\n")
                    .commit("Commit " + commit);
        }
        return inside;
    }
}
