package dev.belljar.agent.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.contract.operation.ApiOperations;
import dev.belljar.contract.operation.Operation;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.SandboxState;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that an operation is allowed exactly in the states of the sandbox that its definition names.
public class OperationStatesTest {
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

    @Test
    void eachStateAllowsWhatTheDefinitionsName() throws Exception {
        String id = host.create();
        assertAllowed(id, SandboxState.CREATED);
        host.start(id);
        assertAllowed(id, SandboxState.RUNNING);
        host.stop(id);
        assertAllowed(id, SandboxState.STOPPED);
    }

    private void assertAllowed(String id, SandboxState state) throws Exception {
        assertThat(host.api().sandboxes().get(id).status().state()).isEqualTo(state);
        List<? extends Operation<?, ?>> restricted = ApiOperations.all().stream()
                .filter(operation -> !operation.inEveryState())
                .toList();
        assertThat(restricted).hasSizeGreaterThan(8);
        for (Operation<?, ?> operation : restricted) {
            assertThat(allowed(id, operation))
                    .as("%s in %s", operation, state)
                    .isEqualTo(operation.states().contains(state));
        }
    }

    private boolean allowed(String id, Operation<?, ?> operation) throws InterruptedException {
        try {
            host.api().sandboxes().requireAllowed(id, operation);
            return true;
        } catch (BelljarException e) {
            assertThat(e.code()).isEqualTo(SandboxException.WRONG_STATE);
            return false;
        }
    }

    @Test
    void aRefusalNamesTheStateAndTheWayOut() throws Exception {
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
