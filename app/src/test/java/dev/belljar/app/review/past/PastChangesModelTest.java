package dev.belljar.app.review.past;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.review.past.PastChangesModel.PastFile;
import dev.belljar.app.review.past.PastChangesModel.PastGroup;
import dev.belljar.app.review.past.PastChangesModel.PastRow;
import dev.belljar.contract.view.timeline.WrittenFiles;
import dev.belljar.contract.view.timeline.WrittenFiles.FileWrites;
import dev.belljar.contract.view.work.FileChange;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests what is said of files at a moment in the past.
class PastChangesModelTest {
    private static final WrittenFiles WRITTEN = new WrittenFiles(
            200,
            List.of(
                    new FileWrites("later.c", null, 300),
                    new FileWrites("again.c", 100L, 300),
                    new FileWrites("same.c", 200L, 200),
                    new FileWrites("ignored.o", 150L, 150),
                    new FileWrites("new.o", null, 250)),
            true);

    @Test
    void filesAreGroupedByWhatIsKnownOfTheirContent() {
        PastChangesModel model = new PastChangesModel(
                WRITTEN, List.of(change("later.c"), change("again.c"), change("same.c"), change("never.c")));
        assertThat(paths(model, PastGroup.SAME)).containsExactly("same.c");
        assertThat(paths(model, PastGroup.AGAIN)).containsExactly("again.c");
        assertThat(paths(model, PastGroup.UNRECORDED)).containsExactly("never.c");
        assertThat(paths(model, PastGroup.OTHER)).containsExactly("ignored.o");
        assertThat(model.title()).isEqualTo("2 files changed up to this point");
        assertThat(model.note()).isEqualTo("1 file was changed only after this point.");
    }

    @Test
    void filesThatAreNotAmongTheChangesAreFolded() {
        PastChangesModel model = new PastChangesModel(WRITTEN, List.of(change("same.c")));
        assertThat(model.rows())
                .extracting(PastRow::group)
                .containsExactly(PastGroup.SAME, PastGroup.SAME, PastGroup.OTHER);
        model.toggle(PastGroup.OTHER);
        assertThat(model.rows()).hasSize(5);
    }

    @Test
    void missingWritesAreSaid() {
        PastChangesModel model = new PastChangesModel(new WrittenFiles(200, List.of(), false), List.of());
        assertThat(model.rows()).isEmpty();
        assertThat(model.note()).contains("files may be missing");
    }

    private static List<String> paths(PastChangesModel model, PastGroup group) {
        return model.files(group).stream().map(PastFile::path).toList();
    }

    private static FileChange change(String path) {
        return new FileChange("M", path, null, 1, 1, false, null);
    }
}
