package dev.belljar.agent.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.sandbox.FakeImages;
import dev.belljar.agent.sandbox.FakeMachine;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.SandboxState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests starts and stops that run at the same time, fail, or find another image.
@Tag("slow")
public class StartAndStopTest {
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
    void aSandboxStartsAndStops() throws Exception {
        String id = host.running();
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
        assertThat(host.knows(id, host.driver().machine())).isTrue();
        host.stop(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.STOPPED);
        assertThat(host.record(id).machine().process()).isNull();
    }

    @Test
    void aBootThatTimesOutIsRetried() throws Exception {
        String id = host.create();
        host.openers().guestAnswers(false);
        host.api().sandboxes().start(id);
        SandboxFixture.until(host.openers()::listened);
        FakeMachine fruitless = host.driver().machine();
        host.openers().guestAnswers(true);
        host.later(Duration.ofSeconds(150));
        fruitless.awaitLooks(4);
        assertThat(fruitless.killed()).isFalse();
        host.later(Duration.ofSeconds(31));
        SandboxFixture.until(() -> host.state(id) == SandboxState.RUNNING);
        assertThat(fruitless.killed()).isTrue();
        assertThat(host.knows(id, host.driver().machine())).isTrue();
        assertThat(host.driver().booted()).hasSize(2);
    }

    @Test
    void theBootTimeoutStartsWithTheMachine() throws Exception {
        String id = host.create();
        host.openers().guestAnswers(false);
        host.driver().before(() -> host.later(Duration.ofMinutes(4)));
        host.api().sandboxes().start(id);
        SandboxFixture.until(host.openers()::listened);
        host.driver().machine().awaitLooks(4);
        assertThat(host.driver().machine().lives()).isTrue();
        assertThat(host.driver().booted()).hasSize(1);
        host.stop(id);
    }

    @Test
    void aBootThatHadItsShareOfTheProcessorsIsGivenUpSooner() {
        Duration minute = Duration.ofMinutes(1);
        Duration more = minute.plusMillis(1);
        assertThat(GuestBootWaiter.fruitless(2, minute, Duration.ofHours(1))).isFalse();
        assertThat(GuestBootWaiter.fruitless(2, more, Duration.ofSeconds(80))).isFalse();
        assertThat(GuestBootWaiter.fruitless(2, more, Duration.ofSeconds(81))).isTrue();
        assertThat(GuestBootWaiter.fruitless(2, Duration.ofMinutes(3), Duration.ZERO))
                .isFalse();
        assertThat(GuestBootWaiter.fruitless(2, Duration.ofMinutes(3).plusMillis(1), Duration.ZERO))
                .isTrue();
    }

    @Test
    void aStartFailsAfterItsLastBootTimesOut() throws Exception {
        String id = host.create();
        host.openers().guestAnswers(false);
        host.api().sandboxes().start(id);
        for (int boots = 1; boots <= 2; boots++) {
            int made = boots;
            SandboxFixture.until(() -> host.driver().booted().size() == made
                    && host.record(id).machine().process() != null);
            host.later(Duration.ofSeconds(181));
        }
        FakeMachine second = host.driver().machine();
        Awaitility.await().during(Durations.TWO_SECONDS).until(() -> !second.killed());
        host.later(Duration.ofMinutes(3));
        SandboxFixture.until(() -> host.state(id) == SandboxState.ERROR);
        assertThat(code(id)).isEqualTo("sandbox.not-ready");
        assertThat(host.driver().booted()).hasSize(2);
        assertThat(host.driver().machine().killed()).isTrue();
    }

