package dev.belljar.agent.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.FileTrees;
import dev.belljar.agent.journal.JournalCursor;
import dev.belljar.agent.sandbox.FakeMachine;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.agent.sandbox.SandboxQuota;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.request.storage.SetQuota;
import dev.belljar.contract.request.storage.SetStorage;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.storage.SandboxStorage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that a sandbox above its disk limit is paused, and resumed when it may run again.
@Tag("slow")
public class StorageWatchTest {
    private static final long GIB = 1L << 30;

    @TempDir
    private Path temp;

    private SandboxFixture host;
    private String id = "";
    private @Nullable StorageWatch watch;

    @BeforeEach
    void open() throws Exception {
        host = new SandboxFixture(temp);
        id = host.running();
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void aMachineOverItsQuotaIsPausedUntilTheQuotaIsRaised() throws Exception {
        quota(GIB);
        look();
        assertThat(host.driver().machine().held()).isNull();
        diskTakes(GIB + 1);
        until(pausedFor("machine.disk-quota"));
        Problem shown =
                Objects.requireNonNull(host.api().sandboxes().get(id).status().problem());
        assertThat(shown.detail()).contains("of its 1 GiB disk quota", "(disk 1 GiB");
        assertThat(shown.hint()).contains("belljar storage set shop");
        assertThat(host.api().sandboxes().get(id).status().paused()).isEqualTo("disk quota");
        quota(2 * GIB);
        until(this::running);
        assertThat(host.api().sandboxes().get(id).status().paused()).isNull();
    }

    /// A compromised QEMU may claim to be paused.
    @Test
    void aPausedMachineThatGrowsIsStoppedByASignal() throws Exception {
        quota(GIB);
        diskTakes(GIB + 1);
        until(pausedFor("machine.disk-quota"));
        for (int i = 0; i < 3; i++) {
            look();
        }
        assertThat(host.driver().machine().suspended())
                .as("it stands as it says")
                .isFalse();
        diskTakes(GIB + (128L << 20));
        until(host.driver().machine()::suspended);
        assertThat(notes()).anyMatch(note -> note.contains("stopped with SIGSTOP"));
        for (int i = 0; i < 3; i++) {
            look();
        }
        assertThat(host.driver().machine().killed()).isFalse();
        quota(2 * GIB);
        until(this::running);
        assertThat(host.driver().machine().suspended()).isFalse();
    }

    @Test
    void aMachineThatDoesNotConfirmAPauseIsStoppedByASignal() throws Exception {
        quota(GIB);
        host.driver().machine().deaf(true);
        long begun = System.nanoTime();
        diskTakes(GIB + 1);
        until(host.driver().machine()::suspended);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
        host.driver().machine().deaf(false);
        quota(2 * GIB);
        until(this::running);
        assertThat(host.driver().machine().suspended()).isFalse();
    }

    /// Another process writes to its disk then.
    @Test
    void aMachineThatGrowsWithAStoppedProcessIsKilled() throws Exception {
        quota(GIB);
        diskTakes(GIB + 1);
        until(pausedFor("machine.disk-quota"));
        look();
        diskTakes(GIB + (128L << 20));
        FakeMachine machine = host.driver().machine();
        until(machine::suspended);
        look();
        diskTakes(GIB + (256L << 20));
        until(machine::killed);
        assertThat(machine.killed()).isTrue();
        SandboxFixture.until(() -> host.state(id) == SandboxState.ERROR);
        assertThat(host.state(id)).isEqualTo(SandboxState.ERROR);
    }

    /// A compromised QEMU may write other files beside its disk.
    @ParameterizedTest
    @ValueSource(ints = {1, 250})
    void aMachineThatCannotBeMeasuredIsPaused(int nameLength) throws Exception {
        Path own = Files.createDirectories(host.folder(id).resolve("disk/qemu"));
        Command.Output _ = Command.of(
                        "sh", "-c", "for i in $(seq 20); do mkdir $0; cd -P $0; done", "x".repeat(nameLength))
                .in(own)
                .check();
        until(pausedFor("machine.disk-unmeasured"));
        assertThat(host.api().sandboxes().get(id).status().paused()).isEqualTo("disk use unknown");
        FileTrees.delete(own.resolve("x".repeat(nameLength)));
        assertThat(own).isEmptyDirectory();
        until(this::running);
    }

    @Test
    void aMachineWithTooManyFilesIsPaused() throws Exception {
        Path own = Files.createDirectories(host.folder(id).resolve("disk/qemu"));
        for (int file = 0; file <= 10_000; file++) {
            Files.createFile(own.resolve("f" + file));
        }
        until(pausedFor("machine.disk-unmeasured"));
        FileTrees.delete(own);
        until(this::running);
    }

    @Test
    void snapshotsCountTowardsTheQuota() throws Exception {
        host.openers().link().executes();
        quota(GIB);
        host.api().snapshots().taken().snapshot(id, new TakeSnapshot("one", null));
        Path kept = temp.resolve("data/snapshots")
                .resolve(host.api()
                        .snapshots()
                        .taken()
                        .snapshots(null)
                        .getFirst()
                        .id());
        allocated(kept.resolve("ram"), GIB + 1);
        until(pausedFor("machine.disk-quota"));
        assertThat(host.api().storage().usage().storage(id).snapshots()).isGreaterThan(GIB);
        host.api().snapshots().taken().delete(String.valueOf(kept.getFileName()));
        until(this::running);
    }

    @Test
    void savesBeyondTheQuotaAreRefusedWithFigures() throws Exception {
        host.openers().link().executes();
        quota(2 * GIB);
        diskTakes(GIB);
        host.driver().machine().saveBytes(GIB + 1);
        assertThatThrownBy(() -> host.api().snapshots().taken().snapshot(id, new TakeSnapshot("more", null)))
                .hasMessageContaining("a snapshot needs up to 1 GiB more")
                .hasMessageContaining("(disk 1 GiB");
        assertThat(host.api().snapshots().taken().snapshots(null)).isEmpty();
        host.api().sandboxes().stop(id, true);
        host.settle(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
        assertThat(Objects.requireNonNull(
                                host.api().sandboxes().get(id).status().problem())
                        .detail())
                .contains("could not be hibernated", "hibernating needs up to 1 GiB more");
        host.stop(id);
        diskTakes(2 * GIB + 1);
        assertThatThrownBy(() -> host.api().sandboxes().start(id)).hasMessageContaining("the sandbox was not started");
        quota(4 * GIB);
        host.start(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
    }

    @Test
    void aHostDiskAtItsReservePausesEveryMachine() throws Exception {
        host.reserves(Long.MAX_VALUE >> 1);
        until(pausedFor("machine.disk-reserve"));
        assertThat(host.api().sandboxes().get(id).status().paused()).isEqualTo("host disk reserve");
        assertThat(host.api().host().host().checks())
                .anySatisfy(check -> assertThat(check.name() + " " + check.level() + " " + check.detail())
                        .startsWith("Disk fail")
                        .contains("sandboxes are paused"));
        assertThatThrownBy(() -> host.api().access().guests().exec(id, ExecCommand.of("true")))
                .hasMessageContaining("host disk reserve");
        host.reserves(0);
        until(this::running);
    }

    @Test
    void aPausedMachineResumesBrieflyToSaveItsWork() throws Exception {
        quota(GIB);
        diskTakes(GIB + 1);
        until(pausedFor("machine.disk-quota"));
        SandboxRuntime live = host.registry().find(id);
        live.beginEnd();
        until(() -> host.driver().machine().held() == null);
        diskTakes(GIB + GIB + 2);
        until(pausedFor("machine.disk-quota"));
        live.goesOn();
        assertThat(host.api().sandboxes().destroy(id).id()).isEqualTo(id);
    }

    @Test
    void aQuotaOutlivesTheHostAgentAndGoesWithTheSandbox() throws Exception {
        quota(3 * GIB);
        host.api().storage().usage().change(new SetStorage(GIB, null));
        host.stopAgent();
        SandboxStorage shown = host.api().storage().usage().storage("shop");
        assertThat(shown.quota()).isEqualTo(3 * GIB);
        assertThat(shown.own()).isTrue();
        assertThat(host.api().storage().usage().storage().quota()).isEqualTo(GIB);
        assertThat(host.api().storage().usage().reset("shop").quota()).isEqualTo(GIB);
        quota(5 * GIB);
        host.api().sandboxes().destroy(id);
        assertThat(host.api().storage().usage().storage().trash()).isPositive();
        host.api().storage().trash().empty(true);
        assertThat(Files.readString(temp.resolve("data/storage.json"))).doesNotContain(id);
        assertThat(host.api().storage().usage().storage().trash()).isZero();
    }

    /// A guest that sends as much as allowed with every fetch, repeatedly.
    @Test
    void fetchesStopAtTheQuotaAndGoOnWhenObjectsAreGone() throws Exception {
        AtomicLong objects = new AtomicLong();
        host.dependencies().quotas().counts((sandbox, project) -> objects.get());
        SandboxQuota fetches = new SandboxQuota(
                host.dependencies().records().catalog(), host.dependencies().quotas());
        quota(8 * GIB);
        int taken = 0;
        for (long room = fetches.room(id); objects.get() < 8 * GIB - GIB && taken < 100; room = fetches.room(id)) {
            objects.addAndGet(Math.min(room, 3 * GIB));
            taken++;
            if (room < 3 * GIB) {
                break;
            }
        }
        assertThat(taken).isEqualTo(3);
        assertThat(host.api().storage().usage().storage(id).used()).isBetween(8 * GIB, 8 * GIB + (1L << 20));
        assertThatThrownBy(() -> fetches.room(id))
                .isInstanceOf(SyncException.class)
                .hasMessageContaining("git objects 7.9 GiB")
                .hasMessageContaining("no more work is fetched");
        until(pausedFor("machine.disk-quota"));
        objects.set(GIB);
        assertThat(fetches.room(id)).isGreaterThan(6 * GIB);
        until(this::running);
        objects.set(9 * GIB);
        SandboxRuntime live = host.registry().find(id);
        live.move(SandboxState.STOPPING, null, null);
        assertThat(fetches.room(id)).as("work of a machine that ends").isEqualTo(Long.MAX_VALUE);
        live.move(SandboxState.STOPPED, null, null);
    }

    /// The storage watch of the host agent.
    private StorageWatch watch() throws BelljarException, InterruptedException {
        StorageWatch known = watch;
        if (known == null) {
            known = new StorageWatch(host.registry(), host.dependencies().quotas(), host.folders());
            watch = known;
        }
        return known;
    }

    private void quota(long bytes) throws Exception {
        assertThat(host.api().storage().usage().change(id, new SetQuota(bytes)).quota())
                .isEqualTo(bytes);
    }

    /// Makes the machine's disk take this many bytes of the host's.
    private void diskTakes(long bytes) throws Exception {
        allocated(host.folder(id).resolve("disk/console.log"), bytes);
    }

    /// Allocates the blocks without writing them, which takes no time.
    private static void allocated(Path file, long bytes) throws Exception {
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Command.of("fallocate", "-l", Long.toString(bytes), file.toString()).check();
    }

    /// True once the machine is paused and the sandbox reports it; the report follows shortly after the
    /// pause.
    private SandboxFixture.Condition pausedFor(String code) {
        return () -> {
            Problem why = host.driver().machine().held();
            Problem shown = host.registry().find(id).observation().pauseReason();
            return why != null
                    && shown != null
                    && why.code().equals(code)
                    && shown.code().equals(code);
        };
    }

    private List<String> notes() throws Exception {
        try (JournalCursor cursor = host.api().queries().journal(id).cursor(0, Set.of(EventType.SANDBOX))) {
            return cursor.next(1_000, Duration.ofSeconds(1)).stream()
                    .map(String::valueOf)
                    .toList();
        }
    }

    private boolean running() throws BelljarException, InterruptedException {
        return host.driver().machine().held() == null
                && host.registry().find(id).observation().pauseReason() == null;
    }

    private void until(SandboxFixture.Condition condition) throws Exception {
        SandboxFixture.until(() -> {
            watch().look();
            return condition.holds();
        });
        assertThat(condition.holds()).isTrue();
    }

    /// Checks the storage once, after the machine answered to earlier checks, and waits until the results were
    /// delivered.
    private void look() throws Exception {
        StorageWatch watch = watch();
        SandboxFixture.until(() -> !watch.tells());
        watch.look();
        SandboxFixture.until(() -> !watch.tells());
        assertThat(watch.tells()).isFalse();
    }
}
