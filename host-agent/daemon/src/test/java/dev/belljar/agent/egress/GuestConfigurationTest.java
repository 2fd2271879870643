package dev.belljar.agent.egress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the parts of a guest's configuration, which share files there, are set one after another.
class GuestConfigurationTest {
    @TempDir
    private Path temp;

    @Test
    void aPartWaitsUntilAnotherOfTheSameSandboxIsSet() throws Exception {
        try (SandboxFixture host = new SandboxFixture(temp)) {
            SandboxRuntime one = host.registry().find(host.create());
            SandboxRuntime other = host.registry()
                    .find(host.api()
                            .sandboxes()
                            .create(new CreateSandbox(
                                    one.project().toString(), "other", 256, 1, 1024, null, false, false))
                            .id());
            List<String> order = new CopyOnWriteArrayList<>();
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch go = new CountDownLatch(1);
            FutureTask<Boolean> first = new FutureTask<>(() -> GuestConfiguration.exclusively(one, () -> {
                begun.countDown();
                go.await();
                return order.add("first");
            }));
            FutureTask<Boolean> second =
                    new FutureTask<>(() -> GuestConfiguration.exclusively(one, () -> order.add("second")));
            Thread.ofPlatform().start(first);
            begun.await();
            Thread waiting = Thread.ofPlatform().start(second);
            assertThat(GuestConfiguration.exclusively(other, () -> order.add("other")))
                    .isTrue();
            SandboxFixture.until(() -> waiting.getState() == Thread.State.WAITING);
            go.countDown();
            assertThat(first.get()).isTrue();
            assertThat(second.get()).isTrue();
            assertThat(order).containsExactly("other", "first", "second");
        }
    }
}
