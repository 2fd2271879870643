package dev.belljar.agent.image;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.AnotherJvm;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.oci.ImageConverter;
import dev.belljar.agent.oci.OciLimits;
import dev.belljar.contract.request.environment.ImportImage;
import dev.belljar.contract.view.host.ImageImport;
import dev.belljar.contract.view.host.ImportedImage;
import dev.belljar.testing.SavedImage;
import dev.belljar.testing.SavedImage.LayerPacker;
import dev.belljar.testing.TarBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests how imported images are stored, named and removed.
class ImportedImageStoreTest {
    @TempDir
    private Path folder;

    private Path data;
    private ImportedImageStore store;
    private ImageImports imports;

    @BeforeEach
    void open() throws Exception {
        data = folder.resolve("data");
        store = ImportedImageStore.open(data, DiskReserve.NONE);
        imports = new ImageImports(store);
    }

    @AfterEach
    void close() {
        imports.close();
    }

    private Path archive(String name, String content) throws Exception {
        return archive(folder.resolve(name + content + ".tar"), name, content);
    }

    static Path archive(Path file, String name, String content) throws Exception {
        byte[] layer = new TarBuilder().file("bin/sh", content).bytes();
        return new SavedImage().image(name, LayerPacker.GZIP, layer).archive(file);
    }

