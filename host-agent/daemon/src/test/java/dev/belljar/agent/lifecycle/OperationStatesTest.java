package dev.belljar.agent.lifecycle;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.api.ApiServices;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.operation.ApiOperations;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.operation.FilesApi;
import dev.belljar.contract.operation.Operation;
import dev.belljar.contract.operation.PushApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SetupApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.codingagent.PromptCodingAgent;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.request.work.PrepareFiles;
import dev.belljar.contract.request.work.PushCommits;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests that the services allow an operation exactly in the states of the sandbox that its definition names,
/// also if the API did not check the state before.
@Tag("slow")
public class OperationStatesTest {
    private static final Map<Operation<?, ?>, ServiceCall> CALLS = Map.ofEntries(
            entry(SandboxApi.START, (services, id) -> services.sandboxes().start(id)),
            entry(SandboxApi.STOP, (services, id) -> services.sandboxes().stop(id, false)),
            entry(SandboxApi.EXEC, (services, id) -> services.access().guests().exec(id, ExecCommand.of("true"))),
            entry(SandboxApi.WORK, (services, id) -> services.queries().work(id, false)),
            entry(SandboxApi.DIFF, (services, id) -> services.queries().work(id, true)),
            entry(
                    SandboxApi.IDENTITY,
                    (services, id) -> services.snapshots().taken().identity(id)),
            entry(
                    EnvironmentApi.START_AGENT,
                    (services, id) -> services.access().agents().codingAgents().start(id, "shell", List.of())),
            entry(
                    EnvironmentApi.PROMPT_AGENT,
                    (services, id) -> services.access()
                            .agents()
                            .codingAgents()
                            .prompt(id, "shell", new PromptCodingAgent("true", List.of()))),
            entry(
                    EnvironmentApi.PAUSE_AGENT,
                    (services, id) ->
                            services.access().agents().codingAgents().states().pause(id, "claude", true)),
            entry(
                    EnvironmentApi.CONTINUE_AGENT,
                    (services, id) ->
                            services.access().agents().codingAgents().states().pause(id, "claude", false)),
            entry(SetupApi.BEGIN, (services, id) -> services.access().setups().begin(id)),
            entry(SyncApi.PLAN, (services, id) -> services.queries().plan(id)),
            entry(PushApi.PUSH, (services, id) -> services.queries().push(id, PushCommits.DRY_RUN)),
            entry(FilesApi.LIST, (services, id) -> services.access().files().list(id, List.of("a"))),
            entry(FilesApi.PREPARE, (services, id) -> {
                services.access().files().prepare(id, new PrepareFiles("/tmp/a", List.of("b")));
                return id;
            }),
            entry(
                    SnapshotApi.TAKE,
                    (services, id) -> services.snapshots().taken().snapshot(id, new TakeSnapshot("before", null))),
            entry(
                    SnapshotApi.BRANCH_NOW,
                    (services, id) -> services.snapshots().branches().branchNow(id, new BranchSandbox(null, 1))),
            entry(
                    StorageApi.MOVE,
                    (services, id) -> services.storage().retention().pack(id, StorageTier.COLD, true)),
            entry(
                    AccessApi.SESSION,
                    (services, id) -> services.access().sessions().session(id)),
            entry(
                    AccessApi.MACHINE_KEY,
                    (services, id) -> services.access().ssh().own(id)));

    @TempDir
    private Path temp;

    private int folders;

    /// Asks the service that carries an operation out for it.
    private interface ServiceCall {
        Object carriedOut(ApiServices services, String id) throws BelljarException, InterruptedException;
    }

    private static List<? extends Operation<?, ?>> restricted() {
        return ApiOperations.all().stream()
                .filter(operation -> !operation.inEveryState())
                .toList();
    }

