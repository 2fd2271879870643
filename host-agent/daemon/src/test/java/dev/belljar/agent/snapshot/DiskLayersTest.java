package dev.belljar.agent.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.vmstate.Qcow2Format;
import dev.belljar.agent.vmstate.SavedState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that layers are deleted when no disk lies on them, and never before.
class DiskLayersTest {
    private static final Set<String> NONE = Set.of();

    @TempDir
    private Path temp;

    private HostFolders folders = new HostFolders(Path.of("/"), Path.of("/"), Path.of("/"), Path.of("/"));
    private DiskLayers layers = new DiskLayers(folders);

    @BeforeEach
    void open() throws IOException {
        folders = new HostFolders(temp.resolve("data"), temp.resolve("cache"), temp.resolve("run"), temp);
        Files.createDirectories(folders.layers());
        layers = new DiskLayers(folders);
    }

    @Test
    void aChainUnderASandboxesDiskStays() throws Exception {
        Path lowest = bottom("lowest");
        Path middle = over(folders.layers().resolve("middle.qcow2"), lowest);
        over(disk("sandboxes/one"), middle);
        Path unused = over(folders.layers().resolve("unused.qcow2"), lowest);
        assertThat(swept(NONE)).containsExactly(unused);
        assertThat(lowest).exists();
        assertThat(middle).exists();
        assertThat(unused).doesNotExist();
    }

    @Test
    void aLayerUnderOnlyAnUnusedLayerIsDeletedToo() throws Exception {
        Path lowest = bottom("lowest");
        Path upper = over(folders.layers().resolve("upper.qcow2"), lowest);
        assertThat(swept(NONE)).containsExactlyInAnyOrder(lowest, upper);
    }

    @Test
    void aDiskInTheTrashKeepsItsLayer() throws Exception {
        Path layer = bottom("layer");
        over(disk("trash/one"), layer);
        assertThat(swept(NONE)).isEmpty();
    }

    @Test
    void aDiskThatIsBeingMadeKeepsItsLayer() throws Exception {
        Path layer = bottom("layer");
        over(disk("sandboxes/one").resolveSibling("disk.new"), layer);
        assertThat(swept(NONE)).isEmpty();
    }

    @Test
    void aSnapshotKeepsItsLayer() throws Exception {
        Path layer = bottom("layer");
        saved("snapshots/5a9", layer);
        saved("snapshots/.new-6b0", bottom("other"));
        assertThat(swept(NONE)).isEmpty();
    }

    @Test
    void aDamagedSnapshotKeepsTheLayerNamedAfterIt() throws Exception {
        Path layer = bottom("5a9");
        saved("snapshots/5a9", layer);
        Files.writeString(folders.data().resolve("snapshots/5a9/facts.json"), "{");
        assertThat(swept(NONE)).isEmpty();
        assertThat(layer).exists();
    }

    @Test
    void noLayerIsDeletedWhileADiskCannotBeRead() throws Exception {
        Path layer = bottom("layer");
        Files.writeString(disk("sandboxes/one"), "no disk at all, however long it may be".repeat(10));
        assertThatThrownBy(() -> layers.sweep(NONE, false)).hasMessageContaining("qcow2");
        assertThat(layer).exists();
    }

    @Test
    void aDryRunDeletesNothing() throws Exception {
        Path layer = bottom("layer");
        assertThat(layers.sweep(NONE, true)).singleElement().satisfies(one -> {
            assertThat(one.path()).isEqualTo(layer);
            assertThat(one.size()).isPositive();
        });
        assertThat(layer).exists();
    }

    @Test
    void anUnusedTemplateIsDeletedWithItsLayer() throws Exception {
        Path layer = bottom("template-old");
        Path template = saved("templates/old", layer);
        assertThat(swept(NONE)).isEmpty();
        assertThat(swept(Set.of("old"))).containsExactlyInAnyOrder(layer, template);
        assertThat(template).doesNotExist();
    }

    @Test
    void anUnusedTemplateStaysWhileADiskLiesOnIt() throws Exception {
        Path layer = bottom("template-old");
        saved("templates/old", layer);
        over(disk("sandboxes/one"), layer);
        assertThat(swept(Set.of("old"))).isEmpty();
    }

    @Test
    void noLayerIsDeletedWhileAMachineIsSaved() throws Exception {
        Path layer = bottom("layer");
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Thread save = Thread.ofVirtual().start(() -> {
            try (DiskLayers.Hold _ = layers.hold()) {
                held.countDown();
                done.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        held.await();
        assertThatThrownBy(() -> layers.sweep(NONE, false)).hasMessageContaining("being saved");
        assertThat(layer).exists();
        done.countDown();
        save.join();
        assertThat(swept(NONE)).containsExactly(layer);
    }

    @Test
    void leftoversOfASweepAreDeletedByTheNext() throws Exception {
        Path left = Files.writeString(folders.layers().resolve(".gone-layer.qcow2"), "rest");
        swept(NONE);
        assertThat(left).doesNotExist();
    }

    @Test
    void aLayerWithAnotherHardLinkFreesNothing() throws Exception {
        Path layer = bottom("layer");
        Files.createLink(disk("sandboxes/one"), layer);
        assertThat(layers.sweep(NONE, true))
                .extracting(DiskLayers.Unneeded::size)
                .containsExactly(0L);
    }

    private List<Path> swept(Set<String> stale) throws IOException {
        return layers.sweep(stale, false).stream()
                .map(DiskLayers.Unneeded::path)
                .toList();
    }

    private Path bottom(String name) throws Exception {
        Path layer = folders.layers().resolve(name + ".qcow2");
        Command.of("qemu-img", "create", "-q", "-f", "qcow2", layer.toString(), "8M")
                .check();
        return layer;
    }

    private static Path over(Path layer, Path backing) throws IOException {
        Qcow2Format.overlay(layer, backing);
        return layer;
    }

    private Path disk(String sandbox) throws IOException {
        return Files.createDirectories(folders.data().resolve(sandbox).resolve("disk"))
                .resolve("disk.qcow2");
    }

    private Path saved(String name, Path layer) throws Exception {
        Path folder = Files.createDirectories(folders.data().resolve(name));
        Files.writeString(folder.resolve("ram"), "memory");
        Files.writeString(folder.resolve("state"), "devices");
        return SavedState.seal(folder, "plan", 1, layer, 1).folder();
    }
}
