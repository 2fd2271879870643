package dev.belljar.agent.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.sandbox.FakeConnectors;
import dev.belljar.agent.sandbox.FakeDriver;
import dev.belljar.agent.sandbox.FakeImages;
import dev.belljar.agent.setup.SetupGuest;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vmstate.ChecksumVerifier;
import dev.belljar.contract.environment.FetchedName;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.MachineLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a template of a project is complete or absent, whenever the host agent ended.
class ProjectTemplateStoreTest {
    private static final MachineLimits LIMITS = new MachineLimits(256, 1, 1024);

    @TempDir
    private Path temp;

    private final FakeDriver driver = new FakeDriver();
    private final FakeConnectors connectors = new FakeConnectors();
    private Path root = Path.of("/");
    private ProjectTemplateStore store = stored(Path.of("/"));

    @BeforeEach
    void open() throws Exception {
        root = temp.resolve("data/project-templates");
        connectors.guestRuns(new SetupGuest());
        reopen();
    }

    private void reopen() throws Exception {
        Files.createDirectories(temp.resolve("data/layers"));
        store = stored(temp);
        store.open();
    }

    private ProjectTemplateStore stored(Path at) {
        HostFolders folders = new HostFolders(at.resolve("data"), at.resolve("cache"), at.resolve("run"), at);
        return new ProjectTemplateStore(folders, driver, connectors::link, new ChecksumVerifier());
    }

    private static StoredTemplate template(String id, String key) {
        return new StoredTemplate(
                id,
                key,
                "/shop",
                "image",
                1,
                LIMITS,
                List.of("go.sum"),
                List.of("apt hello"),
                List.of(new FetchedName("deb.debian.org", 1, 2, 3)));
    }

    private StoredTemplate saved(String id) throws BelljarException, IOException, InterruptedException {
        StoredTemplate template = template(id, "key-" + id);
        store.takeDisk(id, Files.writeString(temp.resolve("disk-" + id), "disk"));
        store.save(template, "log", spec(), TemplateSetup.NONE, step -> {});
        return template;
    }

    private static MachineSpec spec() {
        Path none = Path.of("/");
        return new MachineSpec(
                "x",
                "belljar",
                none,
                none,
                LIMITS,
                FakeImages.image("one"),
                CleanMachine.UNPROVED,
                "52:54:00:00:00:00");
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.list(root)) {
            return all.filter(Files::isDirectory)
                    .map(file -> String.valueOf(file.getFileName()))
                    .toList();
        }
    }

    @Test
    void aTemplateIsThereAfterARestart() throws Exception {
        StoredTemplate one = saved("a1");
        store.use("a1");
        reopen();
        assertThat(store.list()).containsExactly(one);
        assertThat(store.withKey("key-a1")).contains(one);
        assertThat(store.state(one)).isPresent();
        assertThat(store.log("a1")).isEqualTo("log");
        assertThat(store.used("a1")).isNotNull();
        assertThat(store.bytes("a1").memory()).isPositive();
    }

    @Test
    void aDiskThatCannotBeSavedLeavesNothing() throws Exception {
        store.takeDisk("a1", Files.writeString(temp.resolve("disk-a1"), "disk"));
        driver.saves(false);
        assertThatThrownBy(() -> store.save(template("a1", "k"), "log", spec(), TemplateSetup.NONE, step -> {}))
                .hasMessageContaining("0 MiB are free");
        store.discard("a1");
        assertThat(files()).isEmpty();
        assertThat(store.list()).isEmpty();
        try (Stream<Path> layers = Files.list(temp.resolve("data/layers"))) {
            assertThat(layers).isEmpty();
        }
    }

    @Test
    void whatAKilledHostAgentLeftIsDeletedAndNeverUsed() throws Exception {
        StoredTemplate whole = saved("a1");
        Files.createDirectories(root.resolve(".new-b2/machine"));
        Files.writeString(root.resolve(".new-b2/template.json"), "{}");
        Files.createDirectories(root.resolve(".gone-c3"));
        Path disk = Files.writeString(root.resolve(".disk-d4.qcow2"), "disk");
        Files.createDirectories(root.resolve("e5"));
        reopen();
        assertThat(store.list()).containsExactly(whole);
        assertThat(files()).containsExactly("a1");
        assertThat(disk).doesNotExist();
    }

    @Test
    void aTemplateWithUnreadableMetadataIsDeleted() throws Exception {
        saved("a1");
        Files.writeString(root.resolve("a1/template.json"), "{");
        reopen();
        assertThat(store.list()).isEmpty();
        assertThat(files()).isEmpty();
    }

    @Test
    void aTemplateWhoseDiskIsGoneIsRemoved() throws Exception {
        StoredTemplate one = saved("a1");
        Files.delete(root.resolve("disk.qcow2")); // where the fake machine saves its disk
        assertThat(store.state(one)).isEmpty();
        assertThat(store.list()).isEmpty();
        assertThat(files()).isEmpty();
    }

    @Test
    void aSandboxInPreparationIsKnownAfterARestart() throws Exception {
        store.begin("template-a1");
        reopen();
        assertThat(store.preparing("template-a1")).isTrue();
        assertThat(store.inPreparation()).containsExactly("template-a1");
        store.ended("template-a1");
        assertThat(store.preparing("template-a1")).isFalse();
        assertThat(store.inPreparation()).isEmpty();
    }

    @Test
    void aTemplateIsRemovedOnce() throws Exception {
        saved("a1");
        assertThat(store.remove("a1")).isTrue();
        assertThat(store.remove("a1")).isFalse();
        assertThat(files()).isEmpty();
        assertThat(store.remove("../sandboxes")).isFalse();
    }
}
