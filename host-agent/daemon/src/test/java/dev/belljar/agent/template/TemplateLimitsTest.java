package dev.belljar.agent.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.sandbox.FakeConnectors;
import dev.belljar.agent.sandbox.FakeDriver;
import dev.belljar.agent.sandbox.FakeImages;
import dev.belljar.agent.setup.SetupGuest;
import dev.belljar.agent.snapshot.ProjectTemplateStore;
import dev.belljar.agent.snapshot.StoredTemplate;
import dev.belljar.agent.snapshot.TemplateSetup;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vmstate.ChecksumVerifier;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.MachineLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that templates stay within their limits, and that those that can never be used again are removed.
class TemplateLimitsTest {
    private static final MachineLimits LIMITS = new MachineLimits(256, 1, 1024);
    private static final long ENOUGH = 1L << 40;

    @TempDir
    private Path temp;

    private ProjectTemplateStore store = stored(Path.of("/"));
    private int made;

    private static ProjectTemplateStore stored(Path temp) {
        FakeConnectors connectors = new FakeConnectors();
        connectors.guestRuns(new SetupGuest());
        HostFolders folders = new HostFolders(temp.resolve("data"), temp.resolve("cache"), temp.resolve("run"), temp);
        return new ProjectTemplateStore(folders, new FakeDriver(), connectors::link, new ChecksumVerifier());
    }

    @BeforeEach
    void open() throws Exception {
        store = stored(temp);
        store.open();
        Files.createDirectories(temp.resolve("data/layers"));
    }

    private void make(String id, String project, String key, String image) throws Exception {
        made++;
        store.takeDisk(id, Files.writeString(temp.resolve("disk-" + id), "disk"));
        Path none = Path.of("/");
        Acceleration unknown = new Acceleration(Acceleration.Kind.UNKNOWN, "", "", "", null, false, 0, "", 0);
        store.save(
                new StoredTemplate(id, key, project, image, made, LIMITS, List.of(), List.of(), List.of()),
                "",
                new MachineSpec(
                        "x", "belljar", none, none, LIMITS, FakeImages.image("one"), unknown, "52:54:00:00:00:00"),
                TemplateSetup.NONE,
                step -> {});
    }

    private List<String> applied(String made, long mostBytes) {
        return new TemplateLimits(store, new TemplateSettings(true, true, mostBytes))
                .apply(made).stream().map(StoredTemplate::id).toList();
    }

    @Test
    void aTemplateReplacesThoseOfItsProjectThatCannotBeUsedAgain() throws Exception {
        make("a1", "/shop", "k1", "one");
        make("a2", "/shop", "k2", "two");
        make("a3", "/other", "k3", "one");
        make("a4", "/shop", "k4", "two");
        make("a5", "/shop", "k2", "two");
        assertThat(applied("a5", ENOUGH)).containsExactlyInAnyOrder("a1", "a2");
        assertThat(store.list()).extracting(StoredTemplate::id).containsExactly("a5", "a4", "a3");
    }

    @Test
    void theLeastRecentlyUsedIsRemovedFirst() throws Exception {
        for (int i = 1; i <= TemplateSettings.MOST + 1; i++) {
            make("a" + i, "/p" + i, "k" + i, "one");
        }
        store.use("a1");
        assertThat(applied("a" + (TemplateSettings.MOST + 1), ENOUGH)).containsExactly("a2");
    }

    @Test
    void theNewOneIsTheLastToGo() throws Exception {
        make("a1", "/p1", "k1", "one");
        make("a2", "/p2", "k2", "one");
        assertThat(applied("a2", bytes("a2"))).containsExactly("a1");
        assertThat(applied("a2", 1)).containsExactly("a2");
    }

    private long bytes(String id) {
        ProjectTemplateStore.TemplateBytes bytes = store.bytes(id);
        return bytes.disk() + bytes.memory();
    }

    @Test
    void theSettingsComeFromTheEnvironment() throws IOException {
        assertThat(TemplateSettings.from(Map.of())).isEqualTo(new TemplateSettings(true, true, 20L << 30));
        assertThat(TemplateSettings.from(
                        Map.of("BELLJAR_PROJECT_TEMPLATES", "request", "BELLJAR_PROJECT_TEMPLATES_GIB", "2")))
                .isEqualTo(new TemplateSettings(true, false, 2L << 30));
        assertThat(TemplateSettings.from(Map.of("BELLJAR_TEMPLATES", "off")).on())
                .isFalse();
        assertThat(TemplateSettings.from(Map.of("BELLJAR_PROJECT_TEMPLATES", "off"))
                        .on())
                .isFalse();
        assertThatThrownBy(() -> TemplateSettings.from(Map.of("BELLJAR_PROJECT_TEMPLATES_GIB", "much")))
                .hasMessageContaining("expected a number of GiB from 1 to 9999");
    }
}