    @Test
    void everyOperationThatAStateRefusesIsCalled() {
        assertThat(CALLS.keySet()).containsExactlyInAnyOrderElementsOf(restricted());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DESTROYED")
    void aStateAllowsWhatTheDefinitionsName(SandboxState state) throws Exception {
        try (SandboxInState refusing = new SandboxInState(state, null)) {
            for (Operation<?, ?> operation : restricted()) {
                if (!operation.states().contains(state)) {
                    assertThat(refusing.refuses(operation)).as("%s", operation).isTrue();
                    assertThat(refusing.state()).as("after %s", operation).isEqualTo(state);
                }
            }
        }
        for (Operation<?, ?> operation : restricted()) {
            if (operation.states().contains(state)) {
                try (SandboxInState allowing = new SandboxInState(state, operation)) {
                    assertThat(allowing.refuses(operation)).as("%s", operation).isFalse();
                }
            }
        }
    }

    /// A sandbox in error without a machine has nothing that could be stopped.
    @Test
    void aStopOfASandboxInErrorNeedsAMachine() throws Exception {
        try (SandboxFixture host = new SandboxFixture(temp)) {
            String id = host.running();
            host.driver().machine().end(false, "crashed");
            SandboxFixture.until(() -> host.state(id) == SandboxState.ERROR);
            assertThatThrownBy(() -> host.api().sandboxes().stop(id, false))
                    .hasMessage("sandbox shop is error: expected it to be starting or running");
            assertThat(host.api().sandboxes().stopNow(id).status().state()).isEqualTo(SandboxState.ERROR);
        }
    }

    @Test
    void aRefusalNamesTheStateAndTheWayOut() throws Exception {
        try (SandboxFixture host = new SandboxFixture(temp)) {
            String id = host.create();
            assertThatThrownBy(() -> host.api().sandboxes().requireAllowed(id, SandboxApi.EXEC))
                    .hasMessage("sandbox shop is created: expected it to be starting or running")
                    .extracting(e -> ((SandboxException) e).hint())
                    .isEqualTo("Start it with `belljar start shop`.");
            assertThatThrownBy(() -> host.api().sandboxes().requireAllowed(id, SandboxApi.STOP))
                    .hasMessage("`stop` is not allowed while sandbox shop is created");
            host.start(id);
            assertThatThrownBy(() -> host.api().sandboxes().requireAllowed(id, StorageApi.MOVE))
                    .hasMessage("sandbox shop is running: expected it to be stopped")
                    .extracting(e -> ((SandboxException) e).hint())
                    .isEqualTo("Stop it with `belljar stop shop`.");
        }
    }

    /// A sandbox that stays in one state until an operation changes it.
    private final class SandboxInState implements AutoCloseable {
        private final SandboxFixture host = new SandboxFixture(temp.resolve(Integer.toString(folders++)));
        private final RealProcess process = new RealProcess();
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch left = new CountDownLatch(1);
        private final String id;

        /// For a stop, a sandbox in error still has a machine; for anything else, it has none.
        SandboxInState(SandboxState state, @Nullable Operation<?, ?> operation) throws Exception {
            id = switch (state) {
                case CREATED -> host.create();
                case STARTING -> starting();
                case RUNNING -> running();
                case STOPPING -> stopping();
                case STOPPED -> stopped();
                case ERROR -> SandboxApi.STOP.equals(operation) ? unanswering() : crashed();
                case DESTROYED -> throw new IllegalArgumentException("a destroyed sandbox is in the trash");
            };
            assertThat(state()).isEqualTo(state);
        }

        private String starting() throws Exception {
            String made = host.create();
            host.workspace().whileDelivering(this::hold);
            host.api().sandboxes().start(made);
            reached.await();
            host.openers().link().executes();
            return made;
        }

        private String running() throws Exception {
            String made = host.running();
            host.openers().link().executes();
            return made;
        }

        private String stopping() throws Exception {
            String made = host.running();
            host.workspace().onceWhileSaving(this::hold);
            host.api().sandboxes().stop(made, false);
            reached.await();
            return made;
        }

        private String stopped() throws Exception {
            String made = host.running();
            host.stop(made);
            return made;
        }

        private String crashed() throws Exception {
            String made = host.running();
            host.driver().machine().end(false, "crashed");
            SandboxFixture.until(() -> host.state(made) == SandboxState.ERROR);
            return made;
        }

        /// The process of its machine runs but does not answer.
        private String unanswering() throws Exception {
            host.keep(host.left("mute", SandboxState.RUNNING).withDelivered());
            host.driver().mute(process.identity());
            return host.api().sandboxes().get("mute").id();
        }

        private void hold() {
            reached.countDown();
            try {
                left.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        SandboxState state() throws Exception {
            return host.state(id);
        }

        /// Whether the service refuses the operation for the state. One that waits for the state to end is not
        /// refused.
        boolean refuses(Operation<?, ?> operation) throws Exception {
            ServiceCall call = Objects.requireNonNull(CALLS.get(operation));
            ApiServices services = host.api();
            FutureTask<Object> asked = new FutureTask<>(() -> call.carriedOut(services, id));
            Thread thread = Thread.ofVirtual().name("operation").start(asked);
            Awaitility.await()
                    .atMost(Durations.TWO_MINUTES)
                    .until(() -> asked.isDone() || thread.getState() == Thread.State.WAITING);
            if (!asked.isDone()) {
                left.countDown();
            }
            try {
                Object _ = asked.get();
                return false;
            } catch (ExecutionException e) {
                return e.getCause() instanceof BelljarException refusal
                        && refusal.code().equals(SandboxException.WRONG_STATE);
            }
        }

        @Override
        public void close() {
            left.countDown();
            host.close();
            process.close();
        }
    }
}
