package dev.belljar.agent.inspect.http;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Replaces byte sequences in a stream that comes in pieces: bytes that could begin a sequence are held back
/// until more have come. Not safe for several threads.
public final class StreamReplacer {
    private static final byte[] NOTHING = new byte[0];

    /// Bytes to find, the bytes that replace them, and a name for the replacement.
    public record Swap(byte[] find, byte[] put, String name) {}

    private final List<Swap> swaps;
    private final boolean[] begins = new boolean[256];
    private final Set<String> done = new LinkedHashSet<>();
    private byte[] held = NOTHING;

    /// If several match at one place the longest counts; none may be empty.
    public StreamReplacer(List<Swap> swaps) {
        this.swaps = swaps.stream()
                .sorted(Comparator.comparingInt((Swap swap) -> swap.find().length)
                        .reversed())
                .toList();
        this.swaps.forEach(swap -> begins[swap.find()[0] & 0xff] = true);
    }

    /// The names of the replacements that were made so far.
    public Set<String> done() {
        return done;
    }

    /// The output for a piece, with bytes that were held back before it.
    public byte[] next(byte[] piece) {
        return run(joined(piece), false);
    }

    /// The output for the bytes that were held back; no more will come.
    public byte[] end() {
        return run(joined(NOTHING), true);
    }

    private byte[] joined(byte[] piece) {
        if (held.length == 0) {
            return piece;
        }
        byte[] both = Arrays.copyOf(held, held.length + piece.length);
        System.arraycopy(piece, 0, both, held.length, piece.length);
        held = NOTHING;
        return both;
    }

    private byte[] run(byte[] bytes, boolean last) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
        int copied = 0;
        int at = 0;
        while (at < bytes.length) {
            if (!begins[bytes[at] & 0xff]) {
                at++;
                continue;
            }
            Swap fits = null;
            boolean open = false;
            for (Swap swap : swaps) {
                int same = same(bytes, at, swap.find());
                if (same == swap.find().length) {
                    fits = swap;
                    break;
                }
                // A longer sequence may still match here: the shorter one must wait.
                open |= !last && at + same == bytes.length;
                if (open) {
                    break;
                }
            }
            if (open) {
                break;
            }
            if (fits == null) {
                at++;
            } else {
                out.write(bytes, copied, at - copied);
                out.writeBytes(fits.put());
                done.add(fits.name());
                at += fits.find().length;
                copied = at;
            }
        }
        out.write(bytes, copied, at - copied);
        held = Arrays.copyOfRange(bytes, at, bytes.length);
        return out.toByteArray();
    }

    /// How many bytes from `at` on match the beginning of `find`.
    private static int same(byte[] bytes, int at, byte[] find) {
        int most = Math.min(find.length, bytes.length - at);
        int mismatch = Arrays.mismatch(bytes, at, at + most, find, 0, most);
        return mismatch < 0 ? most : mismatch;
    }
}
