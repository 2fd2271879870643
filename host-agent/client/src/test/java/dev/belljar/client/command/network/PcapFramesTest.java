package dev.belljar.client.command.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// Tests that the written capture contains complete frames, however it ends.
class PcapFramesTest {
    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    private static byte[] capture(int frames) {
        ByteBuffer bytes = ByteBuffer.allocate(24 + frames * 26);
        bytes.putInt(0xa1b2_3c4d).putInt(0x0002_0004).putLong(0).putInt(65_600).putInt(1);
        for (int i = 0; i < frames; i++) {
            bytes.putLong(i).putInt(10).putInt(10).put(new byte[10]);
        }
        return bytes.array();
    }

    @Test
    void framesAreCopiedUntilTheSourceEnds() throws Exception {
        PcapFrames frames = new PcapFrames(new ByteArrayInputStream(capture(3)), file);
        frames.copy();
        assertThat(frames.end()).isEqualTo(3);
        assertThat(file.toByteArray()).isEqualTo(capture(3));
    }

    @Test
    void anIncompleteFrameIsLeftOut() {
        PcapFrames frames = new PcapFrames(new ByteArrayInputStream(Arrays.copyOf(capture(3), 24 + 70)), file);
        assertThatThrownBy(frames::copy).isInstanceOf(EOFException.class);
        assertThat(file.toByteArray()).isEqualTo(capture(2));
        assertThat(frames.end()).isEqualTo(2);
    }

    @Test
    void nothingIsWrittenAfterTheCaptureWasEnded() throws Exception {
        PcapFrames[] self = new PcapFrames[1];
        InputStream ending = new InputStream() {
            @Override
            public int read() {
                self[0].end();
                return -1;
            }

            @Override
            public int read(byte[] into, int from, int most) {
                return read();
            }
        };
        InputStream source = new SequenceInputStream(
                new ByteArrayInputStream(capture(1)),
                new SequenceInputStream(ending, new ByteArrayInputStream(new byte[26])));
        self[0] = new PcapFrames(source, file);
        self[0].copy();
        assertThat(file.toByteArray()).isEqualTo(capture(1));
    }

    @Test
    void aDamagedCaptureIsRefused() {
        byte[] damaged = capture(1);
        damaged[24 + 8] = 0x7f;
        assertThatThrownBy(() -> new PcapFrames(new ByteArrayInputStream(damaged), file).copy())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("damaged");
        assertThat(file.toByteArray()).isEqualTo(capture(0));
    }
}
