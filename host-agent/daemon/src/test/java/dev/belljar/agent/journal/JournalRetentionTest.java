package dev.belljar.agent.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.Event.OpaqueEvent;
import dev.belljar.contract.event.EventType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a guest's flood of events deletes the guest's own old events, and no events of the host.
@Tag("slow")
class JournalRetentionTest {
    private static final long LIMIT = 64 << 10;
    private static final int BATCH = 40;

    @TempDir
    private Path folder;

    @Test
    void aFloodStaysWithinItsLimit() throws Exception {
        try (FileJournal journal = FileJournal.open(folder, LIMIT)) {
            for (int i = 0; i < 60; i++) {
                flood(journal, 1);
                assertThat(guestBytes()).isLessThan(LIMIT + LIMIT / 4);
            }
        }
    }

    @Test
    void droppedEventsAreCountedInGaps() throws Exception {
        try (FileJournal journal = FileJournal.open(folder, LIMIT)) {
            flood(journal, 60);
            long dropped = events(journal, Set.of(EventType.GAP)).stream()
                    .mapToLong(event -> ((GapEvent) event).count())
                    .sum();
            long kept = events(journal, Set.of(EventType.PROC, EventType.FILE)).size();
            assertThat(dropped).isPositive();
            assertThat(kept).isPositive();
            assertThat(dropped + kept).isEqualTo(60 * BATCH);
        }
    }

    @Test
    void factsOfTheHostAreNeverDropped() throws Exception {
        try (FileJournal journal = FileJournal.open(folder, LIMIT)) {
            for (int i = 0; i < 60; i++) {
                journal.append(Events.note("fact " + i));
                flood(journal, 1);
            }
            assertThat(events(journal, Set.of(EventType.SANDBOX))).hasSize(60);
        }
    }

    @Test
    void flowsAndGapsOfTheHostHaveTheirOwnLimit() throws Exception {
        try (FileJournal journal = FileJournal.open(folder, LIMIT)) {
            for (int i = 0; i < 2_000; i++) {
                journal.append(Events.flow(i));
                journal.append(new GapEvent(0, 1, "begin", 0, "no heartbeat"));
                if (i % 100 == 0) {
                    journal.append(Events.note("fact " + i));
                    flood(journal, 1);
                }
                assertThat(bytes("(network|gaps)\\..*")).isLessThan(LIMIT / 4 + LIMIT / 16);
            }
            assertThat(events(journal, Set.of(EventType.SANDBOX))).hasSize(20);
            assertThat(events(journal, Set.of(EventType.PROC))).isNotEmpty();
            assertThat(events(journal, Set.of(EventType.NET)).getLast())
                    .isInstanceOfSatisfying(
                            NetEvent.class, flow -> assertThat(flow.flow()).isEqualTo(1_999));
            assertThat(events(journal, Set.of(EventType.GAP)))
                    .anyMatch(event -> ((GapEvent) event).reason().contains("flows and gaps"));
            checkWhole(events(journal, Set.of()), journal.lastSeq());
        }
    }

    @Test
    void aDiskAtItsReserveTakesOnlyFactsOfTheHost() throws Exception {
        DiskReserve none = DiskReserve.of(Long.MAX_VALUE >> 1);
        try (FileJournal journal = FileJournal.open(folder, LIMIT, none)) {
            journal.append(Events.note("fact"));
            assertThatThrownBy(() -> journal.append(Events.flow(1))).hasMessageContaining("host disk reserve");
            assertThatThrownBy(() -> flood(journal, 1)).hasMessageContaining("host disk reserve");
            assertThat(events(journal, Set.of())).hasSize(1);
        }
    }

    @Test
    void gapsAmongTheFactsOfAnEarlierJournalAreStillRead() throws Exception {
        Files.writeString(
                folder.resolve("sandbox.jsonl"),
                "{\"type\":\"gap\",\"seq\":1,\"ts\":1,\"op\":\"begin\",\"count\":0,\"reason\":\"before\"}\n");
        try (FileJournal journal = FileJournal.open(folder, LIMIT)) {
            journal.append(new GapEvent(0, 1, "end", 0, "after"));
            assertThat(events(journal, Set.of(EventType.GAP)))
                    .extracting(event -> ((GapEvent) event).reason())
                    .containsExactly("before", "after");
        }
    }

    @Test
    void gapsThatAGuestReportsCountAgainstItsOwnLimit() throws Exception {
        try (FileJournal journal = FileJournal.open(folder, LIMIT)) {
            journal.append(Events.note("fact"));
            for (long first = 1; first < 6_000; first += 100) {
                List<NumberedEvent> said = new ArrayList<>();
                for (long number = first; number < first + 100; number += 2) {
                    said.add(new NumberedEvent(number, new GapEvent(0, 1, "lost", 1, "said the guest")));
                    said.add(new NumberedEvent(number + 1, new OpaqueEvent(0, 1, 77, "noise")));
                }
                journal.appendFromGuest("boot", said);
            }
            assertThat(guestBytes()).isLessThan(LIMIT + LIMIT / 4);
            assertThat(Files.readString(folder.resolve("sandbox.jsonl"))).doesNotContain("said the guest");
            assertThat(events(journal, Set.of(EventType.SANDBOX))).hasSize(1);
        }
    }

