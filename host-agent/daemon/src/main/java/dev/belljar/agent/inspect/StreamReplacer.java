package dev.belljar.agent.inspect;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Puts other bytes in the place of some, in a stream that comes in pieces: what could be the beginning of one of
/// them is held back until more has come. Not safe for several threads.
final class StreamReplacer {
    private static final byte[] NOTHING = new byte[0];

    /// Bytes, what takes their place, and what that is called.
    record Swap(byte[] find, byte[] put, String name) {}

    private final List<Swap> swaps;
    private final boolean[] begins = new boolean[256];
    private final Set<String> done = new LinkedHashSet<>();
    private byte[] held = NOTHING;

    /// Of several that fit at one place the longest counts; none is empty.
    StreamReplacer(List<Swap> swaps) {
        this.swaps = swaps.stream()
                .sorted(Comparator.comparingInt((Swap swap) -> swap.find().length)
                        .reversed())
                .toList();
        this.swaps.forEach(swap -> begins[swap.find()[0] & 0xff] = true);
    }

    /// The names of what was put in place so far.
    Set<String> done() {
        return done;
    }

    /// What a piece becomes, with what was held back before it.
    byte[] next(byte[] piece) {
        return run(joined(piece), false);
    }

    /// What was held back, when no more will come.
    byte[] end() {
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
                // A longer one may still come to fit here: the shorter must wait for it.
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

    /// How many bytes from `at` on are those of `find`.
    private static int same(byte[] bytes, int at, byte[] find) {
        int most = Math.min(find.length, bytes.length - at);
        int mismatch = Arrays.mismatch(bytes, at, at + most, find, 0, most);
        return mismatch < 0 ? most : mismatch;
    }
}
