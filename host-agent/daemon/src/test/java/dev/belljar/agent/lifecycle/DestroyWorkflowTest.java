package dev.belljar.agent.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.belljar.agent.guest.GuestEvent;
import dev.belljar.agent.guest.GuestHello;
import dev.belljar.agent.guest.LinkState;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.FileOp;
import dev.belljar.contract.sandbox.Requirement;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.storage.DestroyResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that no way of destroying a sandbox loses work: it goes to the trash, which says whether the host has
/// fetched the work.
@Tag("slow")
public class DestroyWorkflowTest {
    @TempDir
    private Path temp;

    private final AtomicLong numbers = new AtomicLong();
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
    void aDiskWhoseWorkWasSavedByTheStopIsExpendable() throws Exception {
        String id = host.running();
        host.stop(id);
        assertThat(host.record(id).salvaged()).isTrue();
        DestroyResult destroyed = host.api().sandboxes().destroy(id);
        assertThat(destroyed.salvage()).isEqualTo("refs/sandbox/salvage/" + id);
        saved(id);
    }

    @Test
    void aSandboxThatNeverGotItsProjectIsExpendable() throws Exception {
        String id = host.create();
        assertThat(host.api().sandboxes().destroy(id).salvage()).isNull();
        saved(id);
    }

    @Test
    void theWorkOfARunningMachineIsFetchedFirst() throws Exception {
        String id = host.running();
        assertThat(host.api().sandboxes().destroy(id).salvage()).isNotNull();
        assertThat(host.driver().machine().lives()).isFalse();
        saved(id);
    }

    @Test
    void aFailedFetchFromARunningMachineKeepsTheDisk() throws Exception {
        String id = host.running();
        host.workspace().saves(false);
        trashed(id);
        assertThat(host.driver().machine().killed()).isTrue();
    }

    @Test
    void anUnreachableRunningMachineKeepsTheDisk() throws Exception {
        String id = host.running();
        host.openers().link().become(LinkState.CONNECTING);
        trashed(id);
    }

    @Test
    void aStopThatCouldNotSaveKeepsTheDisk() throws Exception {
        String id = host.running();
        host.workspace().saves(false);
        host.stop(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.STOPPED);
        trashed(id);
    }

    @Test
    void aStopWithoutALinkKeepsTheDisk() throws Exception {
        String id = host.running();
        host.openers().link().become(LinkState.CONNECTING);
        host.stop(id);
        trashed(id);
    }

    @Test
    void aGuestThatPoweredItselfOffKeepsTheDisk() throws Exception {
        String id = host.running();
        host.driver().machine().end(true, "the guest powered off");
        SandboxFixture.until(() -> host.record(id).state() == SandboxState.STOPPED);
        assertThat(host.record(id).problem()).isNull();
        trashed(id);
    }

    @Test
    void aMachineThatEndedUnobservedKeepsTheDisk() throws Exception {
        String id = host.running();
        host.stopAgent();
        host.keep(host.record(id).withState(SandboxState.STOPPING, 1, null));
        host.driver().machine().end(true, "the guest powered off");
        assertThat(host.state(id)).isEqualTo(SandboxState.STOPPED);
        trashed(id);
    }

    @Test
    void aStartThatWasCancelledAfterACrashKeepsTheDisk() throws Exception {
        String id = host.running();
        host.driver().machine().end(false, "QEMU exited without giving a reason");
        SandboxFixture.until(() -> host.record(id).state() == SandboxState.ERROR);
        host.openers().guestAnswers(false);
        host.api().sandboxes().start(id);
        host.stop(id);
        assertThat(host.record(id).problem()).isNull();
        assertThat(host.state(id)).isEqualTo(SandboxState.STOPPED);
        trashed(id);
    }

    @Test
    void workDoneAfterTheLastSavingKeepsTheDisk() throws Exception {
        String id = host.running();
        host.stop(id);
        host.start(id);
        assertThat(host.record(id).salvaged()).isFalse();
        host.workspace().saves(false);
        host.stop(id);
        trashed(id);
    }

    @Test
    void workWrittenAfterTheFetchKeepsTheDisk() throws Exception {
        String id = host.running();
        host.openers().link().whileSyncing(() -> happens(written("/workspace/late.txt")));
        host.stop(id);
        assertThat(host.record(id).salvaged()).isFalse();
        assertThat(host.api().sandboxes().destroy(id).detail()).contains("disk was not deleted");
    }

    @Test
    void aMachineKilledWhileItWritesKeepsTheDisk() throws Exception {
        String id = host.running();
        host.openers().link().whileSyncing(() -> happens(new GapEvent(0, 1, "lost", 3, "too many")));
        trashed(id);
    }

    @Test
    void aLinkThatBreaksWhileWorkIsSavedKeepsTheDisk() throws Exception {
        String id = host.running();
        host.openers().link().whileSyncing(() -> host.openers().observer().down("the link broke"));
        trashed(id);
    }

    @Test
    void aMachineWhoseWritesAreNotObservedKeepsTheDisk() throws Exception {
        String id = host.running();
        host.openers().observer().up(new GuestHello(1, "0", "boot", "6", "guest", 1, 0, false, false, false));
        trashed(id);
    }

    @Test
    void filesWrittenByTheFetchAreNoWork() throws Exception {
        String id = host.running();
        host.openers().link().whileSyncing(() -> {
            happens(written("/workspace/.git/objects/ab/cdef"));
            happens(written("/var/log/syslog"));
        });
        host.stop(id);
        assertThat(host.record(id).salvaged()).isTrue();
    }

