package dev.belljar.app.action;

import dev.belljar.app.text.Texts;
import dev.belljar.client.AgentException;
import dev.belljar.client.CaptureStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/// A packet capture of a sandbox into a file that only its owner can read.
///
/// Only whole packets are written, so the file can be opened at any time, also after a crash.
public final class PacketRecording {
    private static final Texts TEXTS = Texts.of(PacketRecording.class);
    /// The state of a capture.
    public enum RecordingState {
        RUNNING,
        SAVED,
        /// The file reached its limit.
        FULL,
        FAILED
    }

    private static final int HEADER = 24;
    private static final int PACKET_HEADER = 16;
    private static final int LARGEST_PACKET = 256 << 10;
    private static final int LITTLE_MICRO = 0xd4c3b2a1;
    private static final int LITTLE_NANO = 0x4d3cb2a1;

    private final Path file;
    private final long limit;
    private volatile long bytes;
    private volatile RecordingState state = RecordingState.RUNNING;
    private volatile String problem = "";
    private volatile boolean stopping;
    private volatile @Nullable CaptureStream stream;

    PacketRecording(Path file, long limit) {
        this.file = file;
        this.limit = limit;
    }

    /// The file that is written.
    public Path file() {
        return file;
    }

    /// The current size of the file, in bytes.
    public long bytes() {
        return bytes;
    }

    /// The largest size of the file, in bytes.
    public long limit() {
        return limit;
    }

    public RecordingState state() {
        return state;
    }

    /// Why the capture failed; empty if it did not.
    public String problem() {
        return problem;
    }

    /// Ends the capture; the file stays.
    public void stop() {
        stopping = true;
        CaptureStream now = stream;
        if (now != null) {
            // Closing a stream may wait for its socket, and the FX thread must not wait.
            Thread.ofVirtual().name("belljar-pcap-stop").start(() -> close(now));
        }
    }

    private static void close(CaptureStream stream) {
        try {
            stream.close();
        } catch (IOException e) {
            // The reader of the stream gets the same error.
        }
    }

    /// Writes the packets of `opened` until it ends, [#stop()] is called, or the limit is reached.
    void run(CaptureStream opened) {
        stream = opened;
        boolean full = false;
        try (opened;
                OutputStream out = Files.newOutputStream(create(file), StandardOpenOption.WRITE)) {
            if (!stopping) {
                full = copy(new DataInputStream(opened.bytes()), out);
            }
        } catch (IOException e) {
            if (!stopping) {
                fail(String.valueOf(e.getMessage()));
                return;
            }
        }
        state = full ? RecordingState.FULL : RecordingState.SAVED;
    }

    void fail(AgentException e) {
        fail(e.problem().detail());
    }

    private void fail(String why) {
        problem = why;
        state = RecordingState.FAILED;
    }

    private static Path create(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        return Files.createFile(
                file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    /// Copies whole packets; returns true if the limit was reached.
    private boolean copy(DataInputStream in, OutputStream out) throws IOException {
        byte[] header = new byte[HEADER];
        in.readFully(header);
        int magic = ByteBuffer.wrap(header).getInt();
        ByteOrder order =
                magic == LITTLE_MICRO || magic == LITTLE_NANO ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        write(out, header);
        byte[] head = new byte[PACKET_HEADER];
        while (whole(in, head)) {
            int length = ByteBuffer.wrap(head).order(order).getInt(8);
            if (length < 0 || length > LARGEST_PACKET) {
                throw new IOException(TEXTS.get("capture.packet", length, LARGEST_PACKET));
            }
            byte[] packet = new byte[PACKET_HEADER + length];
            System.arraycopy(head, 0, packet, 0, PACKET_HEADER);
            try {
                in.readFully(packet, PACKET_HEADER, length);
            } catch (EOFException e) {
                return false;
            }
            if (bytes + packet.length > limit) {
                return true;
            }
            write(out, packet);
        }
        return false;
    }

    private static boolean whole(InputStream in, byte[] head) throws IOException {
        return in.readNBytes(head, 0, head.length) == head.length;
    }

    private void write(OutputStream out, byte[] data) throws IOException {
        out.write(data);
        // Only this thread writes the size; others read it.
        long more = bytes + data.length;
        bytes = more;
    }
}
