package dev.belljar.app.trash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.request.storage.SetRetention;
import dev.belljar.contract.view.storage.RetentionStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests what is sent when the user edits the retention periods.
class RetentionModelTest {
    private final RetentionModel model = new RetentionModel();

    @Test
    void nothingCanBeSavedBeforeThePeriodsAreKnown() {
        assertThat(model.known()).isFalse();
        assertThat(model.editable("idleMinutes")).isFalse();
        assertThat(model.change(Map.of("idleMinutes", "1 h"))).isEmpty();
    }

    @Test
    void onlyChangedPeriodsAreSent() {
        model.show(status(List.of(), null));
        Map<String, String> typed = new LinkedHashMap<>(RetentionModel.texts(SetRetention.usual()));
        assertThat(model.change(typed)).isEmpty();
        typed.put("warmMinutes", "3 days");
        assertThat(model.change(typed)).contains(new SetRetention(null, null, null, 3 * 24 * 60L, null, null));
    }

    @Test
    void allPeriodsAreSentIfTheStoredOnesCouldNotBeRead() {
        model.show(status(List.of(), "the file is damaged"));
        assertThat(model.note()).contains("the file is damaged", "nothing is deleted");
        assertThat(model.change(RetentionModel.texts(SetRetention.usual()))).contains(SetRetention.usual());
    }

    @Test
    void aPeriodThatTheEnvironmentSetsIsNeverSent() {
        model.show(status(List.of("hotMinutes"), null));
        assertThat(model.editable("hotMinutes")).isFalse();
        assertThat(model.note()).contains("environment");
        assertThat(model.change(Map.of("hotMinutes", "3 days"))).isEmpty();
    }

    @Test
    void whatIsNoPeriodIsExplained() {
        assertThat(RetentionModel.complaint("45 min")).isEmpty();
        assertThat(RetentionModel.complaint("soon")).isPresent();
    }

    private static RetentionStatus status(List<String> fixed, @Nullable String problem) {
        return new RetentionStatus(30, 1_440, 1_440, 2_880, 10_080, 10_080, fixed, problem);
    }
}
