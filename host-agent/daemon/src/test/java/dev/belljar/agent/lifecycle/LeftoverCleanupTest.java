package dev.belljar.agent.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that incomplete files of a killed host agent, and no others, are deleted by the next one.
public class LeftoverCleanupTest {
    private static final String ID = "left";

    @TempDir
    private Path temp;

    private SandboxFixture host;

    @BeforeEach
    void open() throws Exception {
        host = new SandboxFixture(temp);
        host.left(ID, SandboxState.STOPPED);
        for (String half : List.of(
                ".sandbox.json17.new", "disk/disk.packed", "disk/disk.new", "disk/ram", "disk/frozen.new/ram")) {
            write(half);
        }
        write("disk/frozen.gone/ram");
        write("disk/disk.qcow2");
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void incompleteFilesAreDeletedAndTheDiskStays() throws Exception {
        write("disk/frozen/ram");
        assertThat(host.state(ID)).isEqualTo(SandboxState.STOPPED);
        assertThat(host.folder(ID).resolve("disk")).isDirectoryNotContaining("glob:**/*[!2]");
        assertThat(host.folder(ID).resolve("disk/disk.qcow2")).exists();
        assertThat(host.folder(ID).resolve(".sandbox.json17.new")).doesNotExist();
    }

    @Test
    void recordedMemoryStays() throws Exception {
        host.keep(host.record(ID).withTier(StorageTier.HOT));
        for (String file : List.of("ram", "ram.zst", "ram.zst.new", "state", "facts.json")) {
            write("disk/frozen/" + file);
        }
        assertThat(host.state(ID)).isEqualTo(SandboxState.STOPPED);
        assertThat(files("disk/frozen")).containsExactly("facts.json", "ram", "state");
    }

    @Test
    void packedMemoryStaysPacked() throws Exception {
        host.keep(host.record(ID).withTier(StorageTier.WARM));
        for (String file : List.of("ram", "ram.new", "ram.zst", "state", "facts.json")) {
            write("disk/frozen/" + file);
        }
        assertThat(host.state(ID)).isEqualTo(SandboxState.STOPPED);
        assertThat(files("disk/frozen")).containsExactly("facts.json", "ram.zst", "state");
    }

    @Test
    void theProgramThatPackedItsDiskIsEnded() throws Exception {
        Path packed = host.folder(ID).resolve("disk/disk.packed");
        Process packer = Command.of("tail", "-f", packed.toString()).start();
        Process stranger = Command.of("tail", "-f", packed + ".other").start();
        try {
            assertThat(host.state(ID)).isEqualTo(SandboxState.STOPPED);
            assertThat(packer.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(packed).doesNotExist();
            assertThat(stranger.toHandle().isAlive() || stranger.exitValue() == 1)
                    .isTrue();
        } finally {
            Command.killTree(packer);
            Command.killTree(stranger);
        }
    }

    @Test
    void aMachineToBeHibernatedIsNotShutDown() throws Exception {
        hibernating(true);
        assertThat(journalText()).contains("hibernated");
        assertThat(host.record(ID).tier()).isEqualTo(StorageTier.HOT);
        assertThat(host.state(ID)).isEqualTo(SandboxState.STOPPED);
        assertThat(host.folder(ID).resolve("disk/frozen.new")).doesNotExist();
    }

    @Test
    void aMachineThatStillCannotHibernateKeepsRunning() throws Exception {
        hibernating(false);
        assertThat(journalText()).contains("could not be hibernated and keeps running");
        assertThat(host.state(ID)).isEqualTo(SandboxState.RUNNING);
        assertThat(host.driver().machine().lives()).isTrue();
        assertThat(host.folder(ID).resolve("disk/frozen.new")).doesNotExist();
        host.driver().machine().end(true, "the guest powered off");
        SandboxFixture.until(() -> host.state(ID) == SandboxState.STOPPED);
        assertThat(host.state(ID)).isEqualTo(SandboxState.STOPPED);
    }

    private void hibernating(boolean saves) throws Exception {
        host.keep(host.record(ID)
                .withDelivered()
                .withImage("one")
                .withPlan("plan")
                .withState(SandboxState.STOPPING, 1, null));
        host.driver().orphan().saves(saves);
        host.settle(ID);
    }

    @Test
    void aMachineThatWasToBeShutDownIsShutDown() throws Exception {
        Files.delete(host.folder(ID).resolve("disk/frozen.new/ram"));
        Files.delete(host.folder(ID).resolve("disk/frozen.new"));
        host.keep(host.record(ID).withDelivered().withImage("one").withState(SandboxState.STOPPING, 1, null));
        host.driver().orphan();
        host.settle(ID);
        assertThat(journalText()).doesNotContain("hibernated");
        assertThat(host.state(ID)).isEqualTo(SandboxState.STOPPED);
    }

    @Test
    void theSocketsOfATrashedSandboxAreDeleted() throws Exception {
        Files.createDirectories(host.trash("0123456789ab"));
        Files.createDirectories(host.runtime("0123456789ab"));
        Path stranger = Files.createDirectories(host.runtime("ba9876543210"));
        assertThat(host.api().sandboxes().list()).hasSize(1);
        assertThat(host.runtime("0123456789ab")).doesNotExist();
        assertThat(stranger).exists();
    }

    private String journalText() throws IOException {
        StringBuilder all = new StringBuilder();
        try (var files = Files.walk(host.folder(ID).resolve("events"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                all.append(Files.readString(file));
            }
        }
        return all.toString();
    }

    private List<String> files(String folder) throws IOException {
        try (var files = Files.list(host.folder(ID).resolve(folder))) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    private void write(String file) throws IOException {
        Path path = host.folder(ID).resolve(file);
        Files.createDirectories(java.util.Objects.requireNonNull(path.getParent()));
        Files.writeString(path, "half of it");
    }
}