    @Test
    void workWrittenWhileItIsSavedIsSavedOnceMore() throws Exception {
        String id = host.running();
        host.workspace().onceWhileSaving(() -> happens(written("/workspace/late.txt")));
        host.stop(id);
        assertThat(host.record(id).salvaged()).isTrue();
    }

    @Test
    void destroyNowKillsTheMachineAndKeepsItsDiskInTheTrash() throws Exception {
        String id = host.running();
        AtomicBoolean fetched = new AtomicBoolean();
        host.workspace().onceWhileSaving(() -> fetched.set(true));
        host.openers().link().whileSyncing(() -> fetched.set(true));
        Path disks = Files.createDirectories(host.folder(id).resolve("disk"));
        Files.writeString(disks.resolve("disk.qcow2"), "a disk");
        DestroyResult destroyed = host.api().sandboxes().destroyNow(id);
        assertThat(host.driver().machine().killed()).isTrue();
        assertThat(fetched).isFalse();
        assertThat(destroyed.salvage()).isNull();
        assertThat(destroyed.detail())
                .contains("was not fetched", host.trash(id).toString(), "trash restore " + id);
        assertThat(host.api().storage().trash().trash())
                .singleElement()
                .satisfies(item -> assertThat(item.saved()).isFalse());
        moved(id);
        host.api().storage().trash().restore(id);
        host.start(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
        host.stop(id);
        assertThat(host.record(id).salvaged()).isTrue();
    }

    @Test
    void stopNowKillsTheMachineAndKeepsItsDisk() throws Exception {
        String id = host.running();
        AtomicBoolean fetched = new AtomicBoolean();
        host.workspace().onceWhileSaving(() -> fetched.set(true));
        host.api().sandboxes().stopNow(id);
        host.settle(id);
        assertThat(fetched).isFalse();
        assertThat(host.driver().machine().killed()).isTrue();
        assertThat(host.state(id)).isEqualTo(SandboxState.STOPPED);
        assertThat(host.record(id).salvaged()).isFalse();
        assertThat(host.record(id).problem()).isNull();
    }

    @Test
    void aStopWithASlowFetchCanBeEndedAtOnce() throws Exception {
        String id = host.running();
        CountDownLatch begun = slowFetch();
        host.api().sandboxes().stop(id, false);
        begun.await();
        assertThat(host.api().sandboxes().get(id).status().requirements())
                .extracting(Requirement::name, Requirement::state)
                .containsExactly(
                        tuple("network", Requirement.State.MET),
                        tuple("work", Requirement.State.WAITING),
                        tuple("end", Requirement.State.PENDING));
        host.api().sandboxes().stopNow(id);
        host.settle(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.STOPPED);
        assertThat(host.driver().machine().killed()).isTrue();
        assertThat(host.record(id).salvaged()).isFalse();
        assertThat(host.api().sandboxes().destroy(id).detail()).contains("disk");
    }

    @Test
    void aHibernationWithASlowFetchCanBeEndedAtOnce() throws Exception {
        String id = host.running();
        CountDownLatch begun = slowFetch();
        host.api().sandboxes().stop(id, true);
        begun.await();
        host.api().sandboxes().stopNow(id);
        host.settle(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.STOPPED);
        assertThat(host.record(id).tier()).isNull();
    }

    @Test
    void aDestroyWithASlowFetchCanBeEndedAtOnce() throws Exception {
        String id = host.running();
        CountDownLatch begun = slowFetch();
        CompletableFuture<DestroyResult> destroying = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                destroying.complete(host.api().sandboxes().destroy(id));
            } catch (Exception e) {
                destroying.completeExceptionally(e);
            }
        });
        begun.await();
        DestroyResult atOnce = host.api().sandboxes().destroyNow(id);
        assertThat(atOnce.detail()).contains("was not fetched");
        assertThat(destroying.get(30, TimeUnit.SECONDS)).isEqualTo(atOnce);
        moved(id);
    }

    /// Makes the fetch of the work wait, and returns a latch that is counted down when it has begun.
    private CountDownLatch slowFetch() {
        CountDownLatch begun = new CountDownLatch(1);
        host.workspace().onceWhileSaving(() -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return begun;
    }

    private static FileEvent written(String path) {
        return new FileEvent(0, 1, 7, 1, "vi", FileOp.WRITE, path, null, 1);
    }

    private void happens(Event event) {
        try {
            host.openers().observer().events("boot", List.of(new GuestEvent(numbers.incrementAndGet(), event)));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void anInterruptedRemovalIsFinishedByTheNextHostAgent() throws Exception {
        host.left("gone", SandboxState.DESTROYED);
        Files.createDirectories(host.folder("gone").resolve("disk"));
        assertThat(host.api().sandboxes().list()).isEmpty();
        moved("gone");
    }

    private void saved(String id) throws Exception {
        assertThat(host.api().storage().trash().trash())
                .singleElement()
                .satisfies(item -> assertThat(item.saved()).isTrue());
        moved(id);
    }

    private void moved(String id) throws Exception {
        assertThat(host.folder(id)).doesNotExist();
        assertThat(host.trash(id)).isDirectory();
        forgotten(id);
    }

    private void trashed(String id) throws Exception {
        DestroyResult destroyed = host.api().sandboxes().destroy(id);
        assertThat(host.trash(id).resolve("events")).exists();
        assertThat(destroyed.detail())
                .contains("could be fetched", host.trash(id).toString());
        assertThat(host.api().storage().trash().trash())
                .singleElement()
                .satisfies(item -> assertThat(item.saved()).isFalse());
        moved(id);
    }

    private void forgotten(String id) throws Exception {
        assertThat(host.found(id)).isEmpty();
        assertThat(host.runtime(id)).doesNotExist();
        assertThat(host.api().sandboxes().list()).isEmpty();
    }
}
