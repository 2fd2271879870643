package dev.belljar.agent.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belljar.agent.host.DiskReserve;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuestBundleTest {
    @TempDir
    Path folder;

    private Path bundle;

    @BeforeEach
    void wholeBundle() throws Exception {
        FakeHome home = new FakeHome(folder.resolve("home"));
        ImageStore store = new ImageStore(folder.resolve("images"));
        bundle = new ImageBuilder(home.script(), store, DiskReserve.NONE)
                .build((percent, words) -> {})
                .folder();
    }

    @Test
    void sizesAreCheckedOnOpening() throws IOException {
        Files.writeString(bundle.resolve("initrd"), "firs");

        assertBroken("initrd", "expected 5 bytes, found 4");
    }

    @Test
    void aMissingFileIsNamed() throws IOException {
        Files.delete(bundle.resolve("vmlinux"));

        assertBroken("vmlinux", "missing or not a regular file");
    }

    @Test
    void digestsAreComparedWhenAsked() throws Exception {
        Files.writeString(bundle.resolve("base.erofs"), "dusk");

        GuestBundle sameSizes = GuestBundle.open(bundle);

        assertThatThrownBy(sameSizes::verify).hasMessageContaining("base.erofs").hasMessageContaining("SHA-256");
    }

    @Test
    void aNameThatLeadsOutOfTheBundleIsRefused() throws IOException {
        Files.writeString(folder.resolve("images/initrd"), "first");
        edit("\"name\":\"initrd\"", "\"name\":\"../initrd\"");

        assertBroken("initrd", "missing or not a regular file");
    }

    @Test
    void aManifestOfAnotherSchemaIsRefused() throws IOException {
        edit("\"schema\":1", "\"schema\":2");

        assertBroken("manifest.json", "schema 1");
    }

    @Test
    void anIncompleteManifestIsRefused() throws IOException {
        edit("\"kernelRelease\":\"6.1.0\",", "");

        assertBroken("manifest.json", "incomplete or in an unsupported format");
    }

    @Test
    void aManifestThatIsNoJsonIsRefused() throws IOException {
        Files.writeString(bundle.resolve("manifest.json"), "{\"schema\":");

        assertBroken("manifest.json", "manifest");
    }

    @Test
    void theSizeOfABundleIncludesAllItsFiles() throws Exception {
        assertThat(GuestBundle.open(bundle).bytes())
                .isEqualTo("kernel".length() + "first".length() + "small".length() + "disk".length());
    }

    private void edit(String what, String with) throws IOException {
        Path manifest = bundle.resolve("manifest.json");
        String text = Files.readString(manifest);
        assertThat(text).contains(what);
        Files.writeString(manifest, text.replace(what, with));
    }

    private void assertBroken(String operand, String words) {
        ImageException failure = catchThrowableOfType(ImageException.class, () -> GuestBundle.open(bundle));
        assertThat(failure.code()).isEqualTo(ImageException.BROKEN);
        assertThat(failure).hasMessageContaining(operand).hasMessageContaining(words);
    }
}
