package dev.belljar.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.FileOp;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests what counts as use of a machine.
public class MachineActivityTest {
    private final AtomicLong nanos = new AtomicLong(-5);
    private final MachineActivity activity = new MachineActivity(nanos::get);

    @Test
    void anUnusedMachineIsIdleSinceItsStart() {
        pass(60);
        assertThat(activity.idle()).isEqualTo(Duration.ofSeconds(60));
        assertThat(activity.age()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void aRunningCommandCountsAsUse() {
        activity.begin();
        pass(90_000);
        assertThat(activity.idle()).isZero();
        activity.end();
        pass(10);
        assertThat(activity.idle()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void processorTimeCountsAsUse() {
        pass(60);
        activity.cpu(99);
        assertThat(activity.idle()).isEqualTo(Duration.ofSeconds(60));
        activity.cpu(100);
        assertThat(activity.idle()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/workspace/src/main.c", "/home/agent/notes"})
    void aChangeToAFileOfTheUserCountsAsUse(String path) {
        pass(60);
        activity.happened(changed(path));
        assertThat(activity.idle()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/var/log/journal/system", "/workspace/.git/index.lock", "/workspaces/x", ""})
    void aChangeToASystemFileDoesNotCountAsUse(String path) {
        pass(60);
        activity.happened(changed(path));
        assertThat(activity.idle()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void aRestartResetsIdleTimeAndAge() {
        pass(60);
        activity.restart();
        assertThat(activity.idle()).isZero();
        assertThat(activity.age()).isZero();
    }

    private void pass(long seconds) {
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    private static FileEvent changed(String path) {
        return new FileEvent(0, 0, 1, 1, "cc", FileOp.WRITE, path, null, 1);
    }
}
