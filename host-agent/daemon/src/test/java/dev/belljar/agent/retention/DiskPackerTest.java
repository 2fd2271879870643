package dev.belljar.agent.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.lifecycle.SavedMemory;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.agent.vmstate.SavedState;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a hibernated machine is moved to smaller tiers, and can be resumed after every step.
public class DiskPackerTest {
    private static final String ID = "saved";
    private static final String MEMORY = "what was in memory ".repeat(1_000);

    @TempDir
    private Path temp;

    private SandboxFixture host;

    @BeforeEach
    void open() throws Exception {
        host = new SandboxFixture(temp);
        host.keep(host.left(ID, SandboxState.STOPPED)
                .withDelivered()
                .withSalvaged(true)
                .withImage("one")
                .withTier(StorageTier.HOT));
        Files.createDirectories(savedState());
        Files.writeString(disk(), "a disk");
        Files.writeString(savedState().resolve("ram"), MEMORY);
        Files.writeString(savedState().resolve("state"), "devices");
        SavedState.seal(savedState(), "plan", 1, disk(), 1);
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void deletingMemoryNeedsAConfirmation() throws Exception {
        assertThatThrownBy(() -> keeping().pack(ID, StorageTier.COLD, false))
                .isInstanceOfSatisfying(
                        SandboxException.class,
                        e -> assertThat(e.code()).isEqualTo(SandboxException.NEEDS_CONFIRMATION))
                .hasMessageContaining("deletes its saved memory");
        assertThat(host.record(ID).tier()).isEqualTo(StorageTier.HOT);
        assertThat(keeping().pack(ID, StorageTier.COLD, true).tier()).isEqualTo(StorageTier.COLD);
    }

    @Test
    void warmMemoryIsSmallerAndUnchanged() throws Exception {
        assertThat(keeping().pack(ID, StorageTier.WARM, false).tier()).isEqualTo(StorageTier.WARM);
        assertThat(savedState().resolve("ram")).doesNotExist();
        assertThat(Files.size(savedState().resolve("ram.zst"))).isLessThan(MEMORY.length() / 2);
        assertThat(unpacked(StorageTier.WARM).ram()).hasContent(MEMORY);
        host.start(ID);
        assertThat(host.state(ID)).isEqualTo(SandboxState.RUNNING);
        assertThat(host.driver().resumed()).isOne();
        assertThat(savedState()).doesNotExist();
    }

    @Test
    void processesOfAResumedMachineAreReportedAsRunning() throws Exception {
        host.start(ID);
        SandboxFixture.until(() -> host.openers().link().asked() > 0);
        assertThat(host.openers().link().asked()).isOne();
    }

    @Test
    void aCrashBeforeTheTierIsRecordedLeavesItHot() throws Exception {
        new SavedMemory(host.registry().find(ID), host.dependencies().quotas()).pack();
        assertThat(unpacked(StorageTier.HOT).ram()).hasContent(MEMORY);
        assertThat(keeping().pack(ID, StorageTier.WARM, false).tier()).isEqualTo(StorageTier.WARM);
    }

    @Test
    void aCrashBeforeTheRawMemoryIsDeletedLeavesBoth() throws Exception {
        new SavedMemory(host.registry().find(ID), host.dependencies().quotas()).pack();
        host.stopAgent();
        host.keep(host.record(ID).withTier(StorageTier.WARM));
        assertThat(unpacked(StorageTier.WARM).ram()).hasContent(MEMORY);
    }

    @Test
    void anIncompletePackingIsReplaced() throws Exception {
        Files.writeString(savedState().resolve("ram.zst.new"), "half of it");
        keeping().pack(ID, StorageTier.WARM, false);
        assertThat(unpacked(StorageTier.WARM).ram()).hasContent(MEMORY);
    }

    @Test
    void damagedMemoryBootsAndIsReported() throws Exception {
        keeping().pack(ID, StorageTier.WARM, false);
        Files.writeString(savedState().resolve("ram.zst"), "not memory");
        host.start(ID);
        assertThat(host.state(ID)).isEqualTo(SandboxState.RUNNING);
        assertThat(host.driver().resumed()).isZero();
        assertThat(host.driver().booted()).hasSize(1);
        assertThat(disk()).hasContent("a disk");
        assertThat(journalText()).contains("booted because the hibernated machine could not be resumed");
    }

    @Test
    void changedMemoryIsNotPacked() throws Exception {
        Files.writeString(savedState().resolve("ram"), MEMORY.replace("what", "that"));
        refused(StorageTier.WARM, "was changed after it was saved");
        assertThat(savedState().resolve("ram")).exists();
        assertThat(host.record(ID).tier()).isEqualTo(StorageTier.HOT);
    }

    @Test
    void memoryThatCannotBeUnpackedIsKept() throws Exception {
        keeping().pack(ID, StorageTier.WARM, false);
        // A folder that cannot be replaced is in the place where the memory is to be written.
        Path inTheWay = Files.createDirectories(savedState().resolve("ram.new/full"));
        host.start(ID);
        assertThat(host.state(ID)).isEqualTo(SandboxState.ERROR);
        assertThat(host.driver().booted()).isEmpty();
        assertThat(host.record(ID).tier()).isEqualTo(StorageTier.WARM);
        Files.delete(inTheWay);
        host.start(ID);
        assertThat(host.driver().resumed()).isOne();
    }

    @Test
    void aColdSandboxKeepsOnlyItsPackedDisk() throws Exception {
        keeping().pack(ID, StorageTier.WARM, false);
        assertThat(keeping().pack(ID, StorageTier.COLD, true).tier()).isEqualTo(StorageTier.COLD);
        assertThat(host.driver().packed()).containsExactly(disk());
        assertThat(savedState()).doesNotExist();
        host.start(ID);
        assertThat(host.state(ID)).isEqualTo(SandboxState.RUNNING);
        assertThat(host.driver().resumed()).isZero();
    }

    @Test
    void aSandboxWithUnsavedWorkIsNeverCold() throws Exception {
        host.keep(host.record(ID).withSalvaged(false));
        refused(StorageTier.COLD, "could not be fetched");
        assertThat(host.driver().packed()).isEmpty();
        assertThat(savedState().resolve("ram")).hasContent(MEMORY);
        assertThat(host.record(ID).tier()).isEqualTo(StorageTier.HOT);
    }

    @Test
    void aDiskThatCannotBePackedKeepsItsMemory() throws Exception {
        host.driver().packs(false);
        refused(StorageTier.COLD, "no space");
        assertThat(unpacked(StorageTier.HOT).ram()).hasContent(MEMORY);
        assertThat(host.record(ID).tier()).isEqualTo(StorageTier.HOT);
    }

    @Test
    void aColdSandboxIsNotMadeWarm() throws Exception {
        keeping().pack(ID, StorageTier.COLD, true);
        assertThat(keeping().pack(ID, StorageTier.WARM, false).tier()).isEqualTo(StorageTier.COLD);
    }

    @Test
    void aShutDownSandboxHasNoMemoryToPack() throws Exception {
        host.keep(host.record(ID).withTier(null));
        refused(StorageTier.WARM, "shut down");
        assertThat(keeping().pack(ID, StorageTier.COLD, true).tier()).isEqualTo(StorageTier.COLD);
    }

    @Test
    void aRunningMachineIsNotPacked() throws Exception {
        host.start(ID);
        refused(StorageTier.WARM, "expected it to be stopped");
    }

    @Test
    void aStartDoesNotWaitForAPacking() throws Exception {
        host.driver().packsForEver();
        Thread packing = Thread.ofVirtual().start(() -> {
            try {
                keeping().pack(ID, StorageTier.COLD, true);
            } catch (Exception e) {
                Thread.currentThread().interrupt();
            }
        });
        SandboxFixture.until(() -> !host.driver().packed().isEmpty());
        host.start(ID);
        packing.join();
        assertThat(host.state(ID)).isEqualTo(SandboxState.RUNNING);
        assertThat(host.driver().resumed()).isOne();
    }

    private void refused(StorageTier tier, String why) {
        assertThatThrownBy(() -> keeping().pack(ID, tier, true))
                .isInstanceOf(BelljarException.class)
                .hasMessageContaining(why);
    }

    private SavedState unpacked(StorageTier tier) throws Exception {
        return new SavedMemory(host.registry().find(ID), host.dependencies().quotas())
                .wake(tier, step -> {})
                .orElseThrow();
    }

    private String journalText() throws Exception {
        StringBuilder all = new StringBuilder();
        try (var files = Files.walk(host.folder(ID).resolve("events"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                all.append(Files.readString(file));
            }
        }
        return all.toString();
    }

    private RetentionService keeping() throws Exception {
        return host.api().storage().retention();
    }

    private Path disk() {
        return host.folder(ID).resolve("disk/disk.qcow2");
    }

    private Path savedState() {
        return host.folder(ID).resolve("disk/frozen");
    }
}
