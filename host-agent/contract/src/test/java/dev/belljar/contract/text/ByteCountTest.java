package dev.belljar.contract.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Tests that a gigabyte is a thousand million bytes everywhere, that a limit is shown as it was given, and that
/// a figure beside a limit has its unit.
class ByteCountTest {
    @Test
    void unitsArePowersOfAThousand() {
        assertThat(ByteCount.words(0)).isEqualTo("0 B");
        assertThat(ByteCount.words(999)).isEqualTo("999 B");
        assertThat(ByteCount.words(1_000)).isEqualTo("1.0 kB");
        assertThat(ByteCount.words(172_400_000)).isEqualTo("172.4 MB");
        assertThat(ByteCount.words(25_300_000_000L)).isEqualTo("25.3 GB");
        assertThat(ByteCount.words(1L << 30)).isEqualTo("1.1 GB");
        assertThat(ByteCount.words(Long.MAX_VALUE)).isEqualTo("9223.4 PB");
    }

    @Test
    void noFigureIsRoundedToAThousandOfItsUnit() {
        assertThat(ByteCount.words(999_949)).isEqualTo("999.9 kB");
        assertThat(ByteCount.words(999_950)).isEqualTo("1.0 MB");
        assertThat(ByteCount.words(999_999_999)).isEqualTo("1.0 GB");
    }

    @Test
    void aLimitIsWrittenExactly() {
        assertThat(ByteCount.ofMiB(256)).hasToString("256 MiB");
        assertThat(ByteCount.ofMiB(8_192)).hasToString("8 GiB");
        assertThat(ByteCount.ofMiB(1_536)).hasToString("1536 MiB");
    }

    @Test
    void aFigureBesideALimitHasItsUnitAndIsNeverRoundedUp() {
        assertThat(ByteCount.binaryWords(0)).isEqualTo("0 B");
        assertThat(ByteCount.binaryWords(1_023)).isEqualTo("1023 B");
        assertThat(ByteCount.binaryWords(1_536)).isEqualTo("1.5 KiB");
        assertThat(ByteCount.binaryWords(32L << 30)).isEqualTo("32 GiB");
        assertThat(ByteCount.binaryWords((32L << 30) - 1)).isEqualTo("31.9 GiB");
        assertThat(ByteCount.binaryWords(34_400_000_000L)).isEqualTo("32 GiB");
        assertThat(ByteCount.binaryWords(Long.MAX_VALUE)).isEqualTo("8191.9 PiB");
    }

    @Test
    void theFigureIsSeparateFromItsUnit() {
        assertThat(ByteCount.of(1_240_000)).isEqualTo(new ByteCount("1.2", "MB"));
    }
}
