package dev.belljar.app.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.push.PushModel.PushChoice;
import dev.belljar.app.push.PushModel.PushList;
import dev.belljar.contract.request.work.PushCommits;
import dev.belljar.contract.request.work.PushMode;
import dev.belljar.contract.view.work.PushResult;
import dev.belljar.contract.view.work.PushState;
import dev.belljar.contract.view.work.WorkCommit;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Tests what the dialog of a push offers in each state.
class PushModelTest {
    @Test
    void aDryRunOffersThePush() {
        PushModel model = model(PushState.FAST_FORWARDED, true, List.of());
        assertThat(model.done()).isFalse();
        assertThat(model.choices())
                .extracting(PushChoice::request)
                .containsExactly(new PushCommits(PushMode.FAST_FORWARD, false, false));
        assertThat(model.sentence())
                .isEqualTo("2 of your commits will be pushed, and the sandbox's branch will be fast-forwarded.");
        assertThat(model(PushState.FAST_FORWARDED, false, List.of()).done()).isTrue();
    }

    @Test
    void divergenceOffersRebaseAndMerge() {
        PushModel model = model(PushState.DIVERGED, true, List.of("README.md"));
        assertThat(model.choices())
                .extracting(choice -> choice.request().how())
                .containsExactly(PushMode.REBASE, PushMode.MERGE);
        assertThat(model.sentence()).contains("2 commits", "it has 1 commit");
        assertThat(model.lists()).extracting(PushList::title).contains("Your commits", "Conflicts");
    }

    @Test
    void uncommittedWorkOffersAStashAndConflictsOfferNothing() {
        assertThat(model(PushState.BLOCKED, true, List.of()).choices())
                .extracting(PushChoice::request)
                .containsExactly(new PushCommits(PushMode.FAST_FORWARD, true, false));
        PushCommits merge = new PushCommits(PushMode.MERGE, false, false);
        PushCommits stashed = new PushCommits(PushMode.MERGE, true, false);
        assertThat(model(merge, PushState.BLOCKED, false, List.of()).choices())
                .extracting(PushChoice::request)
                .containsExactly(stashed);
        assertThat(model(stashed, PushState.BLOCKED, false, List.of()).choices())
                .isEmpty();
        assertThat(model(PushState.CONFLICTS, false, List.of("a")).choices()).isEmpty();
        assertThat(model(merge, PushState.UNFINISHED, false, List.of()).choices())
                .isEmpty();
        assertThat(model(merge, PushState.UNFINISHED, false, List.of()).sentence())
                .contains("in the sandbox as host/main", "Finish or abort");
        assertThat(model(PushState.UP_TO_DATE, true, List.of()).done()).isTrue();
    }

    @Test
    void longListsAreCutAndShowVisibleCharactersOnly() {
        List<String> paths =
                IntStream.range(0, 15).mapToObj(i -> "file\u202e" + i).toList();
        List<String> lines =
                model(PushState.DIVERGED, true, paths).lists().getLast().lines();
        assertThat(lines).hasSize(13).last().isEqualTo("and 3 more");
        assertThat(lines.getFirst()).doesNotContain("\u202e");
    }

    private static PushModel model(PushState state, boolean dryRun, List<String> conflicts) {
        return model(PushCommits.DRY_RUN, state, dryRun, conflicts);
    }

    private static PushModel model(PushCommits request, PushState state, boolean dryRun, List<String> conflicts) {
        WorkCommit commit = new WorkCommit("c0ffee", "Mine", "Pat", 0);
        return new PushModel(
                request,
                new PushResult(
                        state,
                        dryRun,
                        "c0ffee",
                        "host/main",
                        2,
                        1,
                        List.of(commit),
                        List.of(),
                        List.of(),
                        conflicts,
                        List.of(),
                        ""));
    }
}