    @Test
    void numbersContinueWithoutDuplicatesAfterReopening() throws Exception {
        try (FileJournal journal = FileJournal.open(folder, LIMIT)) {
            flood(journal, 60);
        }
        try (FileJournal journal = FileJournal.open(folder, LIMIT)) {
            assertThat(journal.recorded("boot")).isEqualTo(60 * BATCH);
            long last = journal.lastSeq();
            journal.appendFromGuest("boot", Events.numbered(60 * BATCH - 10, 11));
            assertThat(journal.lastSeq()).isEqualTo(last);
            flood(journal, 60);
            assertThat(guestBytes()).isLessThan(LIMIT + LIMIT / 4);
            assertThat(parts("processes")).isEqualTo(parts("filesystem"));
        }
    }

    @Test
    void aCursorOfEveryTypeReadsEveryNumberOnce() throws Exception {
        try (FileJournal journal = FileJournal.open(folder, LIMIT)) {
            for (int i = 0; i < 60; i++) {
                journal.append(Events.note("fact " + i));
                flood(journal, 1);
            }
            checkWhole(events(journal, Set.of()), journal.lastSeq());
        }
        try (FileJournal journal = FileJournal.open(folder, LIMIT)) {
            checkWhole(events(journal, Set.of()), journal.lastSeq());
        }
    }

    @Test
    void aSlowCursorContinuesAfterDroppedEvents() throws Exception {
        try (FileJournal journal = FileJournal.open(folder, LIMIT)) {
            flood(journal, 5);
            try (JournalCursor slow = journal.cursor(0, Set.of(EventType.PROC, EventType.FILE, EventType.GAP))) {
                List<Event> seen = new ArrayList<>(slow.next(10, Duration.ZERO));
                flood(journal, 100);
                seen.addAll(Events.drain(slow));
                assertThat(seen.stream().map(Event::seq)).isSorted().doesNotHaveDuplicates();
                assertThat(seen.getLast().seq()).isEqualTo(journal.lastSeq());
                assertThat(seen.getFirst().seq()).isEqualTo(1);
            }
        }
    }

    @Test
    void aCursorFollowsAfterAllItsOldEventsWereDropped() throws Exception {
        try (FileJournal journal = FileJournal.open(folder, LIMIT);
                JournalCursor slow = journal.cursor(0, Set.of())) {
            flood(journal, 200);
            checkWhole(Events.drain(slow), journal.lastSeq());
            journal.append(Events.note("next"));
            assertThat(slow.next(1, Duration.ZERO)).hasSize(1);
        }
    }

    @Test
    void partsOutOfOrderAfterACrashAreStillDropped() throws Exception {
        try (FileJournal journal = FileJournal.open(folder, LIMIT)) {
            flood(journal, 20);
        }
        Files.move(folder.resolve("processes.jsonl"), folder.resolve("processes.400.jsonl"));
        try (FileJournal journal = FileJournal.open(folder, LIMIT)) {
            flood(journal, 100);
            assertThat(guestBytes()).isLessThan(LIMIT + LIMIT / 4);
            assertThat(folder.resolve("processes.400.jsonl")).doesNotExist();
        }
    }

    private static void checkWhole(List<Event> events, long last) {
        long expected = 1;
        for (Event event : events) {
            long stoodFor = event instanceof GapEvent gap && gap.reason().contains("are missing") ? gap.count() : 1;
            assertThat(event.seq()).isEqualTo(expected + stoodFor - 1);
            expected = event.seq() + 1;
        }
        assertThat(expected).isEqualTo(last + 1);
    }

    private static void flood(FileJournal journal, int batches) throws Exception {
        for (int i = 0; i < batches; i++) {
            journal.appendFromGuest("boot", Events.numbered(journal.recorded("boot") + 1, BATCH));
        }
    }

    private static List<Event> events(FileJournal journal, Set<EventType> types) throws Exception {
        try (JournalCursor cursor = journal.cursor(0, types)) {
            return Events.drain(cursor);
        }
    }

    private List<String> parts(String stem) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith(stem + "."))
                    .map(name -> name.substring(stem.length()))
                    .sorted()
                    .toList();
        }
    }

    private long guestBytes() throws IOException {
        return bytes("(?!(sandbox|network|gaps)\\.).*");
    }

    private long bytes(String name) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches(name))
                    .flatMapToLong(file -> LongStream.of(file.toFile().length()))
                    .sum();
        }
    }
}