    private ImageImport importing(Path archive, @Nullable String name) throws Exception {
        ImageImport _ = imports.begin(new ImportImage(archive.toString(), name, null));
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> !imports.list().last().state().equals("importing"));
        return imports.list().last();
    }

    private ImportedImage stored(Path archive, @Nullable String name) throws Exception {
        return requireNonNull(importing(archive, name).image());
    }

    private String failure(Path archive) throws Exception {
        return requireNonNull(requireNonNull(importing(archive, null).problem()).detail());
    }

    private List<String> folders() throws Exception {
        try (Stream<Path> names = Files.list(data.resolve("images"))) {
            return names.map(path -> path.getFileName().toString())
                    .filter(name -> !name.equals("names.json"))
                    .toList();
        }
    }

    private void usedBy(String kind, String file, String digest) throws Exception {
        Path record = Files.createDirectories(data.resolve(kind).resolve("s1")).resolve(file);
        Files.writeString(record, "{\"spec\":{\"name\":\"shop\"},\"imageKey\":\"0123+%s\"}".formatted(digest));
    }

    @Test
    void anImageIsFoundByItsNames() throws Exception {
        ImportedImage image = stored(archive("tools:2", "a"), null);
        assertThat(image.name()).isEqualTo("tools:2");
        assertThat(image.config().entrypoint()).containsExactly("/serve");
        assertThat(store.named("docker.io/library/tools:2")).isPresent();
        assertThat(store.named("tools")).isEmpty();
        assertThat(store.root(image.digest()))
                .hasValueSatisfying(root -> assertThat(root).isRegularFile());
        ImportedImageStore next = ImportedImageStore.open(data, DiskReserve.NONE);
        assertThat(next.list()).isEqualTo(store.list());
        assertThat(stored(archive("tools:2", "a"), "other").name()).isEqualTo("other");
        assertThat(store.named("localhost/other:latest")).isPresent();
        assertThat(folders()).hasSize(1);
    }

    @Test
    void aNameCanBeGivenToAnotherImage() throws Exception {
        String first = stored(archive("tools", "a"), null).digest();
        String second = stored(archive("tools", "b"), null).digest();
        assertThat(store.list()).extracting(ImportedImage::digest).containsExactly(second);
        usedBy("sandboxes", "sandbox.json", first);
        assertThat(store.prune()).isEmpty();
        assertThat(store.root(first)).isPresent();
        Files.delete(data.resolve("sandboxes/s1/sandbox.json"));
        assertThat(store.prune())
                .extracting(ImportedImageStore.PrunedImage::digest)
                .containsExactly(first);
        assertThat(folders()).containsExactly(second);
    }

    @Test
    void whatIsUsedIsNotRemoved() throws Exception {
        String digest = stored(archive("tools", "a"), null).digest();
        usedBy("sandboxes", "sandbox.json", digest);
        usedBy("trash", "sandbox.json", digest);
        usedBy("snapshots", "metadata.json", digest);
        usedBy("project-templates", "template.json", digest);
        assertThatThrownBy(() -> imports.remove("tools"))
                .isInstanceOf(ImageException.class)
                .hasMessageContaining("sandbox shop, sandbox in the trash shop, snapshot shop, template shop");
        for (String kind : List.of("sandboxes/s1/sandbox", "trash/s1/sandbox", "snapshots/s1/metadata")) {
            Files.delete(data.resolve(kind + ".json"));
        }
        Files.delete(data.resolve("project-templates/s1/template.json"));
        assertThat(imports.remove("tools").images()).isEmpty();
        assertThat(folders()).isEmpty();
        assertThatThrownBy(() -> imports.remove("tools")).hasMessageContaining("no image with the name");
    }

    @Test
    void whatAnAcceptedEnvironmentNamesIsNotPruned() throws Exception {
        String first = stored(archive("tools", "a"), null).digest();
        ImageImport _ = importing(archive("tools", "b"), null);
        Files.createDirectories(data.resolve("environments"));
        Files.writeString(data.resolve("environments/shop.json"), first);
        assertThat(store.prune()).isEmpty();
    }

    @Test
    void aFailedImportLeavesNothing() throws Exception {
        Path damaged = archive("tools", "a");
        byte[] bytes = Files.readAllBytes(damaged);
        bytes[600] ^= 1;
        Files.write(damaged, bytes);
        assertThat(importing(damaged, null).problem()).isNotNull();
        byte[] layer = new TarBuilder().file("etc/passwd", "").bytes();
        Path shell =
                new SavedImage().image("no-shell", LayerPacker.GZIP, layer).archive(folder.resolve("no-shell.tar"));
        assertThat(failure(shell)).contains("no shell in /bin/sh");
        assertThat(folders()).isEmpty();
        assertThat(store.list()).isEmpty();
    }

    @Test
    void wrongRequestsAreRefused() throws Exception {
        Path archive = archive("tools", "a");
        assertThatThrownBy(() -> imports.begin(new ImportImage("tools.tar", null, null)))
                .hasMessageContaining("absolute path");
        assertThatThrownBy(() -> imports.begin(new ImportImage(archive.toString(), "../x", null)))
                .hasMessageContaining("is not valid");
        assertThat(failure(folder.resolve("missing.tar"))).contains("does not exist");
    }

    @Test
    void anImportCanBeCancelledAndThereIsOneAtATime() throws Exception {
        byte[] large = new TarBuilder().file("bin/sh", new byte[40 << 20], 0755).bytes();
        Path archive = new SavedImage().image("large", LayerPacker.NONE, large).archive(folder.resolve("large.tar"));
        ImageImport _ = imports.begin(new ImportImage(archive.toString(), null, null));
        assertThatThrownBy(() -> imports.begin(new ImportImage(archive.toString(), null, null)))
                .hasMessageContaining("another image is being imported");
        assertThat(imports.cancel().state()).isEqualTo("cancelled");
        assertThat(folders()).isEmpty();
    }

    @Test
    void aDamagedImageCountsAsMissingAndIsImportedAgain() throws Exception {
        String digest = stored(archive("tools", "a"), null).digest();
        Files.write(store.root(digest).orElseThrow(), new byte[10]);
        assertThat(store.root(digest)).isEmpty();
        assertThat(stored(archive("tools", "a"), null).digest()).isEqualTo(digest);
        assertThat(store.root(digest)).isPresent();
    }

    /// Imports an image in a process of its own, and stops in the middle until the test kills it.
    static final class ImportProgram {
        private ImportProgram() {}

        public static void main(String[] args) throws Exception {
            ImportedImageStore store = ImportedImageStore.open(Path.of(args[0]), DiskReserve.NONE);
            Path archive = Path.of(args[1]);
            try (ImageConverter converter = ImageConverter.open(archive, null, OciLimits.USUAL)) {
                ImportedImage _ = store.add(archive, null, converter, (percent, step) -> {
                    System.out.println("importing");
                    new Semaphore(0).acquireUninterruptibly();
                });
            }
        }
    }

    @Test
    void aKilledImportIsRemovedAtTheNextStart() throws Exception {
        byte[] large = new TarBuilder().file("bin/sh", new byte[1 << 20], 0755).bytes();
        Path archive = new SavedImage().image("large", LayerPacker.NONE, large).archive(folder.resolve("large.tar"));
        try (AnotherJvm program =
                AnotherJvm.of(ImportProgram.class, folder, List.of("-Xmx128m"), data.toString(), archive.toString())) {
            String _ = program.awaitWord("importing");
            program.kill();
        }
        assertThat(folders()).hasSize(1).allMatch(name -> name.startsWith(".import-"));
        store = ImportedImageStore.open(data, DiskReserve.NONE);
        assertThat(folders()).isEmpty();
        assertThat(store.list()).isEmpty();
    }
}
