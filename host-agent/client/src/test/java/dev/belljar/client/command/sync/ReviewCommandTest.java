package dev.belljar.client.command.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.command.Belljar;
import dev.belljar.client.command.ScriptedClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.ReadReview;
import dev.belljar.contract.request.work.SkippedChange;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.request.work.UndoSync;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import dev.belljar.contract.view.work.SyncUndone;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// Tests the review on the command line, its questions, and the options of a sync.
class ReviewCommandTest {
    private static final FileDiff NONE = new FileDiff("b", "t", List.of(), List.of(), true);
    private static final String BEFORE = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n";
    private static final String AFTER = "A\nb\nc\nd\ne\nf\ng\nh\ni\nJ\u202e\n";

    @TempDir
    private Path folder;

    private final Deque<String> answers = new ArrayDeque<>();
    private final List<AcceptSync> accepted = new ArrayList<>();
    private final List<String> hunksOf = new ArrayList<>();
    private final List<ReadReview> read = new ArrayList<>();
    private String planned = "c2";
    private List<ReviewEntry> others = List.of();
    private final List<@Nullable String> undone = new ArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private static FileChange file(String path, @Nullable String risk) {
        return new FileChange("M", path, null, 2, 2, false, risk);
    }

    private static ReviewQueue queue(@Nullable String base) {
        ReviewEntry first = new ReviewEntry(
                "c1",
                "b",
                true,
                false,
                "First",
                "Guest",
                1,
                List.of(file("Makefile", "make runs it"), file("text", null)));
        ReviewEntry last =
                new ReviewEntry("c2", "c1", false, false, "Work", "Belljar", 2, List.of(file("other", null)));
        return new ReviewQueue("c2", String.valueOf(base), "belljar/shop", 1, List.of(first, last), NONE, true, false);
    }

    private ScriptedClient client() {
        FileDiff diff = new FileDiff(
                "b", planned, List.of(file("Makefile", "make runs it"), file("text", null)), List.of(), true);
        return new ScriptedClient()
                .on(SyncApi.REVIEW, (_, request) -> {
                    read.add(request);
                    ReviewQueue whole = queue(request.base());
                    return others.isEmpty()
                            ? whole
                            : new ReviewQueue("c2", whole.base(), whole.target(), 1, others, NONE, true, false);
                })
                .on(SyncApi.PLAN, (_, _) -> new SyncPlan(planned, "b", "belljar/shop", List.of(), 1, diff, NONE, false))
                .on(SyncApi.HUNKS, (_, request) -> {
                    hunksOf.add(request.commit() + " since " + request.base());
                    return new FileHunks(
                            request.entry(),
                            request.path(),
                            null,
                            BEFORE,
                            AFTER,
                            null,
                            List.of(
                                    new FileHunks.Hunk(0, 1, 1, 1, 1, ""),
                                    new FileHunks.Hunk(1, 10, 1, 10, 1, "main")));
                })
                .on(SyncApi.ACCEPT, (_, request) -> {
                    accepted.add(request);
                    SyncTarget target = request.target() == null ? SyncTarget.BRANCH : request.target();
                    String patch = Base64.getEncoder().encodeToString("the patch".getBytes(StandardCharsets.UTF_8));
                    return new SyncResult(
                            "belljar/shop",
                            "c9",
                            2,
                            List.of(),
                            target,
                            patch,
                            target == SyncTarget.WORKTREE ? "u1" : null);
                })
                .on(SyncApi.UNDO, (_, request) -> {
                    undone.add(request.undo());
                    return new SyncUndone(List.of("text"));
                });
    }

    private int run(String... words) {
        CommandSession session = CommandSession.with(client(), _ -> answers.poll(), printer(out), printer(err));
        CommandLine line = Belljar.line(session);
        return line.execute(words);
    }

