package dev.belljar.agent.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.journal.FileJournal;
import dev.belljar.agent.journal.JournalCursor;
import dev.belljar.agent.journal.NumberedEvent;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.SandboxEvent;
import dev.belljar.contract.view.timeline.Timeline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Measures a million events, and checks that the end of a long journal is read quickly.
@Tag("vm")
@Tag("alone")
class RecordingSpeedTest {
    private static final int MILLION = 1_000_000;

    @TempDir
    private Path folder;

    @Test
    void aLongJournalIsOpenedAndReadFromItsEnd() throws Exception {
        long start = System.nanoTime();
        try (FileJournal journal = FileJournal.open(folder.resolve("events"))) {
            for (int first = 1; first <= MILLION; first += 500) {
                journal.appendFromGuest("boot", batch(first));
            }
            printTime("append, 500 a batch, forced", start);
        }
        start = System.nanoTime();
        try (FileJournal journal = FileJournal.open(folder.resolve("events"));
                EventIndex index = EventIndex.open(folder.resolve("index.db"))) {
            printTime("open", start);
            long near = Long.MAX_VALUE;
            // The shortest of several times: a stall of the host would be longer than a single query.
            for (int look = 0; look < 5; look++) {
                start = System.nanoTime();
                try (JournalCursor cursor = journal.cursor(MILLION - 10, Set.of())) {
                    assertThat(cursor.next(100, Duration.ZERO).stream().map(Event::seq))
                            .hasSize(10);
                }
                near = Math.min(near, printTime("the last 10 of it", start));
            }
            start = System.nanoTime();
            try (JournalCursor cursor = journal.cursor(0, Set.of())) {
                for (List<Event> events = cursor.next(2_000, Duration.ZERO); !events.isEmpty(); ) {
                    events = cursor.next(2_000, Duration.ZERO);
                }
            }
            assertThat(near).isLessThan(printTime("replay", start) / 10);
            start = System.nanoTime();
            try (JournalIndexer indexer = JournalIndexer.start("s", journal, index)) {
                assertThat(indexer.awaitApplied(MILLION, Duration.ofMinutes(10)))
                        .isTrue();
            }
            printTime("index", start);
            start = System.nanoTime();
            assertThat(index.processes("s", 500).rows()).hasSizeGreaterThan(499);
            printTime("processes", start);
            TimelinePeriod whole = new TimelinePeriod(0, System.currentTimeMillis(), null, null, null, 240, 200);
            start = System.nanoTime();
            Timeline timeline = index.timeline("s", whole);
            printTime("timeline, whole", start);
            assertThat(timeline.processTotal()).isPositive();
            assertThat(timeline.seq()).isEqualTo(MILLION);
            TimelinePeriod part = new TimelinePeriod(
                    0, System.currentTimeMillis(), timeline.end() - 60_000, timeline.end(), null, 240, 200);
            start = System.nanoTime();
            assertThat(index.timeline("s", part).width()).isEqualTo(1_000);
            printTime("timeline, one minute", start);
            start = System.nanoTime();
            assertThat(index.moment("s", timeline.end() - 30_000).marks()).isEmpty();
            printTime("moment", start);
        }
    }

    private static List<NumberedEvent> batch(int first) {
        IndexedStory story = new IndexedStory();
        for (int number = first; number < first + 500; number += 4) {
            story.fork(number, 1, number)
                    .exec(number, 1, number, "cc1", "-quiet", "-O2", "file" + number + ".c")
                    .add(SandboxEvent.note(number, "note", "guest", "a note"))
                    .exit(number, number, 0);
        }
        List<NumberedEvent> numbered = new ArrayList<>();
        for (Event event : story.events) {
            numbered.add(new NumberedEvent(first + numbered.size(), event));
        }
        return numbered;
    }

    private static long printTime(String what, long start) {
        long nanos = System.nanoTime() - start;
        System.out.printf("MEASURE %s: %,d ms%n", what, nanos / 1_000_000);
        return nanos;
    }
}
