package dev.belljar.agent.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.contract.view.host.ImagesPruned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ImagePruneTest {
    private static final String OLD = "0".repeat(32);
    private static final String OLDER = "1".repeat(32);

    @TempDir
    Path folder;

    private FakeHome home;
    private Path images;
    private Path data;
    private ImageStore store;
    private DebianImages debian;

    @BeforeEach
    void aStoreWithThreeImages() throws Exception {
        home = new FakeHome(folder.resolve("home"));
        images = folder.resolve("images");
        data = Files.createDirectories(folder.resolve("data"));
        store = new ImageStore(images);
        store.usedBy(data);
        debian = new DebianImages(home.script(), store, DiskReserve.NONE, false);
        for (String key : new String[] {OLD, OLDER, FakeHome.KEY}) {
            home.key(key);
            new ImageBuilder(home.script(), store, DiskReserve.NONE).build((percent, words) -> {});
        }
    }

    @Test
    void unusedImagesExceptTheCurrentOneAreRemoved() throws Exception {
        ImagesPruned gone = debian.prune();
        assertThat(gone.keys()).containsExactly(OLD, OLDER);
        assertThat(gone.bytes()).isPositive();
        assertThat(store.keys()).containsExactly(FakeHome.KEY);
    }

    @Test
    void anImageThatARecordNamesStays() throws Exception {
        sandboxOn(data, OLD);
        assertThat(debian.prune().keys()).containsExactly(OLDER);
        assertThat(store.find(OLD)).isPresent();
    }

    @Test
    void anImageUnderADiskInTheTrashStays() throws Exception {
        record(data.resolve("trash/s1"), OLDER);
        assertThat(debian.prune().keys()).containsExactly(OLD);
    }

    @Test
    void anImageThatAnotherDataFolderUsesStays() throws Exception {
        Path other = Files.createDirectories(folder.resolve("other"));
        store.usedBy(other);
        sandboxOn(other, OLDER);
        assertThat(debian.prune().keys()).containsExactly(OLD);
    }

    @Test
    void imagesOfOwnSandboxesStayWhenTheStoreIsUnwritable() throws Exception {
        Path other = Files.createDirectories(folder.resolve("other"));
        sandboxOn(other, OLDER);
        ImageStore full = new ImageStore(images);
        Path notes = images.resolve(".users");
        Files.move(notes, images.resolve(".kept"));
        Files.writeString(notes, "in the way");
        full.usedBy(other);
        Files.delete(notes);
        Files.move(images.resolve(".kept"), notes);
        try (DebianImages own = new DebianImages(home.script(), full, DiskReserve.NONE, false)) {
            assertThat(own.prune().keys()).containsExactly(OLD);
        }
    }

    @Test
    void aMissingDataFolderUsesNoImage() throws Exception {
        store.usedBy(folder.resolve("gone"));
        assertThat(debian.prune().keys()).containsExactly(OLD, OLDER);
    }

    @Test
    void aRecordThatCannotBeReadKeepsEveryImage() throws Exception {
        Files.createDirectories(data.resolve("sandboxes/s1/sandbox.json"));
        assertThatThrownBy(debian::prune)
                .isInstanceOf(ImageException.class)
                .hasMessageContaining("no guest image was removed");
        assertThat(store.keys()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"imageKey\":\"0", "\0\0\0"})
    void aDamagedRecordKeepsEveryImage(String damaged) throws Exception {
        Files.writeString(Files.createDirectories(data.resolve("sandboxes/s1")).resolve("sandbox.json"), damaged);
        assertThatThrownBy(debian::prune)
                .isInstanceOf(ImageException.class)
                .hasMessageContaining("no guest image was removed");
        assertThat(store.keys()).hasSize(3);
    }

    @Test
    void aNewImageRemovesImagesUnusedForLong() throws Exception {
        Files.setLastModifiedTime(
                images.resolve(OLD), FileTime.from(Instant.now().minus(Duration.ofDays(30))));
        home.key("2".repeat(32));
        try (DebianImages next = new DebianImages(home.script(), store, DiskReserve.NONE, false)) {
            next.await((percent, words) -> {});
        }
        assertThat(store.keys()).containsExactly(FakeHome.KEY, OLDER, "2".repeat(32));
    }

    @Test
    void aBaseGoesWithTheLastImageMadeFromIt() throws Exception {
        Path used = base("a".repeat(32), FakeHome.KEY);
        Path unused = base("b".repeat(32), OLD);
        long image = Files.size(images.resolve(OLD).resolve("base.erofs"));

        assertThat(debian.prune().bytes()).isGreaterThanOrEqualTo(image);

        assertThat(used).exists();
        assertThat(unused).doesNotExist();
        assertThat(store.find(FakeHome.KEY)).isPresent();
    }

    @Test
    void aBaseThatMayStillBecomeAnImageStays() throws Exception {
        Path base = Files.createDirectories(images.resolve("base-" + "c".repeat(32)));
        debian.prune();
        assertThat(base).exists();
    }

    /// Makes an old base, linked into the image with this key as a build does it.
    private Path base(String name, String key) throws IOException {
        Path base = Files.createDirectories(images.resolve("base-" + name));
        Path image = images.resolve(key);
        Files.createDirectories(base.resolve("modules/kernel"));
        Files.createLink(base.resolve("base.erofs"), image.resolve("base.erofs"));
        Path manifest = image.resolve("manifest.json");
        Files.writeString(
                manifest, Files.readString(manifest).replaceFirst("\\{", "{\"baseDigest\":\"" + name + "\","));
        Files.setLastModifiedTime(base, FileTime.from(Instant.now().minus(Duration.ofDays(1))));
        return base;
    }

    private static void sandboxOn(Path data, String key) throws IOException {
        record(data.resolve("sandboxes/s1"), key);
    }

    private static void record(Path sandbox, String key) throws IOException {
        Files.createDirectories(sandbox);
        Files.writeString(sandbox.resolve("sandbox.json"), "{\"imageKey\":\"" + key + "\"}");
    }
}