    private static PrintStream printer(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aSyncShowsTheFilesThatItBringsAlsoIfTheWorkChangedMeanwhile() {
        assertThat(run("sync", "shop", "--dry-run")).isZero();
        assertThat(printed()).contains("Makefile", "text").doesNotContain("other");
        out.reset();
        planned = "c1";
        assertThat(run("sync", "shop", "--dry-run")).isZero();
        assertThat(printed()).contains("Makefile", "make runs it", "text", "other");
    }

    @Test
    void entriesFilesAndRisksAreListed() {
        assertThat(run("review", "shop")).isZero();
        assertThat(printed())
                .contains("commit c1  First (Guest)", "uncommitted changes", "M Makefile   ▲ make runs it", "  M text")
                .doesNotContain("@@");
        assertThat(read).containsExactly(new ReadReview(false, "last-sync"));
        assertThat(run("review", "shop", "--hunks", "--fetch")).isZero();
        assertThat(printed()).contains("@@ -1,1 +1,1 @@ \n-a\n+A\n b\n", "-j\n+J\\u202E\n");
        assertThat(read.getLast()).isEqualTo(new ReadReview(true, "last-sync"));
    }

    @Test
    void aReviewIsPrintedAsJson() throws Exception {
        assertThat(run("review", "shop", "--json")).isZero();
        assertThat(ContractJson.read(printed(), ReviewQueue.class)).isEqualTo(queue("last-sync"));
        out.reset();
        assertThat(run("review", "shop", "--json", "--hunks")).isZero();
        assertThat(ContractJson.readList(printed(), FileHunks.class)).hasSize(3);
    }

    @Test
    void eachChangeIsAskedAboutAndRiskyOnesLast() {
        // text: accept the first hunk, skip the second; other: skip the file; Makefile: accept only with "yes".
        answers.addAll(List.of("y", "n", "s", "y", "a", "yes", "n", "y"));
        assertThat(run("review", "shop", "--interactive", "--onto", "worktree", "--stash"))
                .isZero();
        assertThat(accepted)
                .containsExactly(new AcceptSync(
                                "c2",
                                List.of("Makefile"),
                                List.of(
                                        new SkippedChange("c1", "text", List.of(1)),
                                        new SkippedChange("c2", "other", List.of()),
                                        new SkippedChange("c1", "Makefile", List.of(1))),
                                SyncTarget.WORKTREE,
                                null,
                                null,
                                true)
                        .against("last-sync"));
        assertThat(printed())
                .contains("[1 of 6]", "Type \"yes\"", "hunks one by one", "Changed 2 files in your project");
        assertThat(printed().indexOf("Makefile")).isGreaterThan(printed().indexOf("M other"));
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("belljar sync shop --undo u1");
    }

    @Test
    void anAnswerCanBeTakenBackAndQuittingSyncsNothing() {
        answers.addAll(List.of("n", "u", "a", "?", "s", "s", "y"));
        assertThat(run("review", "shop", "-i")).isZero();
        assertThat(accepted.getFirst().skipped())
                .containsExactly(
                        new SkippedChange("c2", "other", List.of()), new SkippedChange("c1", "Makefile", List.of()));
        assertThat(printed())
                .contains("go back to the previous hunk", "a  accept this and all remaining hunks of this file");
        answers.addAll(List.of("y", "q"));
        assertThat(run("review", "shop", "-i")).isEqualTo(1);
        assertThat(run("review", "shop", "-i")).as("no terminal").isEqualTo(1);
        answers.addAll(List.of("s", "s", "s"));
        assertThat(run("review", "shop", "-i")).as("everything is skipped").isEqualTo(1);
        answers.addAll(List.of("a", "s", "s", "n"));
        assertThat(run("review", "shop", "-i")).as("declined").isEqualTo(1);
        assertThat(accepted).hasSize(1);
    }

    @Test
    void theHelpForAFileThatCouldRunNamesOnlyTheAnswersThatWork() {
        answers.addAll(List.of("s", "s", "?", "q"));
        assertThat(run("review", "shop", "-i")).isEqualTo(1);
        assertThat(printed()).contains("yes  accept this hunk").doesNotContain("y  accept", "a  accept");
    }

    @Test
    void theNextCommandHasTheSameBase() {
        assertThat(run("review", "shop")).isZero();
        assertThat(errors()).contains("belljar review shop --interactive\n");
        assertThat(run("review", "shop", "--base", "main")).isZero();
        assertThat(errors()).contains("belljar review shop --interactive --base main\n");
        assertThat(run("sync", "shop", "--accept", "none", "--base", "it's a snapshot"))
                .isZero();
        assertThat(errors()).contains("To review: belljar review shop --base 'it'\\''s a snapshot'\n");
    }

    private String errors() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void commitsWithoutFilesAreShownAndSyncedTogether() {
        others = List.of(new ReviewEntry("c2", "b", true, true, "Merge", "Guest", 1, List.of()));
        answers.add("y");
        assertThat(run("review", "shop", "-i")).isZero();
        assertThat(printed()).contains("commit c2  Merge (Guest)  [merge]: no changes to accept or skip");
        assertThat(accepted).containsExactly(new AcceptSync("c2", List.of()).against("last-sync"));
        answers.add("n");
        assertThat(run("review", "shop", "-i")).isEqualTo(1);
        assertThat(accepted).hasSize(1);
    }

    @Test
    void acceptAllNeverIncludesARiskyFileThatWasNotAllowed() {
        assertThat(run("sync", "shop", "--accept", "all")).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("with --accept all, you must allow these files", ": Makefile. Use --allow PATH");
        assertThat(accepted).isEmpty();
        assertThat(run("sync", "shop", "--accept", "safe")).isZero();
        assertThat(run("sync", "shop", "--accept", "all", "--allow", "Makefile", "--branch", "b"))
                .isZero();
        assertThat(accepted)
                .containsExactly(
                        new AcceptSync("c2", List.of()).against("last-sync"),
                        new AcceptSync("c2", List.of("Makefile"), List.of(), null, "b", null, false)
                                .against("last-sync"));
    }

    @Test
    void theBaseOfAReviewIsThatOfItsHunksAndItsSync() {
        answers.addAll(List.of("a", "a", "s", "y"));
        assertThat(run("review", "shop", "--base", "main", "-i")).isZero();
        assertThat(read).containsExactly(new ReadReview(false, "main"));
        assertThat(hunksOf).containsOnly("c2 since main");
        assertThat(accepted.getFirst().base()).isEqualTo("main");
        assertThat(run("sync", "shop", "--base", "start", "--yes")).isZero();
        assertThat(read).hasSize(1);
        assertThat(accepted.getLast().base()).isEqualTo("b");
        assertThat(run("sync", "shop", "--base", "snap", "--status")).isEqualTo(2);
    }

    @Test
    void aSyncShowsOnlyWhatIsInItsReview() {
        assertThat(run("sync", "shop", "--dry-run")).isZero();
        assertThat(printed()).contains("commit c1  First", "uncommitted changes in 1 file");
    }

    @Test
    void workIsOnlyFetchedWithAcceptNone() {
        assertThat(run("sync", "shop", "--accept", "none")).isZero();
        assertThat(read).containsExactly(new ReadReview(true, "last-sync"));
        assertThat(printed()).contains("commit c1  First (Guest), 2 files");
        assertThat(accepted).isEmpty();
    }

    @Test
    void aPatchIsWrittenToAFile() throws Exception {
        Path file = folder.resolve("work.patch");
        assertThat(run("sync", "shop", "--yes", "--onto", "patch", "--output", file.toString()))
                .isZero();
        assertThat(Files.readString(file)).isEqualTo("the patch");
        assertThat(printed()).contains("Wrote a patch of 2 files to " + file);
    }

    @Test
    void aPatchReplacesNoFileThatWasNotNamed() throws Exception {
        SyncTargetOptions options = new SyncTargetOptions();
        options.onto = SyncTarget.PATCH;
        String sandbox = folder.resolve("shop").toString();
        assertThat(options.fault(sandbox)).isNull();
        Path file = Files.writeString(folder.resolve("shop.patch"), "mine");
        assertThat(options.fault(sandbox)).contains("shop.patch already exists", "--output");
        options.output = file;
        assertThat(options.fault(sandbox)).isNull();
    }

    @Test
    void aSyncIsUndoneByItsIdOrAsTheNewest() {
        assertThat(run("sync", "shop", "--undo")).isZero();
        assertThat(run("sync", "shop", "--undo", "u7")).isZero();
        assertThat(undone).containsExactly(null, "u7");
        assertThat(new UndoSync(null).undo()).isNull();
        assertThat(printed()).contains("Restored 1 file: text");
    }
}
