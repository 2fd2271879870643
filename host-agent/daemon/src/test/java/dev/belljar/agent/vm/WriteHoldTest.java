package dev.belljar.agent.vm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
class WriteHoldTest {
    private static final QmpEvent FULL =
            new QmpEvent("BLOCK_IO_ERROR", Map.of("action", "stop", "nospace", true, "node-name", "disk"));

    @TempDir
    private Path disk = Path.of("");

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private WriteHold standstill = new WriteHold("", disk);

    @BeforeEach
    void listen() {
        standstill = new WriteHold("shop", disk, Duration.ofMillis(5));
        standstill.listen(new Heard());
    }

    @AfterEach
    void close() {
        standstill.close();
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
        standstill.drive(room -> asked.incrementAndGet() < 3 ? "io-error" : "running");
        standstill.accept(FULL);
        assertThat(next()).startsWith("machine.disk-full").contains(disk.toString(), "MiB free");
        assertThat(next()).isEqualTo("goes on");
        standstill.accept(FULL);
        assertThat(next()).startsWith("machine.disk-full");
        assertThat(next()).isEqualTo("goes on");
    }

    @Test
    void aDiskFullAgainBeforeTheReplyKeepsThePause() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        standstill.drive(room -> {
            if (asked.incrementAndGet() < 3) {
                standstill.accept(FULL);
            }
            return "running";
        });
        standstill.accept(FULL);
        assertThat(next()).startsWith("machine.disk-full");
        assertThat(next()).isEqualTo("goes on");
        assertThat(asked.get()).isEqualTo(3);
    }

    @Test
    void aMonitorThatDoesNotAnswerIsAskedAgain() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        standstill.drive(room -> {
            if (asked.incrementAndGet() < 3) {
                throw new VmException(VmException.MONITOR, "gone", null, null);
            }
            return "running";
        });
        standstill.begin();
        assertThat(next()).startsWith("machine.disk-full");
        assertThat(next()).isEqualTo("goes on");
    }

    @Test
    void requestsToAPausedMachineAreRefused() throws Exception {
        standstill.refuse();
        standstill.accept(FULL);
        assertThat(next()).startsWith("machine.disk-full");
        assertThatThrownBy(standstill::refuse)
                .isInstanceOfSatisfying(
                        VmException.class, e -> assertThat(e.code()).isEqualTo(VmException.STANDS_STILL));
    }

    @Test
    void aLateListenerIsNotifiedAtOnce() {
        WriteHold late = new WriteHold("shop", disk, Duration.ofDays(1));
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
        standstill.hold(quota);
        standstill.hold(quota);
        assertThat(next()).isEqualTo("machine.disk-quota over its quota");
        assertThatThrownBy(standstill::refuse).hasMessage("over its quota");
        standstill.drive(room -> "running");
        standstill.accept(FULL);
        assertThat(next()).startsWith("machine.disk-full");
        assertThat(heard.poll(200, TimeUnit.MILLISECONDS)).isNull();
        assertThat(standstill.held()).isEqualTo(quota);
        standstill.release();
        assertThat(next()).isEqualTo("goes on");
        standstill.refuse();
    }

    @Test
    void anErrorReportedToTheGuestDoesNotPauseTheMachine() throws Exception {
        standstill.accept(new QmpEvent("BLOCK_IO_ERROR", Map.of("action", "report", "nospace", false)));
        standstill.accept(new QmpEvent("STOP", Map.of()));
        standstill.refuse();
        assertThat(heard).isEmpty();
    }

    private @Nullable String next() throws InterruptedException {
        return heard.poll(60, TimeUnit.SECONDS);
    }
}
