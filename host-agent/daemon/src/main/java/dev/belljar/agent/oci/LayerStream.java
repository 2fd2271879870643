package dev.belljar.agent.oci;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;

/// A stream that computes the digest of what is read and tells how much it was.
final class LayerStream extends FilterInputStream {
    private final MessageDigest digest;
    private final ByteListener listener;

    /// Is told of bytes that were read, and may refuse to go on.
    interface ByteListener {
        void read(int bytes) throws IOException;
    }

    LayerStream(InputStream in, MessageDigest digest, ByteListener listener) {
        super(in);
        this.digest = digest;
        this.listener = listener;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = in.read(bytes, offset, length);
        if (read > 0) {
            digest.update(bytes, offset, read);
            listener.read(read);
        }
        return read;
    }

    /// Skipped bytes count as well.
    @Override
    public long skip(long bytes) throws IOException {
        byte[] buffer = new byte[Math.clamp(bytes, 1, 1 << 14)];
        long left = bytes;
        while (left > 0) {
            int read = read(buffer, 0, (int) Math.min(buffer.length, left));
            if (read < 0) {
                break;
            }
            left -= read;
        }
        return bytes - left;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    /// Reads the rest.
    void drain() throws IOException {
        byte[] buffer = new byte[1 << 14];
        int read = read(buffer, 0, buffer.length);
        while (read >= 0) {
            read = read(buffer, 0, buffer.length);
        }
    }

    byte[] computed() {
        return digest.digest();
    }
}
