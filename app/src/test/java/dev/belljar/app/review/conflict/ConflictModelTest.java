package dev.belljar.app.review.conflict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.diff.DiffRow;
import dev.belljar.app.diff.DiffRow.ChangedRange;
import dev.belljar.app.diff.DiffRow.DiffSide;
import dev.belljar.app.diff.DiffRow.LineChange;
import dev.belljar.contract.request.work.ConflictChoice;
import dev.belljar.contract.request.work.ConflictResolution;
import dev.belljar.contract.view.review.FileConflict;
import dev.belljar.contract.view.review.FileConflict.ConflictHunk;
import dev.belljar.contract.view.review.FileConflict.ConflictLines;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Tests the choices for conflicts, and the order in which they are asked for.
class ConflictModelTest {
    private static final FileConflict TEXT = new FileConflict("text", "d1", null, List.of(hunk(0, 3), hunk(1, 9)));
    private static final FileConflict IMAGE = new FileConflict("logo.png", "d2", "The file is binary.", List.of());

    private final ConflictModel model = new ConflictModel(List.of(TEXT, IMAGE));

    private static ConflictHunk hunk(int index, int line) {
        return new ConflictHunk(
                index,
                new ConflictLines(line, 1, "base\n"),
                new ConflictLines(line, 2, "mine\n2\n"),
                new ConflictLines(line - 1, 0, ""));
    }

    @Test
    void eachConflictNeedsAChoice() {
        assertThat(model.complete()).isFalse();
        assertThat(model.choose(ConflictChoice.BOTH)).isTrue();
        assertThat(model.position()).isEqualTo("conflict 2 of 3");
        assertThat(model.choose(ConflictChoice.PROJECT)).isTrue();
        assertThat(model.current().file()).isEqualTo(IMAGE);
        assertThat(model.choose(ConflictChoice.BOTH)).as("a whole file").isFalse();
        assertThat(model.complete()).isFalse();
        assertThat(model.progress()).isEqualTo("2 of 3 resolved");
        assertThat(model.choose(ConflictChoice.SANDBOX)).isTrue();
        assertThat(model.complete()).isTrue();
        assertThat(model.resolutions())
                .containsExactly(
                        new ConflictResolution("text", "d1", List.of(ConflictChoice.BOTH, ConflictChoice.PROJECT)),
                        new ConflictResolution("logo.png", "d2", List.of(ConflictChoice.SANDBOX)));
    }

    @Test
    void openConflictsComeNextAndChoicesCanBeChanged() {
        model.open(IMAGE);
        assertThat(model.choose(ConflictChoice.PROJECT)).isTrue();
        assertThat(model.position()).isEqualTo("conflict 1 of 3");
        assertThat(model.progress(IMAGE)).isEqualTo("1 of 1");
        assertThat(model.progress(TEXT)).isEqualTo("0 of 2");
        model.move(-1);
        assertThat(model.position()).isEqualTo("conflict 1 of 3");
        model.move(1);
        model.open(TEXT);
        assertThat(model.position()).as("the current conflict stays").isEqualTo("conflict 2 of 3");
        model.move(5);
        assertThat(model.choose(ConflictChoice.SANDBOX)).isTrue();
        assertThat(model.progress(IMAGE)).isEqualTo("1 of 1");
    }

    @Test
    void placesAreShown() {
        assertThat(model.current().place()).isEqualTo("lines 3–4");
        model.open(IMAGE);
        assertThat(model.current().place()).isEqualTo("whole file");
    }

    @Test
    void eachSideShowsWhatItChanged() {
        ConflictLines base = new ConflictLines(3, 2, "let total = sum;\nlet a;\n");
        List<DiffRow> rows = ConflictModel.rows(base, new ConflictLines(7, 2, "let total = all;\nlet a\u202e;\n"));
        assertThat(rows).hasSize(2);
        assertThat(rows.getFirst().before())
                .isEqualTo(new DiffSide(3, "let total = sum;", LineChange.REMOVED, List.of(new ChangedRange(12, 15))));
        assertThat(rows.getFirst().after())
                .isEqualTo(new DiffSide(7, "let total = all;", LineChange.ADDED, List.of(new ChangedRange(12, 15))));
        assertThat(Objects.requireNonNull(rows.getLast().after()).text()).isEqualTo("let a\\u202E;");
        assertThat(ConflictModel.rows(base, new ConflictLines(6, 0, "")))
                .allSatisfy(row -> assertThat(row.after()).isNull());
    }
}
