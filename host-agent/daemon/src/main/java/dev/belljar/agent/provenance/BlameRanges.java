package dev.belljar.agent.provenance;

import dev.belljar.agent.index.IndexException;
import dev.belljar.agent.recording.PathWrite;
import dev.belljar.contract.view.provenance.FileBlame;
import dev.belljar.contract.view.provenance.LineRange;
import dev.belljar.contract.view.provenance.LineWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Joins neighbouring lines of the same source to ranges, and lists their writers.
final class BlameRanges {
    private static final int MOST_WRITERS = 64;

    private final WriterHistory history;
    private final List<LineRange> ranges = new ArrayList<>();
    private final Map<WriterKey, NewestWrite> writers = new LinkedHashMap<>();
    private @Nullable LineSource last;
    private int lines;
    private boolean more;

    private record WriterKey(int pid, long start) {}

    /// A writer's place in the list, and its newest write to the file.
    private record NewestWrite(int place, PathWrite write) {}

    BlameRanges(WriterHistory history) {
        this.history = history;
    }

    /// Adds the next line.
    void add(LineSource source) {
        lines++;
        if (source.equals(last)) {
            LineRange range = ranges.removeLast();
            ranges.add(
                    new LineRange(range.first(), lines, range.origin(), range.at(), range.writers(), range.certain()));
            return;
        }
        last = source;
        List<Integer> places = new ArrayList<>();
        for (PathWrite write : source.writes()) {
            Integer place = place(write);
            if (place != null) {
                places.add(place);
            }
        }
        boolean certain = source.certain() && places.size() == source.writes().size();
        ranges.add(new LineRange(lines, lines, source.origin(), source.at(), places, certain));
    }

    private @Nullable Integer place(PathWrite write) {
        WriterKey key = new WriterKey(write.pid(), write.start());
        NewestWrite before = writers.get(key);
        if (before == null && writers.size() >= MOST_WRITERS) {
            more = true;
            return null;
        }
        if (before == null || before.write().at() < write.at()) {
            writers.put(key, new NewestWrite(before == null ? writers.size() : before.place(), write));
        }
        return before == null ? writers.size() - 1 : before.place();
    }

    /// All lines that were added, with their writers.
    FileBlame blame(String path, String text, boolean followed, List<String> notes) throws IndexException {
        List<LineWriter> all = new ArrayList<>();
        for (NewestWrite each : writers.values()) {
            all.add(history.of(each.write(), each.write().at()));
        }
        List<String> said = new ArrayList<>(notes);
        if (more) {
            said.add("More than 64 processes wrote the file; only the first ones are listed.");
        }
        return new FileBlame(path, text, ranges, all, followed, said);
    }
}
