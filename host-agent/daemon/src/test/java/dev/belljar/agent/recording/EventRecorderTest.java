package dev.belljar.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.guest.GuestHello;
import dev.belljar.agent.journal.FileJournal;
import dev.belljar.agent.journal.JournalCursor;
import dev.belljar.agent.sandbox.FakeConnectors;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.EventType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that every gap in the observation of a guest has a beginning and an end.
public class EventRecorderTest {
    private static final GuestHello BLIND = new GuestHello(1, "0", "boot", "6", "guest", 1, 0, false, true, false);

    @TempDir
    private Path temp;

    @Test
    void processesThatCannotBeWatchedAreOneGapUntilTheyCan() throws Exception {
        assertThat(gaps(observation -> {
                    observation.up(BLIND);
                    observation.up(BLIND);
                    observation.up(FakeConnectors.HELLO);
                    observation.up(FakeConnectors.HELLO);
                }))
                .containsExactly("begin", "end");
    }

    @Test
    void aGapEndsWithItsMachine() throws Exception {
        assertThat(gaps(observation -> {
                    observation.up(BLIND);
                    observation.quiet();
                    observation.reset();
                    observation.up(FakeConnectors.HELLO);
                    observation.down("no heartbeat for 3 s");
                    observation.quiet();
                }))
                .containsExactly("begin", "end", "begin", "end");
    }

    private interface Story {
        void tell(EventRecorder observation);
    }

    private List<String> gaps(Story story) throws Exception {
        try (FileJournal journal = FileJournal.open(temp.resolve("events"))) {
            story.tell(new EventRecorder("sb-1", "shop", journal, new MachineActivity(System::nanoTime)));
            try (JournalCursor cursor = journal.cursor(0, Set.of(EventType.GAP))) {
                return cursor.next(100, Duration.ZERO).stream()
                        .map(event -> ((GapEvent) event).op())
                        .toList();
            }
        }
    }
}
