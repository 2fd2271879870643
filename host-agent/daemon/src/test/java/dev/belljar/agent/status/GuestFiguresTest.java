package dev.belljar.agent.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.contract.view.process.SandboxGauges;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a guest which never answers delays no figures of others.
@Timeout(120)
class GuestFiguresTest {
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
    void aSilentGuestIsAskedOnceAndTheOthersFiguresArrive() throws Exception {
        String id = host.running();
        CountDownLatch answer = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        host.openers().link().whileListing(() -> {
            asked.incrementAndGet();
            try {
                answer.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        for (int i = 0; i < 3; i++) {
            assertThat(host.api().queries().gauges(id).sandboxes())
                    .extracting(SandboxGauges::id)
                    .containsExactly(id);
        }
        assertThat(asked).hasValue(1);
        answer.countDown();
        Awaitility.await().until(() -> {
            host.api().queries().gauges(id);
            return asked.get() > 1;
        });
    }
}
