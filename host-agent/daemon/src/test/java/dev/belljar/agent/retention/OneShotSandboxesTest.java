package dev.belljar.agent.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.sandbox.SandboxState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that nothing is left of a sandbox for one command, and that no other sandbox is touched.
class OneShotSandboxesTest {
    @TempDir
    private Path temp;

    private final AtomicLong nanos = new AtomicLong();
    private SandboxFixture host;
    private OneShotSandboxes oneShots;

    @BeforeEach
    void open() throws Exception {
        host = new SandboxFixture(temp);
        oneShots = opened();
    }

    private OneShotSandboxes opened() throws Exception {
        PermanentDeletion deletion = new PermanentDeletion(
                host.api().sandboxes(), host.api().storage().trash());
        return new OneShotSandboxes(host.registry(), deletion::run, nanos::get);
    }

    @AfterEach
    void close() {
        oneShots.close();
        host.close();
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
        oneShots.look();
    }

    private String created() throws Exception {
        Path project = Path.of(host.api().sandboxes().get(host.create()).spec().project());
        String id = host.api()
                .sandboxes()
                .create(new CreateSandbox(project.toString(), "once", 256, 1, 1024, null, false, false, true))
                .id();
        host.start(id);
        return id;
    }

    private void requireGone(String id) throws Exception {
        assertThat(host.registry().known(id)).isNull();
        assertThat(host.found(id)).isEmpty();
        assertThat(host.folder(id)).doesNotExist();
        assertThat(host.trash(id)).doesNotExist();
        assertThat(host.runtime(id)).doesNotExist();
    }

    @Test
    void clientThatIsGoneLosesItsSandbox() throws Exception {
        String id = created();
        oneShots.look();
        pass(OneShotSandboxes.LEASE.minusSeconds(1));
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
        pass(Duration.ofSeconds(1));
        requireGone(id);
    }

    @Test
    void renewedSandboxStays() throws Exception {
        String id = created();
        for (int i = 0; i < 5; i++) {
            oneShots.renew("once");
            pass(OneShotSandboxes.LEASE.minusSeconds(1));
        }
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
    }

    @Test
    void sandboxStaysWhileItsCommandRuns() throws Exception {
        String id = created();
        SandboxRuntime sandbox = host.registry().find(id);
        sandbox.observation().activity().begin();
        oneShots.look();
        pass(Duration.ofDays(1));
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
    }

    @Test
    void discardedSandboxLeavesNothing() throws Exception {
        String id = created();
        oneShots.discard("once");
        requireGone(id);
    }

    @Test
    void otherSandboxesAreNotTouched() throws Exception {
        String id = host.running();
        oneShots.look();
        pass(Duration.ofDays(30));
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
        assertThatThrownBy(() -> oneShots.discard("shop")).hasMessage("sandbox shop was not created for one command");
        assertThatThrownBy(() -> oneShots.renew("shop")).hasMessage("sandbox shop was not created for one command");
    }

    @Test
    void sandboxThatAKilledHostAgentLeftIsDeleted() throws Exception {
        String id = created();
        host.stopAgent();
        assertThat(host.registry().find(id).record().spec().oneShot())
                .as("it is stored")
                .isTrue();
        oneShots = opened();
        oneShots.start();
        SandboxFixture.until(() -> host.registry().known(id) == null && !Files.exists(host.folder(id)));
        requireGone(id);
    }
}
