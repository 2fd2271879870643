package dev.belljar.agent.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.journal.Journal;
import dev.belljar.agent.journal.JournalCursor;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.SandboxState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests requests that come while a change of a sandbox's record is being written, such as the failure of its start.
@Tag("slow")
class UnwrittenChangeTest {
    private static final Set<Thread.State> WAITING = Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

    @TempDir
    private Path temp;

    private SandboxFixture host;

    @BeforeEach
    void open() throws Exception {
        host = new SandboxFixture(temp);
    }

    @AfterEach
    void close() {
        host.close();
    }

    /// The failure of a start must not be replaced by a stop of a machine that does not exist.
    @Test
    void aSandboxWhoseStartFailsWhileItIsDestroyedIsNotStoppedFirst() throws Exception {
        String id = host.create();
        List<SandboxState> states = whileItsStartFails(id, host.api().sandboxes()::destroyNow);
        assertThat(states).endsWith(SandboxState.STARTING, SandboxState.DESTROYED);
        assertThat(host.found(id)).isEmpty();
    }

    @Test
    void aStartThatFailsDoesNotRefuseADestroy() throws Exception {
        String id = host.create();
        List<SandboxState> states = whileItsStartFails(id, host.api().sandboxes()::destroy);
        assertThat(states).endsWith(SandboxState.STARTING, SandboxState.DESTROYED);
    }

    @Test
    void aStopKeepsTheProblemOfAStartThatFails() throws Exception {
        String id = host.create();
        List<SandboxState> states = whileItsStartFails(
                id,
                stopped -> assertThatThrownBy(() -> host.api().sandboxes().stop(stopped, false))
                        .hasMessage("sandbox shop is error: expected it to be starting or running"));
        assertThat(states).endsWith(SandboxState.STARTING);
        assertThat(host.record(id).problem())
                .isNotNull()
                .extracting(Problem::code)
                .isEqualTo("sandbox.ended");
    }

    /// A disk that does not respond must not make every later request wait.
    @Test
    void aSandboxWhoseChangeCannotBeWrittenIsBusy() throws Exception {
        String id = host.running();
        SandboxRuntime sandbox = host.registry().find(id);
        CountDownLatch writes = new CountDownLatch(1);
        CountDownLatch written = new CountDownLatch(1);
        Thread writer = Thread.ofVirtual()
                .start(() -> sandbox.change(record -> {
                    writes.countDown();
                    await(written);
                    return record;
                }));
        writes.await();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Object>> calls = List.of(() -> sandbox.requireAllowed(SandboxApi.STOP), sandbox::guest);
            for (Future<Object> call : callers.invokeAll(calls)) {
                assertThatThrownBy(call::get)
                        .hasMessageContaining("sandbox shop is busy")
                        .cause()
                        .isInstanceOfSatisfying(
                                SandboxException.class,
                                e -> assertThat(e.code()).isEqualTo(SandboxException.BUSY));
            }
        }
        written.countDown();
        writer.join();
        assertThat(sandbox.guest()).isNotNull();
    }

    private interface SandboxCall {
        void make(String id) throws Exception;
    }

    /// Makes the call while the failure of the sandbox's start is being written, and returns the states that were
    /// recorded besides that failure.
    private List<SandboxState> whileItsStartFails(String id, SandboxCall call) throws Exception {
        SandboxRuntime sandbox = host.registry().find(id);
        sandbox.move(SandboxState.STARTING, null, null);
        CountDownLatch fails = new CountDownLatch(1);
        CountDownLatch written = new CountDownLatch(1);
        Thread start = Thread.ofVirtual()
                .start(() -> sandbox.change(record -> {
                    fails.countDown();
                    return failed(record, written);
                }));
        fails.await();
        FutureTask<String> made = new FutureTask<>(() -> {
            call.make(id);
            return id;
        });
        Thread caller = Thread.ofVirtual().start(made);
        SandboxFixture.until(() -> WAITING.contains(caller.getState()));
        written.countDown();
        start.join();
        assertThat(made.get()).isEqualTo(id);
        Journal journal = host.found(id).isPresent()
                ? sandbox.observation().journal()
                : host.dependencies().records().hostJournal().journal();
        try (JournalCursor events = journal.cursor(0, Set.of(EventType.STATE))) {
            return events.next(1_000, Duration.ZERO).stream()
                    .map(event -> ((HostEvent.StateChanged) event).to())
                    .toList();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SandboxRecord failed(SandboxRecord record, CountDownLatch written) {
        await(written);
        Problem why = new SandboxException(SandboxException.ENDED, "no machine", null).problem();
        return record.withState(SandboxState.ERROR, 1, why);
    }
}