    @Test
    void noMachineStartsWhoseRecordCannotBeWritten() throws Exception {
        String id = host.create();
        Path record = host.folder(id).resolve("sandbox.json");
        Files.delete(record);
        Files.createDirectories(record.resolve("in the way"));
        host.start(id);
        assertThat(host.driver().started()).isFalse();
        assertThat(host.state(id)).isEqualTo(SandboxState.ERROR);
        assertThat(host.api().sandboxes().get(id).status().problem())
                .extracting(Problem::code)
                .isEqualTo("sandbox.unrecorded");
        Files.delete(record.resolve("in the way"));
        Files.delete(record);
        host.start(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
    }

    @Test
    void aCrashIsAnErrorWhateverItsReason() throws Exception {
        String id = host.running();
        host.driver().machine().end(false, "the guest's kernel panicked");
        SandboxFixture.until(() -> host.record(id).state() != SandboxState.RUNNING);
        assertThat(host.state(id)).isEqualTo(SandboxState.ERROR);
        assertThat(code(id)).isEqualTo("sandbox.ended");
    }

    @Test
    void aStopDuringTheLastStepOfAStartIsNoError() throws Exception {
        String id = host.create();
        host.workspace().whileDelivering(() -> {
            while (!Thread.interrupted()) {
                Thread.onSpinWait();
            }
        });
        host.api().sandboxes().start(id);
        SandboxFixture.until(
                () -> host.driver().started() && host.record(id).machine().process() != null);
        host.stop(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.STOPPED);
        assertThat(host.record(id).problem()).isNull();
        assertThat(host.driver().machine().lives()).isFalse();
    }

    @Test
    void aCancelledStartIsRecordedToItsEnd() throws Exception {
        String id = host.create();
        AtomicBoolean written = new AtomicBoolean();
        AtomicBoolean delivering = new AtomicBoolean();
        host.workspace().whileDelivering(() -> {
            delivering.set(true);
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
        });
        host.openers().whenLinkCloses(() -> written.set(recordOf(id).delivered()));
        host.api().sandboxes().start(id);
        SandboxFixture.until(delivering::get);
        host.stop(id);
        assertThat(written).isTrue();
    }

    private SandboxRecord recordOf(String id) {
        try {
            return host.record(id);
        } catch (BelljarException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aStartRightAfterAStopIsNotRefused() throws Exception {
        String id = host.running();
        for (int i = 0; i < 30; i++) {
            host.api().sandboxes().stop(id, false);
            SandboxFixture.until(() -> host.record(id).state() == SandboxState.STOPPED);
            host.start(id);
            assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
        }
    }

    @Test
    void aMachineWhoseNetworkCannotBeOpenedIsEnded() throws Exception {
        String id = host.create();
        host.openers().gatewayOpens(false);
        host.start(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.ERROR);
        assertThat(host.driver().machine().killed()).isTrue();
        assertThat(host.record(id).machine().process()).isNull();
    }

    @Test
    void aFolderThatCannotBeMadeIsNamed() throws Exception {
        String id = host.create();
        Files.writeString(host.folder(id).resolve("disk"), "in the way");
        host.start(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.ERROR);
        assertThat(code(id)).isEqualTo("sandbox.no-folder");
        assertThat(host.driver().started()).isFalse();
    }

    @Test
    void laterStartsBootTheImageOfTheFirst() throws Exception {
        String id = host.running();
        host.stop(id);
        host.images().becomes("two");
        host.start(id);
        assertThat(host.driver().booted()).containsExactly(FakeImages.image("one"), FakeImages.image("one"));
    }

    @Test
    void aMachineWhoseImageIsGoneIsNotBootedFromAnother() throws Exception {
        String id = host.running();
        host.stop(id);
        host.images().becomes("two");
        host.images().lose("one");
        host.start(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.ERROR);
        assertThat(code(id)).isEqualTo("sandbox.image-gone");
        assertThat(host.driver().booted()).hasSize(1);
    }

    @Test
    void anImageThatWasMadeAgainIsTheSame() throws Exception {
        String id = host.running();
        host.stop(id);
        host.images().lose("one");
        host.start(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
    }

    @Test
    void aSandboxThatIsStoppedAlreadyStaysSo() throws Exception {
        String id = host.create();
        assertThatThrownBy(() -> host.api().sandboxes().stop(id, false)).hasMessageContaining("is created");
        host.start(id);
        host.stop(id);
        host.stop(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.STOPPED);
    }

    @Test
    void aSandboxThatCannotHibernateKeepsRunningWithAHint() throws Exception {
        String id = host.running();
        host.driver().machine().saves(false);
        hibernate(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
        assertThat(host.driver().machine().lives()).isTrue();
        assertThat(host.record(id).salvaged()).isFalse();
        assertThat(code(id)).isEqualTo("vm.disk-full");
        assertThat(host.api().sandboxes().get(id).status().problem())
                .extracting(Problem::hint)
                .asString()
                .contains("Free some space", "belljar stop shop");
        assertThat(host.folder(id).resolve("disk/frozen.new")).doesNotExist();
        host.driver().machine().end(false, "QEMU exited without giving a reason");
        SandboxFixture.until(() -> host.record(id).state() == SandboxState.ERROR);
        assertThat(code(id)).isEqualTo("sandbox.ended");
    }

    @Test
    void aMachineThatEndsDuringAFailedHibernationIsAnError() throws Exception {
        String id = host.running();
        host.openers().link().whileSyncing(() -> host.driver().machine().end(false, "out of memory"));
        host.driver().machine().saves(false);
        hibernate(id);
        SandboxFixture.until(() -> host.record(id).state() == SandboxState.ERROR);
        assertThat(code(id)).isEqualTo("sandbox.ended");
    }

    @Test
    void aSandboxThatCouldNotHibernateIsShutDownWhenAsked() throws Exception {
        String id = host.running();
        host.driver().machine().saves(false);
        hibernate(id);
        host.stop(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.STOPPED);
        assertThat(host.record(id).problem()).isNull();
    }

    private void hibernate(String id) throws Exception {
        host.api().sandboxes().stop(id, true);
        host.settle(id);
    }

    private String code(String id) throws Exception {
        Problem problem = host.record(id).problem();
        return problem == null ? "" : problem.code();
    }
}
