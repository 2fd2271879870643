package dev.belljar.app.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeConverterTest {
    @ParameterizedTest
    @CsvSource({"8,8192", "8 GiB,8192", "8GB,8192", "8g,8192", "512 MiB,512", "512,512", "2048 mb,2048"})
    void aSizeIsReadInEitherUnit(String words, int mebibytes) {
        assertThat(new SizeConverter(1).fromString(words)).isEqualTo(mebibytes);
    }

    @ParameterizedTest
    @CsvSource({"much", "8 TB", "-1", "''", "99999999"})
    void textThatIsNoSizeLeavesTheValue(String words) {
        SizeConverter converter = new SizeConverter(4096);
        assertThat(converter.toString(6144)).isEqualTo("6 GiB");
        assertThat(converter.fromString(words)).isEqualTo(6144);
    }

    @Test
    void aSizeIsWrittenExactly() {
        assertThat(new SizeConverter(1).toString(8192)).isEqualTo("8 GiB");
        assertThat(new SizeConverter(1).toString(1536)).isEqualTo("1536 MiB");
    }
}
