package dev.belljar.app.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.CaptureStream;
import dev.belljar.contract.view.network.CaptureFigures;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.LinkedBlockingQueue;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a packet recording has a limit, is private, and leaves a valid file however it ends.
class PacketRecordingTest {
    private static final int HEADER = 24;
    private static final int PACKET = 16 + 100;

    @TempDir
    private Path folder;

    @Test
    void everyPacketIsWrittenToAFileOnlyTheOwnerCanRead() throws Exception {
        PacketRecording recording = run(pcap(3), 1 << 20);
        assertThat(recording.state()).isEqualTo(PacketRecording.RecordingState.SAVED);
        assertThat(recording.bytes()).isEqualTo(HEADER + 3 * PACKET);
        assertThat(Files.readAllBytes(recording.file())).isEqualTo(pcap(3));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(recording.file())))
                .isEqualTo("rw-------");
    }

    @Test
    void theLimitEndsTheRecordingBetweenTwoPackets() throws Exception {
        PacketRecording recording = run(pcap(10), HEADER + 2 * PACKET + PACKET / 2);
        assertThat(recording.state()).isEqualTo(PacketRecording.RecordingState.FULL);
        assertThat(Files.readAllBytes(recording.file())).isEqualTo(pcap(2));
    }

    @Test
    void anIncompletePacketIsLeftOut() throws Exception {
        byte[] whole = pcap(3);
        PacketRecording recording = run(java.util.Arrays.copyOf(whole, whole.length - 7), 1 << 20);
        assertThat(Files.readAllBytes(recording.file())).isEqualTo(pcap(2));
    }

    @Test
    void anImpossiblePacketLengthFailsTheRecording() throws Exception {
        ByteBuffer bytes = ByteBuffer.wrap(pcap(1)).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(HEADER + 8, Integer.MAX_VALUE);
        PacketRecording recording = run(bytes.array(), 1 << 20);
        assertThat(recording.state()).isEqualTo(PacketRecording.RecordingState.FAILED);
        assertThat(recording.problem()).contains("2,147,483,647");
    }

    @Test
    void stoppingKeepsWhatWasRecorded() throws Exception {
        Live in = new Live();
        PacketRecording recording = new PacketRecording(folder.resolve("live.pcap"), 1 << 20);
        Thread running = Thread.ofVirtual().start(() -> recording.run(new Opened(in)));
        in.queue.add(pcap(2));
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> recording.bytes() >= HEADER + 2 * PACKET);
        assertThat(recording.state()).isEqualTo(PacketRecording.RecordingState.RUNNING);
        recording.stop();
        running.join();
        assertThat(recording.state()).isEqualTo(PacketRecording.RecordingState.SAVED);
        assertThat(Files.readAllBytes(recording.file())).isEqualTo(pcap(2));
    }

    private PacketRecording run(byte[] bytes, long limit) {
        PacketRecording recording = new PacketRecording(folder.resolve("a.pcap"), limit);
        recording.run(new Opened(new ByteArrayInputStream(bytes)));
        return recording;
    }

    private static byte[] pcap(int packets) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(ByteBuffer.allocate(HEADER)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(0xa1b2c3d4)
                .array());
        for (int i = 0; i < packets; i++) {
            out.write(ByteBuffer.allocate(PACKET)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(i)
                    .putInt(0)
                    .putInt(100)
                    .putInt(100)
                    .array());
        }
        return out.toByteArray();
    }

    /// Blocks like a connection until it is closed.
    private static final class Live extends InputStream {
        final LinkedBlockingQueue<byte[]> queue = new LinkedBlockingQueue<>();
        private ByteArrayInputStream now = new ByteArrayInputStream(new byte[0]);

        @Override
        public int read() throws IOException {
            while (now.available() == 0) {
                try {
                    byte[] next = queue.take();
                    if (next.length == 0) {
                        throw new IOException("closed");
                    }
                    now = new ByteArrayInputStream(next);
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
            return now.read();
        }

        @Override
        public int read(byte[] to, int at, int most) throws IOException {
            if (most == 0) {
                return 0;
            }
            to[at] = (byte) read();
            return 1 + Math.max(0, now.read(to, at + 1, most - 1));
        }

        @Override
        public void close() {
            queue.add(new byte[0]);
        }
    }

    private record Opened(InputStream bytes) implements CaptureStream {
        @Override
        public CaptureFigures figures() {
            return new CaptureFigures("1", 0, 0);
        }

        @Override
        public void close() throws IOException {
            bytes.close();
        }
    }
}
