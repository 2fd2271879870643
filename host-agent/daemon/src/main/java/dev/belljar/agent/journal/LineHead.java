package dev.belljar.agent.journal;

import dev.belljar.contract.event.EventType;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The first fields of a journal line, its type and its number, read without parsing the rest.
///
/// Every line that the journal writes begins with exactly the bytes `{"type":"<word>","seq":<number>,`, so any
/// other line is damaged.
record LineHead(EventType type, long seq) {
    private static final Map<EventType, byte[]> STARTS = starts();
    private static final int MOST_DIGITS = 18;

    /// The head of the line in `bytes[from, to)`, without its line feed; null if it is damaged.
    static @Nullable LineHead of(byte[] bytes, int from, int to) {
        if (to - from < 2 || bytes[to - 1] != '}') {
            return null;
        }
        for (Map.Entry<EventType, byte[]> start : STARTS.entrySet()) {
            if (startsWith(bytes, from, to, start.getValue())) {
                long seq = number(bytes, from + start.getValue().length, to);
                return seq > 0 ? new LineHead(start.getKey(), seq) : null;
            }
        }
        return null;
    }

    private static long number(byte[] bytes, int from, int to) {
        long number = 0;
        for (int at = from; at < to && at - from <= MOST_DIGITS; at++) {
            if (bytes[at] == ',') {
                return number;
            }
            if (bytes[at] < '0' || bytes[at] > '9') {
                return -1;
            }
            number = number * 10 + (bytes[at] - '0');
        }
        return -1;
    }

    private static boolean startsWith(byte[] bytes, int from, int to, byte[] start) {
        if (to - from < start.length) {
            return false;
        }
        // The prefix {"type":" is the same for all lines and the words differ, so comparing backwards is faster.
        for (int i = start.length - 1; i >= 0; i--) {
            if (bytes[from + i] != start[i]) {
                return false;
            }
        }
        return true;
    }

    private static Map<EventType, byte[]> starts() {
        Map<EventType, byte[]> starts = new EnumMap<>(EventType.class);
        for (EventType type : EventType.values()) {
            String start = "{\"type\":\"" + type.word() + "\",\"seq\":";
            starts.put(type, start.getBytes(StandardCharsets.US_ASCII));
        }
        return starts;
    }
}
