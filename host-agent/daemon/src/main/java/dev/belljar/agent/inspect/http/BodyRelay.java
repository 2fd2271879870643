package dev.belljar.agent.inspect.http;

import dev.belljar.contract.http.HeaderFields;
import dev.belljar.contract.http.HttpFault;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Relays a body from one side to the other: reads its framing strictly, writes new framing, and may replace
/// bytes in it. Chunk extensions and trailers are left out. Not safe for several threads.
public final class BodyRelay {
    private static final int PIECE = 16 * 1024;
    private static final int LEAST_ROOM = 1024;
    private static final int LONGEST_LINE = 512;
    private static final int MOST_TRAILERS = 8 * 1024;
    private static final int LONGEST_SIZE = 15;
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LINE_END = {'\r', '\n'};

    private enum Part {
        SIZE,
        DATA,
        DATA_END,
        TRAILERS,
        REST,
        DONE
    }

    private final boolean chunked;
    private final boolean chunkedOut;
    private final @Nullable StreamReplacer replacer;
    private final BodySample sample;
    private final boolean sampleReplaced;
    private Part part;
    private long left;
    private long bytes;
    private int trailers;

    /// Relays a body with the framing `in`, in chunks if `chunkedOut`, else plain. The sample is taken after the
    /// replacement if `sampleReplaced`, else before it.
    public BodyRelay(
            BodyFraming in,
            boolean chunkedOut,
            @Nullable StreamReplacer replacer,
            BodySample sample,
            boolean sampleReplaced) {
        this.chunked = in instanceof BodyFraming.Chunked;
        this.chunkedOut = chunkedOut;
        this.replacer = replacer;
        this.sample = sample;
        this.sampleReplaced = sampleReplaced;
        this.part = switch (in) {
            case BodyFraming.None none -> Part.DONE;
            case BodyFraming.Length length -> Part.DATA;
            case BodyFraming.Chunked chunks -> Part.SIZE;
            case BodyFraming.UntilClose all -> Part.REST;
        };
        this.left = in instanceof BodyFraming.Length(long all) ? all : 0;
    }

    public boolean done() {
        return part == Part.DONE;
    }

    /// The number of bytes that were received so far.
    public long bytes() {
        return bytes;
    }

    /// Moves the bytes that can be moved; returns whether any were. `cut` means that no more bytes will come.
    ///
    /// @throws HttpFault when its framing is broken, or it ends too early
    public boolean move(ByteSpool from, boolean cut, ByteSpool to) throws HttpFault {
        boolean moved = false;
        while (part != Part.DONE && to.room() >= LEAST_ROOM && step(from, cut, to)) {
            moved = true;
        }
        if (cut && part != Part.DONE && part != Part.REST && to.room() >= LEAST_ROOM) {
            throw HttpFault.bad("the body ended too early");
        }
        return moved;
    }

    private boolean step(ByteSpool from, boolean cut, ByteSpool to) throws HttpFault {
        return switch (part) {
            case SIZE -> size(from);
            case DATA -> data(from, to);
            case DATA_END -> dataEnd(from);
            case TRAILERS -> trailer(from, to);
            case REST -> rest(from, cut, to);
            case DONE -> false;
        };
    }

    private boolean size(ByteSpool from) throws HttpFault {
        String line = line(from);
        if (line == null) {
            return false;
        }
        int end = line.indexOf(';');
        String digits = end < 0 ? line : line.substring(0, end);
        if (digits.isEmpty()
                || digits.length() > LONGEST_SIZE
                || !digits.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 0x80)
                || !HeaderFields.clean(line)) {
            throw HttpFault.bad("a chunk in the body has an invalid size");
        }
        left = Long.parseLong(digits, 16);
        part = left == 0 ? Part.TRAILERS : Part.DATA;
        return true;
    }

    private boolean data(ByteSpool from, ByteSpool to) {
        int count = (int) Math.min(left, Math.min(from.size(), piece(to)));
        if (count == 0) {
            return false;
        }
        pass(from, count, to);
        left -= count;
        if (left == 0 && chunked) {
            part = Part.DATA_END;
        } else if (left == 0) {
            end(to);
        }
        return true;
    }

    private boolean dataEnd(ByteSpool from) throws HttpFault {
        if (from.size() < 2) {
            return false;
        }
        if (from.at(0) != '\r' || from.at(1) != '\n') {
            throw HttpFault.bad("a chunk in the body is longer than its stated size");
        }
        from.drop(2);
        part = Part.SIZE;
        return true;
    }

    private boolean trailer(ByteSpool from, ByteSpool to) throws HttpFault {
        String line = line(from);
        if (line == null) {
            return false;
        }
        trailers += line.length() + 2;
        if (trailers > MOST_TRAILERS) {
            throw HttpFault.bad("the trailers after the last chunk are too long");
        }
        if (line.isEmpty()) {
            end(to);
        } else {
            HeaderFields _ = HeaderFields.parse(List.of(line), 1);
        }
        return true;
    }

    private boolean rest(ByteSpool from, boolean cut, ByteSpool to) {
        int count = Math.min(from.size(), piece(to));
        if (count > 0) {
            pass(from, count, to);
            return true;
        }
        if (cut) {
            end(to);
            return true;
        }
        return false;
    }

    /// The most bytes to take at a time: fewer if they are replaced, because they may grow.
    private int piece(ByteSpool to) {
        return replacer == null ? Math.min(PIECE, to.room()) : LEAST_ROOM;
    }

    private void pass(ByteSpool from, int count, ByteSpool to) {
        byte[] came = from.copy(0, count);
        from.drop(count);
        bytes += count;
        byte[] goes = replacer == null ? came : replacer.next(came);
        sample.add(sampleReplaced ? goes : came);
        write(goes, to);
    }

    private void end(ByteSpool to) {
        if (replacer != null) {
            byte[] tail = replacer.end();
            if (sampleReplaced) {
                sample.add(tail);
            }
            write(tail, to);
        }
        if (chunkedOut) {
            to.add(LAST_CHUNK);
        }
        part = Part.DONE;
    }

    private void write(byte[] bytes, ByteSpool to) {
        if (bytes.length == 0) {
            return;
        }
        if (chunkedOut) {
            to.add((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        }
        to.add(bytes);
        if (chunkedOut) {
            to.add(LINE_END);
        }
    }

    private static @Nullable String line(ByteSpool from) throws HttpFault {
        int most = Math.min(from.size(), LONGEST_LINE);
        for (int i = 0; i < most; i++) {
            if (from.at(i) == '\n') {
                if (i == 0 || from.at(i - 1) != '\r') {
                    throw HttpFault.bad("a line in the chunked body does not end with CR LF");
                }
                String line = new String(from.copy(0, i - 1), StandardCharsets.ISO_8859_1);
                from.drop(i + 1);
                return line;
            }
        }
        if (from.size() >= LONGEST_LINE) {
            throw HttpFault.bad("a line in the chunked body is too long");
        }
        return null;
    }
}
