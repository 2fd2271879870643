package dev.belljar.agent.vm.qemu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.vm.DiskListener;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.qmp.QmpEvent;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a machine paused by a full host disk is reported once, and resumes automatically.
class DiskPauseTest {
    private static final QmpEvent FULL =
            new QmpEvent("BLOCK_IO_ERROR", Map.of("action", "stop", "nospace", true, "node-name", "disk"));

    @TempDir
    private Path disk = Path.of("");

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private DiskPause diskPause = new DiskPause("", disk);

    @BeforeEach
    void listen() {
        diskPause = new DiskPause("shop", disk, Duration.ofMillis(5));
        diskPause.listen(new Heard());
    }

    @AfterEach
    void close() {
        diskPause.close();
    }

    private final class Heard implements DiskListener {
        @Override
        public void stands(Problem why) {
            heard.add(why.code() + " " + why.detail());
        }

        @Override
        public void goesOn() {
            heard.add("goes on");
        }
    }

    @Test
    void aFullDiskIsReportedOnceAndAgainWhenThereIsSpace() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        diskPause.drive(room -> asked.incrementAndGet() < 3 ? "io-error" : "running");
        diskPause.accept(FULL);
        assertThat(next()).startsWith("machine.disk-full").contains(disk.toString(), "MiB free");
        assertThat(next()).isEqualTo("goes on");
        diskPause.accept(FULL);
        assertThat(next()).startsWith("machine.disk-full");
        assertThat(next()).isEqualTo("goes on");
    }

    @Test
    void aDiskFullAgainBeforeTheReplyKeepsThePause() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        diskPause.drive(room -> {
            if (asked.incrementAndGet() < 3) {
                diskPause.accept(FULL);
            }
            return "running";
        });
        diskPause.accept(FULL);
        assertThat(next()).startsWith("machine.disk-full");
        assertThat(next()).isEqualTo("goes on");
        assertThat(asked.get()).isEqualTo(3);
    }

    @Test
    void aMonitorThatDoesNotAnswerIsAskedAgain() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        diskPause.drive(room -> {
            if (asked.incrementAndGet() < 3) {
                throw new VmException(VmException.MONITOR, "gone", null, null);
            }
            return "running";
        });
        diskPause.begin();
        assertThat(next()).startsWith("machine.disk-full");
        assertThat(next()).isEqualTo("goes on");
    }

    @Test
    void requestsToAPausedMachineAreRefused() throws Exception {
        diskPause.refuse();
        diskPause.accept(FULL);
        assertThat(next()).startsWith("machine.disk-full");
        assertThatThrownBy(diskPause::refuse)
                .isInstanceOfSatisfying(
                        VmException.class, e -> assertThat(e.code()).isEqualTo(VmException.PAUSED));
    }

    @Test
    void aLateListenerIsNotifiedAtOnce() {
        DiskPause late = new DiskPause("shop", disk, Duration.ofDays(1));
        late.begin();
        assertThat(heard).isEmpty();
        late.listen(new Heard());
        assertThat(heard.poll()).startsWith("machine.disk-full");
        late.close();
    }

    /// Free space alone does not resume a machine that is paused for another reason.
    @Test
    void aPausedMachineIsReportedUntilItResumes() throws Exception {
        Problem quota = Problem.of(new ProblemCode("machine.disk-quota", 507), "paused", "over its quota", null);
        diskPause.hold(quota);
        diskPause.hold(quota);
        assertThat(next()).isEqualTo("machine.disk-quota over its quota");
        assertThatThrownBy(diskPause::refuse).hasMessage("over its quota");
        diskPause.drive(room -> "running");
        diskPause.accept(FULL);
        assertThat(next()).startsWith("machine.disk-full");
        assertThat(heard.poll(200, TimeUnit.MILLISECONDS)).isNull();
        assertThat(diskPause.held()).isEqualTo(quota);
        diskPause.release();
        assertThat(next()).isEqualTo("goes on");
        diskPause.refuse();
    }

    @Test
    void anErrorReportedToTheGuestDoesNotPauseTheMachine() throws Exception {
        diskPause.accept(new QmpEvent("BLOCK_IO_ERROR", Map.of("action", "report", "nospace", false)));
        diskPause.accept(new QmpEvent("STOP", Map.of()));
        diskPause.refuse();
        assertThat(heard).isEmpty();
    }

    private @Nullable String next() throws InterruptedException {
        return heard.poll(60, TimeUnit.SECONDS);
    }
}
