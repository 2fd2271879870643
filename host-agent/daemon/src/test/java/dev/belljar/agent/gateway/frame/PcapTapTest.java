package dev.belljar.agent.gateway.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.gateway.network.SetClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class PcapTapTest {
    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final SetClock clock = new SetClock();

    @Test
    void framesAreWrittenAsWiresharkReadsThem() {
        try (PcapTap tap = new PcapTap(file, 4, clock)) {
            tap.passed(true, ByteBuffer.wrap(new byte[] {1, 2, 3}));
            tap.passed(false, ByteBuffer.wrap(new byte[] {4, 5, 6, 7, 8}));
        }
        String time = "6553f100" + "00000000";
        assertThat(HexFormat.of().formatHex(file.toByteArray()))
                .isEqualTo("a1b23c4d" + "00020004" + "00000000" + "00000000" + "00000004" + "00000001"
                        + time + "00000003" + "00000003" + "010203"
                        + time + "00000004" + "00000005" + "04050607");
    }

    @Test
    void aHangingWriterDropsFramesWithoutBlocking() {
        CountDownLatch hanging = new CountDownLatch(1);
        OutputStream stuck = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                try {
                    hanging.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
        };
        try (PcapTap tap = new PcapTap(stuck, 100_000, clock)) {
            for (int i = 0; i < 1_000; i++) {
                tap.passed(true, ByteBuffer.allocate(60_000));
            }
            assertThat(tap.left()).isBetween(800L, 900L);
            hanging.countDown();
        }
    }

    @Test
    void aFailedWriteIsReportedOnClose() {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("disk full");
            }
        };
        PcapTap tap = new PcapTap(full, 100, clock);
        assertThatThrownBy(tap::close).isInstanceOf(UncheckedIOException.class).hasRootCauseMessage("disk full");
    }
}
