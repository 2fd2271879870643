package dev.belljar.agent.guest.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Property;
import dev.belljar.testing.property.Size;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that fields are read as they were written, and that a payload that does not consist of fields is
/// refused as a whole.
class PayloadFieldsTest {
    @Test
    void writesTheBytesOfTheProtocol() {
        assertThat(new FieldsWriter()
                        .put(FieldTag.ACKED, 258)
                        .put(FieldTag.CWD, "/w")
                        .payload())
                .isEqualTo(TestBytes.hex("0b 00000008 0000000000000102  2b 00000002 2f77"));
    }

    @Property(tries = 300)
    void readsWhatWasWritten(@ForAll long number, @ForAll byte[] seed, @ForAll @Size(max = 40) List<byte[]> words)
            throws Exception {
        FieldsWriter writer = new FieldsWriter().put(FieldTag.MONO_NS, number).put(FieldTag.SEED, seed);
        words.forEach(word -> writer.put(FieldTag.ARG, withoutNul(word)));
        PayloadFields fields = PayloadFields.of(writer.payload());
        assertThat(fields.integer(FieldTag.MONO_NS)).isEqualTo(number);
        assertThat(fields.bytes(FieldTag.SEED)).isEqualTo(seed);
        assertThat(fields.all(FieldTag.ARG)).hasSize(words.size());
        for (int i = 0; i < words.size(); i++) {
            assertThat(fields.all(FieldTag.ARG).get(i)).isEqualTo(withoutNul(words.get(i)));
        }
        assertThat(fields.has(FieldTag.CWD)).isFalse();
    }

    @Property(tries = 2_000)
    void anyOtherPayloadIsAProtocolError(@ForAll @Size(max = 200) byte[] payload) {
        try {
            PayloadFields fields = PayloadFields.of(payload);
            assertThat(fields.text(FieldTag.CWD, 100).length()).isLessThanOrEqualTo(400);
        } catch (GuestException e) {
            assertThat(e.code()).isEqualTo(GuestException.BROKEN);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "01",
                "01 00000008 00",
                "01 00000007 00000000000000",
                "01 ffffffff 00",
                "01 00000008 0000000000000001 01 00000008 0000000000000001",
                "03 00000002 6100",
                "03 00000000 03 00000000"
            })
    void malformedFieldsAreRefused(String hex) {
        assertThatThrownBy(() -> PayloadFields.of(TestBytes.hex(hex))).isInstanceOf(GuestException.class);
    }

    @Test
    void anOversizedMessageIsRefused() {
        byte[] fits = "m".repeat(512).getBytes(StandardCharsets.UTF_8);
        byte[] tooLong = "m".repeat(513).getBytes(StandardCharsets.UTF_8);
        assertThatCode(() -> PayloadFields.of(
                        new FieldsWriter().put(FieldTag.MESSAGE, fits).payload()))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> PayloadFields.of(
                        new FieldsWriter().put(FieldTag.MESSAGE, tooLong).payload()))
                .isInstanceOf(GuestException.class);
    }

    @Test
    void unknownTagsAreIgnoredButCounted() throws Exception {
        assertThat(PayloadFields.of(TestBytes.hex("c8 00000001 00  0b 00000008 0000000000000007"))
                        .integer(FieldTag.ACKED))
                .isEqualTo(7);
        assertThatCode(() -> PayloadFields.of(TestBytes.hex("c8 00000000".repeat(64))))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> PayloadFields.of(TestBytes.hex("c8 00000000".repeat(65))))
                .isInstanceOf(GuestException.class);
    }

    @Test
    void argumentsMayRepeatUpToALimit() throws Exception {
        assertThat(PayloadFields.of(TestBytes.hex("29 00000000".repeat(4_096))).all(FieldTag.ARG))
                .hasSize(4_096);
        assertThatThrownBy(() -> PayloadFields.of(TestBytes.hex("29 00000000".repeat(4_097))))
                .isInstanceOf(GuestException.class);
    }

    private static byte[] withoutNul(byte[] word) {
        byte[] clean = word.clone();
        for (int i = 0; i < clean.length; i++) {
            clean[i] = clean[i] == 0 ? 1 : clean[i];
        }
        return clean;
    }
}
