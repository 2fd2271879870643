package dev.belljar.agent.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.recording.MachineActivity;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.contract.request.sandbox.SetSandboxSettings;
import dev.belljar.contract.request.storage.SetRetention;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that idle machines are hibernated and packed, that machines in use are left alone, and that no work is
/// lost.
public class IdleReaperTest {
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
    void anIdleMachineIsStoppedAndItsWorkIsSaved() throws Exception {
        String id = host.running();
        host.later(Duration.ofMinutes(29));
        check();
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
        host.later(Duration.ofMinutes(1));
        check();
        host.settle(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.STOPPED);
        assertThat(host.record(id).salvaged()).isTrue();
    }

    @Test
    void aBusyMachineIsNeverIdle() throws Exception {
        String id = host.running();
        for (int minute = 0; minute < 90; minute++) {
            host.later(Duration.ofMinutes(1));
            activity(id).cpu(700);
            check();
        }
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
    }

    @Test
    void aMachineThatRunsACommandIsNeverStopped() throws Exception {
        String id = host.running();
        activity(id).begin();
        host.later(Duration.ofDays(30));
        check();
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
    }

    @Test
    void aMachineBeyondItsLifetimeIsStoppedOnceItIsQuiet() throws Exception {
        String id = host.running();
        host.later(Duration.ofDays(2));
        activity(id).touch();
        check();
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
        host.later(Duration.ofMinutes(2));
        check();
        host.settle(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.STOPPED);
    }

    @Test
    void aFailedHibernationIsRetriedAfterTheIdleTime() throws Exception {
        String id = host.running();
        host.driver().machine().saves(false);
        host.later(Duration.ofMinutes(30));
        check();
        host.settle(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
        assertThat(host.driver().machine().lives()).isTrue();
        assertThat(host.record(id).problem()).isNotNull();
        host.driver().machine().saves(true);
        host.later(Duration.ofMinutes(29));
        check();
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
        host.later(Duration.ofMinutes(1));
        check();
        host.settle(id);
        assertThat(host.record(id).tier()).isEqualTo(StorageTier.HOT);
    }

    @Test
    void aLimitOfZeroNeverStopsAMachine() throws Exception {
        host.keeps(Map.of("BELLJAR_IDLE_MINUTES", "0", "BELLJAR_LIFETIME_MINUTES", "0"));
        String id = host.running();
        host.later(Duration.ofDays(400));
        check();
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
    }

    @Test
    void changedLimitsApplyAtTheNextCheck() throws Exception {
        String id = host.running();
        host.api().storage().retention().retain(new SetRetention(10L, null, null, null, null, null));
        host.later(Duration.ofMinutes(9));
        check();
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
        host.later(Duration.ofMinutes(1));
        check();
        host.settle(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.STOPPED);
    }

    @Test
    void aSandboxCanHaveAnIdleTimeOfItsOwn() throws Exception {
        String id = host.running();
        var _ = host.api()
                .configuration()
                .settings()
                .change(id, new SetSandboxSettings(null, null, null, 60L, null, null, null, null, null, null, null));
        host.later(Duration.ofMinutes(59));
        check();
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
        host.later(Duration.ofMinutes(1));
        check();
        host.settle(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.STOPPED);
    }

    @Test
    void theNextHostAgentCountsIdleTimeFromItsStart() throws Exception {
        String id = host.running();
        host.later(Duration.ofDays(1));
        host.stopAgent();
        host.settle(id);
        check();
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
    }

    @Test
    void aStoppedSandboxBecomesColdAndIsThenTrashed() throws Exception {
        host.keeps(Map.of("BELLJAR_TRASH_DAYS", "30"));
        String id = stopped();
        host.later(Duration.ofDays(2));
        check();
        assertThat(host.record(id).tier()).isNull();
        host.later(Duration.ofDays(1));
        check();
        assertThat(host.record(id).tier()).isEqualTo(StorageTier.COLD);
        host.later(Duration.ofDays(7));
        check();
        assertThat(host.found(id)).isEmpty();
        assertThat(host.api().storage().trash().trash()).singleElement().satisfies(item -> {
            assertThat(item.id()).isEqualTo(id);
            assertThat(item.restorable()).isTrue();
            assertThat(item.salvage()).isNotNull();
        });
    }

    @Test
    void unsavedWorkIsNeitherPackedNorDeleted() throws Exception {
        String id = host.running();
        Files.createDirectories(host.folder(id).resolve("disk"));
        Files.writeString(host.folder(id).resolve("disk/disk.qcow2"), "a disk");
        host.workspace().saves(false);
        host.stop(id);
        host.later(Duration.ofDays(4));
        check();
        assertThat(host.driver().packed()).isEmpty();
        host.later(Duration.ofDays(4_000));
        check();
        check();
        assertThat(host.trash(id).resolve("disk/disk.qcow2")).hasContent("a disk");
    }

    @Test
    void aSandboxThatNeverStartedIsLeftAlone() throws Exception {
        String id = host.create();
        host.later(Duration.ofDays(400));
        check();
        assertThat(host.state(id)).isEqualTo(SandboxState.CREATED);
    }

    @Test
    void aChangedClockMakesNothingOld() {
        AtomicLong nanos = new AtomicLong(7);
        AtomicLong millis = new AtomicLong(1_000_000_000_000L);
        long since = millis.get();
        SteadyClock clock = new SteadyClock(() -> Instant.ofEpochMilli(millis.get()), nanos::get);
        millis.addAndGet(Duration.ofDays(365).toMillis());
        assertThat(clock.age(since)).isZero();
        nanos.addAndGet(Duration.ofHours(3).toNanos());
        assertThat(clock.age(since)).isEqualTo(Duration.ofHours(3));
        millis.set(since - Duration.ofDays(30).toMillis());
        assertThat(clock.age(since)).isZero();
        assertThat(clock.age(millis.get())).isZero();
    }

    @Test
    void aRecordFromTheFutureIsNotOld() throws Exception {
        String id = stopped();
        host.stopAgent();
        SandboxRecord record = host.record(id);
        host.keep(record.withState(
                SandboxState.STOPPED, record.since() + Duration.ofDays(1).toMillis(), null));
        host.later(Duration.ofHours(1));
        check();
        assertThat(host.record(id).tier()).isNull();
    }

    private String stopped() throws Exception {
        String id = host.running();
        Files.createDirectories(host.folder(id).resolve("disk"));
        Files.writeString(host.folder(id).resolve("disk/disk.qcow2"), "a disk");
        host.stop(id);
        return id;
    }

    /// The idle reaper of the host agent.
    static IdleReaper over(SandboxFixture host) throws Exception {
        return new IdleReaper(
                host.registry(),
                host.api().sandboxes(),
                host.api().storage().retention(),
                host.api().storage().trash(),
                host.retentions(),
                host.clock());
    }

    private void check() throws Exception {
        over(host).look();
    }

    private MachineActivity activity(String id) throws Exception {
        return host.registry().find(id).observation().activity();
    }
}
