package dev.belljar.app.trash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.view.storage.TrashItem;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests what the trash says about destroyed sandboxes.
class TrashModelTest {
    private static final long HOUR = 3_600_000;
    private static final TrashItem SAVED = item("spike", 5 * HOUR, "refs/belljar/spike", true);
    private static final TrashItem UNSAVED = item("old", null, null, false);

    private final TrashModel model = new TrashModel();

    @Test
    void onlyOtherItemsAreDrawn() {
        assertThat(model.show(List.of())).isTrue();
        assertThat(model.empty()).isTrue();
        assertThat(model.size()).isEmpty();
        assertThat(model.show(List.of(SAVED, UNSAVED))).isTrue();
        assertThat(model.show(List.of(SAVED, UNSAVED))).isFalse();
        assertThat(model.size()).isEqualTo("2.0 MB on disk");
    }

    @Test
    void theTimeUntilDeletionIsInHoursOrDays() {
        assertThat(TrashModel.until(SAVED, 0)).isEqualTo("will be deleted in 5 hours");
        assertThat(TrashModel.until(SAVED, 6 * HOUR)).isEqualTo("will be deleted in less than an hour");
        assertThat(TrashModel.until(item("a", 72 * HOUR, null, true), 0)).isEqualTo("will be deleted in 3 days");
        assertThat(TrashModel.until(UNSAVED, 0)).isEqualTo("kept until you delete it");
    }

    @Test
    void whereTheWorkIsIsSaid() {
        assertThat(TrashModel.work(SAVED)).isEqualTo("Work saved at refs/belljar/spike.");
        assertThat(TrashModel.work(item("a", null, null, true))).isEqualTo("No unsynced work.");
        assertThat(TrashModel.work(UNSAVED)).contains("exists nowhere else");
    }

    private static TrashItem item(String name, @Nullable Long until, @Nullable String salvage, boolean saved) {
        return new TrashItem(name, name, "/code/" + name, 0, until, 1_000_000, salvage, saved, true, "disk");
    }
}
