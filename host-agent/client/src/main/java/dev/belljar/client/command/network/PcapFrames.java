package dev.belljar.client.command.network;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/// Copies a capture frame by frame, each in one write, so that the file is valid whenever the copy is ended.
final class PcapFrames {
    private static final int FILE_HEADER = 24;
    private static final int RECORD_HEADER = 16;
    private static final int LENGTH_AT = 8;
    private static final int LONGEST = 1 << 18;

    private final DataInputStream from;
    private final OutputStream to;
    private boolean ended;
    private long frames;

    PcapFrames(InputStream from, OutputStream to) {
        this.from = new DataInputStream(from);
        this.to = to;
    }

    /// Copies frames until the source ends or `end` is called.
    ///
    /// @throws IOException if the target cannot be written, or the source is not a capture
    void copy() throws IOException {
        byte[] header = new byte[FILE_HEADER];
        from.readFully(header);
        if (!write(header)) {
            return;
        }
        byte[] record = new byte[RECORD_HEADER];
        while (next(record)) {
            int length = ByteBuffer.wrap(record).getInt(LENGTH_AT);
            if (length < 0 || length > LONGEST) {
                throw new IOException(
                        "the capture is damaged: its next frame has an invalid length of " + length + " bytes");
            }
            byte[] whole = new byte[RECORD_HEADER + length];
            System.arraycopy(record, 0, whole, 0, RECORD_HEADER);
            from.readFully(whole, RECORD_HEADER, length);
            if (!write(whole)) {
                return;
            }
        }
    }

    private boolean next(byte[] record) throws IOException {
        try {
            from.readFully(record);
            return true;
        } catch (EOFException e) {
            return false;
        }
    }

    private synchronized boolean write(byte[] whole) throws IOException {
        if (ended) {
            return false;
        }
        to.write(whole);
        to.flush();
        frames += whole.length == FILE_HEADER && frames == 0 ? 0 : 1;
        return true;
    }

    /// Returns whether `end` was called.
    synchronized boolean ended() {
        return ended;
    }

    /// Stops the copy after the frame that is being written, and returns the number of written frames.
    synchronized long end() {
        ended = true;
        return frames;
    }
}
