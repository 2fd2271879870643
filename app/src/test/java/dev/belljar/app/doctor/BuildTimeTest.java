package dev.belljar.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.view.host.ImageStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BuildTimeTest {
    @Test
    void atFirstOnlyTheElapsedTimeIsShown() {
        assertThat(ImageCard.timing(image(4, 0L), 60_000)).isEqualTo("1 m 00 s elapsed");
        assertThat(ImageCard.timing(image(50, 0L), 5_000)).isEqualTo("5.0 s elapsed");
    }

    @Test
    void theRemainingTimeIsEstimatedFromTheElapsedTime() {
        assertThat(ImageCard.timing(image(25, 0L), 60_000)).isEqualTo("1 m 00 s elapsed, about 3 m 00 s left");
    }

    @Test
    void withoutAStartTimeNothingIsShown() {
        assertThat(ImageCard.timing(image(25, null), 60_000)).isEmpty();
    }

    private static ImageStatus image(int percent, @Nullable Long started) {
        return new ImageStatus("building", percent, "", started, List.of(), null, null, 0, null, null, List.of());
    }
}
