package dev.belljar.contract.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiskSizeTest {
    @ParameterizedTest
    @CsvSource({
        "40G,42949672960",
        "40 GiB,42949672960",
        "1.5g,1610612736",
        "512M,536870912",
        "5 GB,5000000000",
        "none,0"
    })
    void typedSizesAreRead(String words, long bytes) {
        assertThat(DiskSize.read(words)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "much", "-1G", "40", "40K", "1e9G", "9999999G", "0", "0G", "0.000 GiB"})
    void invalidSizesAreRefusedWithAnExample(String words) {
        assertThatThrownBy(() -> DiskSize.read(words)).hasMessageContaining("such as 40 GiB, or \"none\"");
    }

    @Test
    void shownSizesReadBack() {
        assertThat(DiskSize.words(32L << 30)).isEqualTo("32 GiB");
        assertThat(DiskSize.words(0)).isEqualTo("none");
        assertThat(DiskSize.read(DiskSize.words(1536L << 20))).isEqualTo(1536L << 20);
    }
}
