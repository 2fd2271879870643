package dev.belljar.agent.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.event.SandboxEvent;
import dev.belljar.contract.sandbox.SandboxState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a cursor replays and then follows.
class FileCursorTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private FileJournal journal;

    @BeforeEach
    void open() throws Exception {
        journal = FileJournal.open(folder);
    }

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void aCursorCanStartAtEveryPosition() throws Exception {
        journal.appendFromGuest("boot", Events.numbered(1, 3_500));
        for (long after : new long[] {0, 1, 999, 1_000, 1_001, 2_345, 3_499, 3_500, 9_000}) {
            try (JournalCursor cursor = journal.cursor(after, Set.of())) {
                assertThat(Events.drain(cursor).stream().map(Event::seq))
                        .containsExactlyElementsOf(
                                LongStream.rangeClosed(after + 1, 3_500).boxed().toList());
            }
        }
    }

    @Test
    void onlyRequestedTypesAreRead() throws Exception {
        journal.appendFromGuest("boot", Events.numbered(1, 30));
        journal.append(Events.note("between"));
        try (JournalCursor cursor = journal.cursor(0, Set.of(EventType.FILE))) {
            assertThat(Events.drain(cursor))
                    .hasSize(10)
                    .allSatisfy(event -> assertThat(event.type()).isEqualTo(EventType.FILE));
        }
        try (JournalCursor cursor = journal.cursor(0, Set.of(EventType.GAP))) {
            assertThat(Events.drain(cursor)).isEmpty();
        }
    }

    @Test
    void aBatchIsNeverLargerThanRequested() throws Exception {
        journal.appendFromGuest("boot", Events.numbered(1, 25));
        try (JournalCursor cursor = journal.cursor(0, Set.of())) {
            assertThat(cursor.next(10, Duration.ZERO)).hasSize(10);
            assertThat(cursor.next(10, Duration.ZERO)).hasSize(10);
            assertThat(cursor.next(10, Duration.ZERO)).hasSize(5);
            assertThat(cursor.next(10, Duration.ofMillis(20))).isEmpty();
        }
    }

    @Test
    void followersSeeWhatIsAppendedWhileTheyWait() throws Exception {
        List<CompletableFuture<List<Long>>> followers = new ArrayList<>();
        for (int follower = 0; follower < 3; follower++) {
            followers.add(follow(journal.cursor(0, Set.of()), 300));
        }
        for (int first = 1; first <= 300; first += 20) {
            journal.appendFromGuest("boot", Events.numbered(first, 20));
        }
        for (CompletableFuture<List<Long>> follower : followers) {
            assertThat(follower.get(60, TimeUnit.SECONDS))
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, 300).boxed().toList());
        }
    }

    @Test
    void aFilteredFollowerSkipsOtherTypes() throws Exception {
        try (JournalCursor cursor = journal.cursor(0, Set.of(EventType.FILE))) {
            CompletableFuture<List<Event>> next = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> complete(next, cursor));
            journal.append(Events.exec(3));
            journal.append(Events.write("/seen"));
            assertThat(next.get(60, TimeUnit.SECONDS))
                    .containsExactly(Events.write("/seen").withSeq(2));
        }
    }

    @Test
    void closingTheJournalEndsACursorAfterItsLastEvent() throws Exception {
        journal.append(Events.note("last"));
        try (JournalCursor cursor = journal.cursor(0, Set.of())) {
            journal.close();
            assertThat(cursor.next(10, LONG)).hasSize(1);
            assertThatThrownBy(() -> cursor.next(10, LONG))
                    .isInstanceOfSatisfying(
                            JournalException.class, e -> assertThat(e.code()).isEqualTo(JournalException.CLOSED));
        }
    }

    private static void complete(CompletableFuture<List<Event>> future, JournalCursor cursor) {
        try {
            future.complete(cursor.next(10, LONG));
        } catch (JournalException | InterruptedException e) {
            future.completeExceptionally(e);
        }
    }

    private static CompletableFuture<List<Long>> follow(JournalCursor cursor, int count) {
        CompletableFuture<List<Long>> seen = new CompletableFuture<>();
        Thread.ofVirtual().name("follower").start(() -> {
            List<Long> seqs = new ArrayList<>();
            try (cursor) {
                while (seqs.size() < count) {
                    cursor.next(7, LONG).forEach(event -> seqs.add(event.seq()));
                }
                seen.complete(seqs);
            } catch (JournalException | InterruptedException e) {
                seen.completeExceptionally(e);
            }
        });
        return seen;
    }

    @Test
    void whatAnOlderVersionRecordedIsReadAsTheEventThatReplacesIt() throws Exception {
        journal.append(new SandboxEvent(0, 1, "state", null, "starting", "running", null, "ready in 9.1 s"));
        journal.append(Events.note("a note"));
        journal.append(Events.state("sb-1"));
        try (JournalCursor cursor = journal.cursor(0, Set.of(EventType.STATE))) {
            assertThat(Events.drain(cursor))
                    .hasSize(2)
                    .allSatisfy(event ->
                            assertThat(((HostEvent.StateChanged) event).to()).isEqualTo(SandboxState.RUNNING));
        }
        try (JournalCursor cursor = journal.cursor(0, Set.of(EventType.SANDBOX))) {
            assertThat(Events.drain(cursor)).extracting(Event::seq).containsExactly(2L);
        }
        try (JournalCursor cursor = journal.cursor(0, Set.of())) {
            assertThat(Events.drain(cursor))
                    .extracting(Event::type)
                    .containsExactly(EventType.STATE, EventType.SANDBOX, EventType.STATE);
        }
    }
}
