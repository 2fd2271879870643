package dev.belljar.agent.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.snapshot.SnapshotStore;
import dev.belljar.agent.vmstate.ChecksumVerifier;
import dev.belljar.agent.vmstate.Qcow2Format;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.SandboxSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that each sandbox is charged once with what it wrote, whichever branches lie on its layers.
class UsageMeterTest {
    private static final long MIB = 1 << 20;
    private static final SandboxSpec SPEC =
            new SandboxSpec("shop", "/shop", "microvm", new MachineLimits(256, 1, 1024), false);
    private static final SandboxRecord SHOP = SandboxRecord.asked("shop", SPEC, 1);

    @TempDir
    private Path temp;

    @SuppressWarnings("NullAway.Init")
    private HostFolders folders;

    @SuppressWarnings("NullAway.Init")
    private UsageMeter meter;

    @BeforeEach
    void open() throws Exception {
        folders = new HostFolders(temp, temp, temp, temp);
        Files.createDirectories(folders.layers());
        Files.createDirectories(disk("shop").getParent());
        meter = new UsageMeter(folders, SnapshotStore.open(folders, new ChecksumVerifier()));
    }

    @Test
    void layersLeftBySnapshotsCountForTheirSandbox() throws Exception {
        Path template = base("template-1.qcow2");
        grown(template, 8);
        Qcow2Format.overlay(disk("shop"), template);
        for (int layer = 1; layer <= 3; layer++) {
            grown(disk("shop"), 4);
            stacked("shop", layer + ".qcow2");
        }
        grown(disk("shop"), 4);
        assertThat(mebibytes(SHOP, DiskUsage::disk)).isBetween(16L, 18L);
        SandboxRecord branch = SandboxRecord.asked("branch", SPEC, 1).branched("branch", SPEC, "2", 1);
        Files.createDirectories(disk("branch").getParent());
        Qcow2Format.overlay(disk("branch"), folders.layers().resolve("2.qcow2"));
        grown(disk("branch"), 2);
        assertThat(mebibytes(branch, DiskUsage::disk)).isBetween(2L, 3L);
    }

    @Test
    void aFileWithSeveralNamesCountsOnceAndHolesDoNot() throws Exception {
        Qcow2Format.overlay(disk("shop"), base("template-1.qcow2"));
        grown(disk("shop"), 4);
        Path inside = disk("shop").resolveSibling("live.qcow2");
        Files.createLink(inside, disk("shop"));
        Path savedState = Files.createDirectories(disk("shop").resolveSibling("frozen"));
        written(savedState.resolve("ram"), 3);
        Files.createLink(disk("shop").resolveSibling("ram"), savedState.resolve("ram"));
        Path events = Files.createDirectories(folders.sandbox("shop").resolve("events"));
        written(events.resolve("proc.jsonl"), 2);
        DiskUsage usage = meter.measure(SHOP, 5 * MIB);
        assertThat(usage.disk() / MIB).isEqualTo(4);
        assertThat(usage.memory() / MIB).isEqualTo(3);
        assertThat(usage.journal() / MIB).isEqualTo(2);
        assertThat(usage.sum() / MIB).isEqualTo(14);
        assertThat(usage.words()).startsWith("git objects 5 MiB, disk 4.");
    }

    @Test
    void aMissingFolderTakesNoSpace() throws Exception {
        assertThat(meter.measure(SandboxRecord.asked("none", SPEC, 1), 0).sum()).isZero();
        assertThat(UsageMeter.folder(temp.resolve("trash"))).isZero();
    }

    private interface Figure {
        long of(DiskUsage usage);
    }

    private long mebibytes(SandboxRecord record, Figure figure) throws IOException {
        return figure.of(meter.measure(record, 0)) / MIB;
    }

    private Path disk(String sandbox) {
        return folders.sandbox(sandbox).resolve("disk/disk.qcow2");
    }

    private Path base(String name) throws Exception {
        Path layer = folders.layers().resolve(name);
        Command.of("qemu-img", "create", "-q", "-f", "qcow2", layer.toString(), "1G")
                .check();
        return layer;
    }

    /// Makes the disk a layer of this name under a new disk, as a snapshot does.
    private void stacked(String sandbox, String name) throws IOException {
        Path layer = folders.layers().resolve(name);
        Path next = disk(sandbox).resolveSibling("disk.new");
        Files.createLink(layer, disk(sandbox));
        Qcow2Format.overlay(next, layer);
        Files.move(next, disk(sandbox), StandardCopyOption.REPLACE_EXISTING);
    }

    private static void grown(Path layer, int mebibytes) throws IOException {
        Files.write(layer, new byte[mebibytes << 20], StandardOpenOption.APPEND);
    }

    private static void written(Path file, int mebibytes) throws IOException {
        Files.write(file, new byte[mebibytes << 20]);
    }
}
