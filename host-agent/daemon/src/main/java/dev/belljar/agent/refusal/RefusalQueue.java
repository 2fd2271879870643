package dev.belljar.agent.refusal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The refusals that the guest was not told yet. Repeats are one line with a count, and of different ones it holds at
/// most `MOST`; further ones are only counted. So a guest that makes any number of attempts fills neither the memory of
/// the host nor the guest link. Not safe for several threads.
final class RefusalQueue {
    /// Together with the limits of texts in `RefusalReader`, this keeps a batch below what the guest accepts at once.
    static final int MOST = 48;

    private static final int MOST_COUNTED = 1_000_000_000;
    private final Map<RefusalLine, RefusalLine> waiting = new LinkedHashMap<>();
    private int others;
    private long lastOther;

    void add(RefusalLine line) {
        RefusalLine alike = line.alike();
        RefusalLine before = waiting.remove(alike);
        if (before != null) {
            waiting.put(alike, line.times(sum(before.amount(), line.amount())));
        } else if (waiting.size() < MOST) {
            waiting.put(alike, line);
        } else {
            others = sum(others, line.amount());
            lastOther = line.time();
        }
    }

    private static int sum(int one, int other) {
        return (int) Math.min((long) one + other, MOST_COUNTED);
    }

    boolean isEmpty() {
        return waiting.isEmpty() && others == 0;
    }

    /// Removes all lines and returns them, the newest last.
    List<RefusalLine> drain() {
        List<RefusalLine> lines = new ArrayList<>(waiting.values());
        if (others > 0) {
            lines.add(more(lastOther, others));
        }
        waiting.clear();
        others = 0;
        return lines;
    }

    private static RefusalLine more(long time, @Nullable Integer count) {
        return new RefusalLine(
                time,
                "more",
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                RefusalLine.REFUSED,
                null,
                null,
                "There were more than could be listed.",
                null,
                null,
                count);
    }
}
