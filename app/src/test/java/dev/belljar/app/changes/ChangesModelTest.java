package dev.belljar.app.changes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.changes.ChangesModel.ChangesContent;
import dev.belljar.app.process.ProcessKey;
import dev.belljar.app.work.FileWriter;
import dev.belljar.app.work.WorkState;
import dev.belljar.contract.event.FileOp;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileDiff;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests what the screen of changes shows, and which file is open.
class ChangesModelTest {
    private static final Problem PROBLEM = Problem.of(ProblemCode.INTERNAL, "error", "no answer", null);

    private final ChangesModel model = new ChangesModel();

    @Test
    void theContentFollowsWhatIsKnown() {
        model.show(WorkState.UNKNOWN);
        assertThat(model.content()).isEqualTo(ChangesContent.LOADING);
        model.show(WorkState.UNKNOWN.failed(PROBLEM));
        assertThat(model.content()).isEqualTo(ChangesContent.FAILED);
        assertThat(model.problem()).contains(PROBLEM);
        model.show(work(List.of(), List.of(), 0));
        assertThat(model.content()).isEqualTo(ChangesContent.NONE);
        model.show(work(List.of(), List.of(file("/etc/hosts", 1)), 0));
        assertThat(model.content()).isEqualTo(ChangesContent.OUTSIDE);
        assertThat(model.outsideTitle()).isNotEqualTo(skippedTitle());
        model.show(work(List.of(file("a.c", 1)), List.of(), 0));
        assertThat(model.content()).isEqualTo(ChangesContent.FILES);
    }

    @Test
    void aFileWasWrittenLaterIfAllItsKnownWritersWroteItLater() {
        FileWriter before = new FileWriter(new ProcessKey(7, 1), "node", FileOp.WRITE, 100);
        FileWriter after = new FileWriter(new ProcessKey(8, 1), "node", FileOp.WRITE, 300);
        assertThat(ChangesModel.later(List.of(after), 200)).isTrue();
        assertThat(ChangesModel.later(List.of(after, before), 200)).isFalse();
        assertThat(ChangesModel.later(List.of(), 200)).as("unknown").isFalse();
    }

    @Test
    void onlyOtherChangesAreDrawn() {
        assertThat(model.show(work(List.of(file("a.c", 1)), List.of(), 0))).isTrue();
        assertThat(model.show(work(List.of(file("a.c", 1)), List.of(), 0))).isFalse();
    }

    @Test
    void theOpenFileStaysOpenAndIsOpenedAgainOnlyIfItChanged() {
        WorkState work = work(List.of(file("a.c", 1), file("b.c", 1)), List.of(), 0);
        assertThat(ChangesModel.find(work, "b.c")).as("before it is shown").isPresent();
        model.show(work);
        assertThat(model.next(null)).contains(file("a.c", 1));
        assertThat(model.next(file("b.c", 1))).isEmpty();
        assertThat(model.next(file("b.c", 9))).contains(file("b.c", 1));
        assertThat(model.next(file("gone.c", 1))).contains(file("a.c", 1));
        assertThat(model.version()).isEqualTo("tip");
    }

    private String skippedTitle() {
        ChangesModel skipped = new ChangesModel();
        skipped.show(work(List.of(), List.of(), 3));
        return skipped.outsideTitle();
    }

    private static WorkState work(List<FileChange> files, List<FileChange> outside, int left) {
        return new WorkState(null, new FileDiff("base", "tip", files, outside, true, List.of(), left), null);
    }

    private static FileChange file(String path, int added) {
        return new FileChange("M", path, null, added, 0, false, null);
    }
}
