package dev.belljar.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.journal.FileJournal;
import dev.belljar.agent.journal.JournalCursor;
import dev.belljar.agent.sandbox.FakeConnectors;
import dev.belljar.agent.sandbox.FullJournal;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.SandboxEvent;
import dev.belljar.contract.sandbox.SandboxState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the host's own events survive a full disk or are counted as lost.
public class EventBacklogTest {
    private static final int MOST = 5;

    @TempDir
    private Path temp;

    private FullJournal journal;
    private final List<Long> losses = new CopyOnWriteArrayList<>();

    @BeforeEach
    void open() throws Exception {
        journal = new FullJournal(FileJournal.open(temp.resolve("events")));
    }

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void unwrittenEventsAreWrittenInOrderOnceThereIsSpace() throws Exception {
        EventBacklog backlog = new EventBacklog("shop", journal, MOST, losses::add, 5);
        journal.refuse(event -> true);
        for (int i = 1; i <= 3; i++) {
            backlog.append(note("fact " + i));
        }
        assertThat(journal.lastSeq()).isZero();
        journal.refuse(event -> false);
        assertThat(words(3)).containsExactly("fact 1", "fact 2", "fact 3");
        backlog.append(note("fact 4"));
        assertThat(words(4)).last().isEqualTo("fact 4");
    }

    @Test
    void eventsBeyondTheLimitAreCountedAsLost() throws Exception {
        EventBacklog backlog = new EventBacklog("shop", journal, MOST, losses::add, 5);
        journal.refuse(event -> true);
        for (int i = 1; i <= MOST + 7; i++) {
            backlog.append(note("fact " + i));
        }
        journal.refuse(event -> false);
        assertThat(words(MOST + 1)).containsExactly("fact 1", "fact 2", "fact 3", "fact 4", "fact 5", "lost 7");
    }

    @Test
    void aLossThatCannotBeRecordedYetIsRecordedLater() throws Exception {
        EventBacklog backlog = new EventBacklog("shop", journal, 0, losses::add, 5);
        journal.refuse(event -> event instanceof GapEvent);
        backlog.append(note("one"));
        backlog.append(note("two"));
        assertThat(journal.lastSeq()).isZero();
        journal.refuse(event -> false);
        assertThat(words(1)).containsExactly("lost 2");
        Awaitility.await().until(() -> losses.equals(List.of(2L)));
    }

    @Test
    void factsDoNotWaitForFlowsAndGaps() throws Exception {
        EventRecorder observation = new EventRecorder("sb-1", "shop", journal, new MachineActivity(System::nanoTime));
        observation.up(FakeConnectors.HELLO);
        journal.refuse(event -> event instanceof GapEvent);
        observation.down("no heartbeat");
        observation.state(SandboxState.RUNNING, SandboxState.STOPPING, null, null, null);
        assertThat(words(2)).last().isEqualTo("state");
        journal.refuse(event -> false);
        assertThat(words(3)).last().isEqualTo("begin 0");
    }

    private static SandboxEvent note(String detail) {
        return new SandboxEvent(0, 1, detail, null, null, null, null, null);
    }

    /// Waits for this many events, and returns their texts.
    private List<String> words(int count) throws Exception {
        try (JournalCursor cursor = journal.cursor(0, Set.of())) {
            List<String> words = new java.util.ArrayList<>();
            long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (words.size() < count && System.nanoTime() < deadline) {
                cursor.next(100, Duration.ofSeconds(1)).stream()
                        .map(EventBacklogTest::word)
                        .forEach(words::add);
            }
            return words;
        }
    }

    private static String word(Event event) {
        return switch (event) {
            case GapEvent gap -> gap.op() + " " + gap.count();
            case SandboxEvent note -> note.op();
            default -> event.type().word();
        };
    }
}
