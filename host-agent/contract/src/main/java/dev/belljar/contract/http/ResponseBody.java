package dev.belljar.contract.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;

/// The body of a response: of a known length, in chunks, or up to the end of the stream. Closing it closes the stream.
/// Not safe for several threads.
///
/// A body that ends too early is an `EOFException`, a malformed one a `ProtocolException`.
public final class ResponseBody extends InputStream {
    private static final int LONGEST_LINE = 64;

    private final InputStream in;
    private final boolean chunked;
    private final String length;
    private long left;
    private boolean first = true;
    private boolean over;

    /// The body that follows a head with these fields in the stream.
    public ResponseBody(InputStream in, HeaderFields fields) {
        this.in = in;
        this.chunked = fields.first("transfer-encoding").equalsIgnoreCase("chunked");
        this.length = chunked ? "0" : fields.first("content-length");
        this.left = length.isEmpty() ? Long.MAX_VALUE : length.matches("[0-9]{1,18}") ? Long.parseLong(length) : -1;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int count) throws IOException {
        if (left < 0) {
            throw new ProtocolException("the length of the response is not a number");
        }
        if (count == 0) {
            return 0;
        }
        if (chunked && left == 0 && !over) {
            nextChunk();
        }
        if (over || left == 0) {
            return -1;
        }
        int got = in.read(into, offset, (int) Math.min(count, left));
        if (got < 0 && !length.isEmpty()) {
            throw new EOFException("the response is incomplete");
        }
        left -= length.isEmpty() ? 0 : got;
        return got;
    }

    private void nextChunk() throws IOException {
        if (!first && !line().isEmpty()) {
            throw new ProtocolException("a chunk of the response is longer than announced");
        }
        first = false;
        String size = line().replaceFirst(";.*", "").strip();
        if (!size.matches("[0-9a-fA-F]{1,8}")) {
            throw new ProtocolException("a chunk of the response has an invalid length");
        }
        left = Long.parseLong(size, 16);
        over = left == 0;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int value = in.read(); value != '\n'; value = in.read()) {
            if (value < 0) {
                throw new EOFException("the response is incomplete");
            }
            if (line.length() >= LONGEST_LINE) {
                throw new ProtocolException("a line in the chunked response is too long");
            }
            line.append((char) value);
        }
        return line.toString().strip();
    }

    /// Bytes that can be read without waiting; these may be only the frame of a chunk.
    @Override
    public int available() throws IOException {
        return over ? 0 : (int) Math.clamp(in.available(), 0, Math.max(0, left));
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
