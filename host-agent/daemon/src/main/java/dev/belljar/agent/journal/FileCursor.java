package dev.belljar.agent.journal;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.SandboxEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A cursor that merges the files of a journal by event number. It has one buffer for each file it reads,
/// however long the journal is, and none while it waits for new events.
final class FileCursor implements JournalCursor {
    /// The bytes of lines after which one call of `next` returns: a guest makes lines of up to 64 KiB, and other
    /// threads may have to wait while they are read.
    private static final int MOST_BYTES = 128 << 10;

    private final Path folder;
    private final PublishedLength published;
    private final Set<EventType> types;
    /// The types of the lines that may hold such events: older versions recorded some of them as another type.
    private final Set<EventType> lines;
    private final boolean everything;
    private final List<Source> sources = new ArrayList<>();
    private long position;

    FileCursor(Path folder, List<LineFile> files, PublishedLength published, long afterSeq, Set<EventType> types) {
        this.folder = folder;
        this.published = published;
        this.types = types.isEmpty() ? EnumSet.allOf(EventType.class) : EnumSet.copyOf(types);
        this.everything = this.types.size() == EventType.values().length;
        this.lines = EnumSet.copyOf(this.types);
        if (this.types.stream().anyMatch(SandboxEvent.REPLACED::contains)) {
            this.lines.add(EventType.SANDBOX);
        }
        this.position = Math.max(0, afterSeq);
        for (int i = 0; i < files.size(); i++) {
            LineFile file = files.get(i);
            if (this.lines.stream().anyMatch(type -> FileNames.mayHold(file.path(), type))) {
                sources.add(new Source(i, new LineReader(file, file.offsetBefore(position))));
            }
        }
    }

    @Override
    public List<Event> next(int most, Duration patience) throws JournalException, InterruptedException {
        long left = patience.toNanos();
        while (true) {
            String closed = published.closed();
            PublishedLength.Extent extent = published.extent();
            List<Event> events = read(extent, most);
            if (!events.isEmpty()) {
                return events;
            }
            if (closed != null) {
                throw JournalException.closed(closed);
            }
            rest();
            if (left <= 0) {
                return events;
            }
            left = published.await(extent.lastSeq(), left);
        }
    }

    private List<Event> read(PublishedLength.Extent extent, int most) throws JournalException {
        List<Event> events = new ArrayList<>();
        try {
            long bytes = 0;
            while (events.size() < most && bytes < MOST_BYTES) {
                Source source = lowest(extent);
                if (source == null) {
                    break;
                }
                bytes += source.length();
                Event event = take(source);
                if (event != null) {
                    events.add(event);
                }
            }
        } catch (IOException e) {
            throw JournalException.unreadable(folder, e);
        }
        return events;
    }

    // Frees buffers and files: a cursor that follows waits most of the time, and there may be many.
    private void rest() throws JournalException {
        try {
            for (Source source : sources) {
                source.rest();
            }
        } catch (IOException e) {
            throw JournalException.unreadable(folder, e);
        }
    }

    private @Nullable Source lowest(PublishedLength.Extent extent) throws IOException {
        Source lowest = null;
        for (Source source : sources) {
            LineHead head = source.head(extent, position);
            if (head != null && (lowest == null || head.seq() < lowest.seq())) {
                lowest = source;
            }
        }
        return lowest;
    }

    // The next event in order: the source's line, or first the gap before it. Null for a type that was not
    // requested.
    private @Nullable Event take(Source source) {
        LineHead head = source.taken();
        long missing = head.seq() - position - 1;
        if (everything && missing > 0) {
            position = head.seq() - 1;
            return gap(
                    source,
                    position,
                    missing,
                    missing == 1
                            ? "a journal line is missing: it was removed to free space, or damaged"
                            : "%d journal lines are missing: they were removed to free space, or damaged"
                                    .formatted(missing));
        }
        position = head.seq();
        source.consume();
        if (!lines.contains(head.type())) {
            return null;
        }
        try {
            Event event = source.event();
            return types.contains(event.type()) ? event : null;
        } catch (JsonFault e) {
            return gap(source, head.seq(), 1, "a journal line is damaged: " + e.getMessage());
        }
    }

    private static GapEvent gap(Source source, long seq, long count, String reason) {
        return new GapEvent(seq, source.ts(), "lost", count, reason);
    }

    @Override
    public void close() {
        for (Source source : sources) {
            source.close();
        }
    }

    /// One file of the cursor, with one line read ahead, whose number takes part in the merge.
    private static final class Source {
        private final int file;
        private final LineReader reader;
        private @Nullable LineHead head;
        private long ts;

        Source(int file, LineReader reader) {
            this.file = file;
            this.reader = reader;
        }

        @Nullable
        LineHead head(PublishedLength.Extent extent, long after) throws IOException {
            while (head == null && reader.next(extent.lengths()[file])) {
                LineHead read = reader.oversized() ? null : LineHead.of(reader.bytes(), reader.from(), reader.to());
                if (read != null && read.seq() > after) {
                    head = read;
                }
            }
            return head;
        }

        long seq() {
            return taken().seq();
        }

        LineHead taken() {
            if (head == null) {
                throw new IllegalStateException("no line was read ahead");
            }
            return head;
        }

        void consume() {
            head = null;
        }

        Event event() throws JsonFault {
            Event read = ContractJson.read(line(), Event.class);
            Event event = read instanceof SandboxEvent noted ? noted.current() : read;
            ts = event.ts();
            return event;
        }

        void rest() throws IOException {
            if (head == null) {
                reader.rest();
            }
        }

        // A gap has no time: it gets the time of the last event before it in this file.
        long ts() {
            return ts;
        }

        /// The length of the line that was read ahead, in bytes.
        int length() {
            return reader.to() - reader.from();
        }

        private String line() {
            return new String(reader.bytes(), reader.from(), reader.to() - reader.from(), StandardCharsets.UTF_8);
        }

        void close() {
            try {
                reader.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
