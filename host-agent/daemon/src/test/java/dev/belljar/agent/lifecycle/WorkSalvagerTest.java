package dev.belljar.agent.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.belljar.agent.journal.JournalCursor;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.SandboxEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the name of a salvage's event says what became of the work, so that no client must read the detail.
class WorkSalvagerTest {
    @TempDir
    private Path temp;

    private SandboxFixture host;
    private String id;

    @BeforeEach
    void open() throws Exception {
        host = new SandboxFixture(temp);
        id = host.running();
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void savedWorkIsNamedByItsRef() throws Exception {
        host.stop(id);
        assertThat(salvages())
                .extracting(SandboxEvent::name, SandboxEvent::detail)
                .containsExactly(tuple("saved", "refs/sandbox/salvage/" + id));
    }

    @Test
    void aStopWithoutNewWorkSaysThatThereIsNone() throws Exception {
        host.workspace().works(false);
        host.stop(id);
        assertThat(salvages()).extracting(SandboxEvent::name).containsExactly("none");
    }

    @Test
    void workThatCouldNotBeFetchedIsNotCalledSaved() throws Exception {
        host.workspace().saves(false);
        host.stop(id);
        assertThat(salvages()).extracting(SandboxEvent::name).containsExactly("failed");
    }

    private List<SandboxEvent> salvages() throws Exception {
        try (JournalCursor cursor = host.api().queries().journal(id).cursor(0, Set.of(EventType.SANDBOX))) {
            return cursor.next(100, Duration.ofSeconds(60)).stream()
                    .map(SandboxEvent.class::cast)
                    .filter(event -> event.op().equals("salvage"))
                    .toList();
        }
    }
}
