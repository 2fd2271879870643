package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.CommitHistory;
import dev.belljar.contract.request.work.ConflictChoice;
import dev.belljar.contract.request.work.ConflictResolution;
import dev.belljar.contract.request.work.SkippedChange;
import dev.belljar.contract.request.work.SyncTarget;
import dev.belljar.contract.view.review.FileConflict;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.review.SyncConflicts;
import dev.belljar.contract.view.work.SyncResult;
import dev.belljar.contract.view.work.SyncUndone;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the API's operations that review work and bring it to the project.
class SyncRoutesTest {
    @TempDir
    private Path folder;

    private ApiFixture api;

    @BeforeEach
    void start() throws Exception {
        api = new ApiFixture(folder);
    }

    @AfterEach
    void stop() throws Exception {
        api.close();
    }

    private ReviewQueue review(boolean fetch) throws Exception {
        return ApiFixture.read(api.get("/sandboxes/s1/sync/review?fetch=" + fetch), 200, ReviewQueue.class);
    }

    @Test
    void aStoppedSandboxShowsTheWorkThatWasFetchedLast() throws Exception {
        assertThat(review(false).fetched()).isZero();
        assertThat(api.host.workspace().fetches()).isZero();
        assertThat(api.get("/sandboxes/s1/sync/review?fetch=true").statusCode()).isEqualTo(409);
        assertThat(api.get("/sandboxes/s1/sync/review").statusCode()).isEqualTo(200);
    }

    @Test
    void workIsFetchedForAReviewOnlyIfSomethingMayHaveChanged() throws Exception {
        api.running();
        ReviewQueue first = review(false);
        assertThat(first.fetched()).isEqualTo(1);
        assertThat(review(false)).isEqualTo(first);
        int fetches = api.host.workspace().fetches();
        assertThat(review(true)).isEqualTo(first);
        assertThat(api.host.workspace().fetches()).isEqualTo(fetches + 1);
        assertThat(api.get("/sandboxes/s1/work?fetch=true").statusCode()).isEqualTo(200);
    }

    @Test
    void hunksAreReadByEntryAndPath() throws Exception {
        FileHunks hunks =
                ApiFixture.read(api.get("/sandboxes/s1/sync/hunks?entry=abc&path=src/a%20b.c"), 200, FileHunks.class);
        assertThat(hunks.path()).isEqualTo("src/a b.c");
        assertThat(api.host.workspace().read()).containsExactly("abc:src/a b.c");
        assertThat(api.get("/sandboxes/s1/sync/hunks?entry=abc").statusCode()).isEqualTo(400);
    }

    @Test
    void aSelectionWithTargetIsAccepted() throws Exception {
        String body = "{\"commit\":\"abc\",\"allowed\":[\"Makefile\"],\"skipped\":[{\"entry\":\"e\",\"path\":\"p\","
                + "\"hunks\":[1,2]}],\"target\":\"worktree\",\"history\":\"rebase\",\"branch\":\"b\",\"stash\":true}";
        SyncResult result = ApiFixture.read(api.post("/sandboxes/s1/sync/accept", body), 200, SyncResult.class);
        assertThat(result.target()).isEqualTo(SyncTarget.BRANCH);
        assertThat(api.host.workspace().accepted())
                .containsExactly(new AcceptSync(
                        "abc",
                        List.of("Makefile"),
                        List.of(new SkippedChange("e", "p", List.of(1, 2))),
                        SyncTarget.WORKTREE,
                        "b",
                        CommitHistory.REBASE,
                        true));
        String wrong = body.replace("worktree", "moon");
        assertThat(api.post("/sandboxes/s1/sync/accept", wrong).statusCode()).isEqualTo(400);
    }

    @Test
    void conflictsAreReadAndResolved() throws Exception {
        String body =
                "{\"commit\":\"abc\",\"target\":\"worktree\",\"resolutions\":[{\"path\":\"a b\",\"digest\":\"d1\","
                        + "\"choices\":[\"project\",\"both\"]}]}";
        SyncConflicts conflicts =
                ApiFixture.read(api.post("/sandboxes/s1/sync/conflicts", body), 200, SyncConflicts.class);
        assertThat(conflicts.files()).extracting(FileConflict::path).containsExactly("logo.png");
        assertThat(api.post("/sandboxes/s1/sync/accept", body).statusCode()).isEqualTo(200);
        assertThat(api.host.workspace().accepted().getLast().resolutions())
                .containsExactly(
                        new ConflictResolution("a b", "d1", List.of(ConflictChoice.PROJECT, ConflictChoice.BOTH)));
        String wrong = body.replace("both", "mine");
        assertThat(api.post("/sandboxes/s1/sync/accept", wrong).statusCode()).isEqualTo(400);
        assertThat(api.post("/sandboxes/none/sync/conflicts", body).statusCode())
                .isEqualTo(404);
    }

    @Test
    void aSyncIsUndoneByItsId() throws Exception {
        SyncUndone undone =
                ApiFixture.read(api.post("/sandboxes/s1/sync/undo", "{\"undo\":\"u1\"}"), 200, SyncUndone.class);
        assertThat(undone.restored()).containsExactly("README.md");
        assertThat(api.post("/sandboxes/s1/sync/undo", "{}").statusCode()).isEqualTo(200);
        assertThat(api.host.workspace().undone()).containsExactly("u1", "null");
    }
}
