package dev.belljar.agent.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.journal.FileJournal;
import dev.belljar.agent.journal.NumberedEvent;
import dev.belljar.contract.event.Event;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the indexer keeps the index up to date with its journal, whatever happens to the index.
class JournalIndexerTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private FileJournal journal;
    private EventIndex index;

    @BeforeEach
    void open() throws Exception {
        journal = FileJournal.open(folder.resolve("events"));
        index = EventIndex.open(folder.resolve("index.db"));
    }

    @AfterEach
    void close() {
        journal.close();
        index.close();
    }

    @Test
    void theIndexerCatchesUpAndThenFollows() throws Exception {
        append(5_000);
        try (JournalIndexer indexer = JournalIndexer.start("s", journal, index)) {
            assertThat(indexer.awaitApplied(5_000, LONG)).isTrue();
            append(10);
            assertThat(indexer.awaitApplied(5_010, LONG)).isTrue();
            assertThat(index.counts("s")).containsEntry("proc", 5_010L);
        }
    }

    @Test
    void theIndexerContinuesAfterARestart() throws Exception {
        append(100);
        try (JournalIndexer indexer = JournalIndexer.start("s", journal, index)) {
            assertThat(indexer.awaitApplied(100, LONG)).isTrue();
        }
        append(50);
        index.close();
        index = EventIndex.open(folder.resolve("index.db"));
        try (JournalIndexer indexer = JournalIndexer.start("s", journal, index)) {
            assertThat(indexer.awaitApplied(150, LONG)).isTrue();
            assertThat(index.counts("s")).containsEntry("proc", 150L);
        }
    }

    @Test
    void anIndexResetWhileInUseIsFilledAgain() throws Exception {
        append(300);
        try (JournalIndexer indexer = JournalIndexer.start("s", journal, index)) {
            assertThat(indexer.awaitApplied(300, LONG)).isTrue();
            index.reset();
            append(1);
            assertThat(indexer.awaitApplied(301, LONG)).isTrue();
            Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> index.applied("s") >= 301);
            assertThat(index.counts("s")).containsEntry("proc", 301L);
        }
    }

    @Test
    void rebuildingGivesTheSameAnswers() throws Exception {
        append(700);
        try (JournalIndexer indexer = JournalIndexer.start("s", journal, index)) {
            assertThat(indexer.awaitApplied(700, LONG)).isTrue();
            var before = index.processes("s", 1_000);
            indexer.rebuild();
            assertThat(index.processes("s", 1_000)).isEqualTo(before);
        }
    }

    @Test
    void damagedJournalLinesDoNotStopTheIndexer() throws Exception {
        append(20);
        journal.close();
        Path processes = folder.resolve("events/processes.jsonl");
        String text = Files.readString(processes);
        Files.writeString(processes, text.replace("\"seq\":7,", "seq:7,").replace("\"seq\":8,", "seq:8,"));
        journal = FileJournal.open(folder.resolve("events"));
        try (JournalIndexer indexer = JournalIndexer.start("s", journal, index)) {
            assertThat(indexer.awaitApplied(20, LONG)).isTrue();
            assertThat(index.counts("s")).containsEntry("proc", 18L).containsEntry("gap", 1L);
        }
    }

    @Test
    void anIndexIsRebuiltAlthoughOldEventsWereDropped() throws Exception {
        journal.close();
        journal = FileJournal.open(folder.resolve("events"), 64 << 10);
        for (int first = 1; first <= 4_000; first += 40) {
            journal.appendFromGuest("boot", numbered(first));
        }
        try (JournalIndexer indexer = JournalIndexer.start("s", journal, index)) {
            assertThat(indexer.awaitApplied(journal.lastSeq(), LONG)).isTrue();
            index.drop("s");
            indexer.rebuild();
            assertThat(index.processes("s", 10_000).total()).isBetween(1L, 3_999L);
        }
    }

    private static List<NumberedEvent> numbered(int first) {
        IndexedStory story = new IndexedStory();
        for (int pid = first; pid < first + 40; pid++) {
            story.exec(pid, 1, pid, "program");
        }
        return IntStream.range(0, 40)
                .mapToObj(i -> new NumberedEvent(first + i, story.events.get(i)))
                .toList();
    }

    @Test
    void aWaitEndsAtItsTimeoutOrWithTheIndexer() throws Exception {
        try (JournalIndexer indexer = JournalIndexer.start("s", journal, index)) {
            assertThat(indexer.awaitApplied(1, Duration.ofMillis(30))).isFalse();
            Thread.ofVirtual().start(indexer::close);
            assertThat(indexer.awaitApplied(1, LONG)).isFalse();
        }
    }

    private void append(int count) throws Exception {
        IndexedStory story = new IndexedStory();
        for (int pid = 1; pid <= count; pid++) {
            story.exec(pid, 1, journal.lastSeq() + pid, "program");
        }
        for (Event event : story.events) {
            journal.append(event);
        }
    }
}
