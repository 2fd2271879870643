package dev.belljar.agent.guest.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Generator;
import dev.belljar.testing.property.Generators;
import dev.belljar.testing.property.IntRange;
import dev.belljar.testing.property.Property;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that frames are read as they were written, in whatever pieces they arrive, and that no length is
/// trusted.
class FrameReaderTest {
    @Test
    void writesTheBytesOfTheProtocol() {
        assertThat(new LinkFrame(7, LinkFrame.DATA, new byte[] {1, 'h', 'i'}).encoded())
                .isEqualTo(TestBytes.hex("00000008 00000007 12 01 68 69"));
        assertThat(LinkFrame.credit(3, 65_536).encoded()).isEqualTo(TestBytes.hex("00000009 00000003 13 00010000"));
        assertThat(LinkFrame.eof(3, 2).encoded()).isEqualTo(TestBytes.hex("00000006 00000003 14 02"));
        assertThat(LinkFrame.empty(9, LinkFrame.ABORT).encoded()).isEqualTo(TestBytes.hex("00000005 00000009 17"));
    }

    @Property(tries = 200)
    void readsWrittenFramesInPiecesOfAnySize(
            @ForAll("frames") List<LinkFrame> frames, @ForAll @IntRange(min = 1, max = 70_000) int part)
            throws Exception {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        frames.forEach(frame -> line.writeBytes(frame.encoded()));
        FrameReader reader = new FrameReader(TestBytes.inParts(line.toByteArray(), part));
        for (LinkFrame frame : frames) {
            LinkFrame read = reader.next();
            assertThat(read.stream()).isEqualTo(frame.stream());
            assertThat(read.type()).isEqualTo(frame.type());
            assertThat(Arrays.equals(read.payload(), frame.payload())).isTrue();
        }
        assertThatThrownBy(reader::next).isInstanceOf(EOFException.class);
    }

    Generator<List<LinkFrame>> frames() {
        Generator<byte[]> payload = Generators.bytes(0, 300);
        Generator<byte[]> large = Generators.of(new byte[LinkFrame.PAYLOAD_MOST], new byte[LinkFrame.PAYLOAD_MOST - 1]);
        Generator<LinkFrame> frame = choices -> new LinkFrame(
                (int) choices.upTo(Integer.MAX_VALUE),
                (int) choices.upTo(255),
                (choices.upTo(20) < 20 ? payload : large).next(choices));
        return frame.list(8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"00000000", "00000004", "00010006", "7fffffff", "80000005", "ffffffff", "42454c4c"})
    void anIllegalLengthBreaksTheConversation(String length) {
        FrameReader reader = new FrameReader(TestBytes.inParts(TestBytes.hex(length + "00000001 12 0000"), 100));
        assertThatThrownBy(reader::next)
                .isInstanceOfSatisfying(
                        GuestException.class, e -> assertThat(e.code()).isEqualTo(GuestException.BROKEN));
    }

    @Test
    void aStreamNumberAboveTheLargestBreaksTheConversation() {
        FrameReader reader = new FrameReader(TestBytes.inParts(TestBytes.hex("00000005 80000000 16"), 100));
        assertThatThrownBy(reader::next).isInstanceOf(GuestException.class).hasMessageContaining("stream number");
    }

    @Test
    void anEndInTheMiddleOfAFrameIsAHangUp() {
        FrameReader reader = new FrameReader(TestBytes.inParts(TestBytes.hex("00000008 00000007 12 01"), 100));
        assertThatThrownBy(reader::next).isInstanceOf(EOFException.class);
    }
}
