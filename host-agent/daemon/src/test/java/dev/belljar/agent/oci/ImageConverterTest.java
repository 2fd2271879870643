package dev.belljar.agent.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.erofs.TreeLimits;
import dev.belljar.testing.SavedImage;
import dev.belljar.testing.TarBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests the conversion of saved images: each form is read alike, each wrong digest is found, and what is
/// beyond the limits is refused.
@Tag("slow")
class ImageConverterTest {
    private static final byte[] LAYER = new TarBuilder()
            .folder("etc")
            .file("etc/name", "blue\n")
            .link("bin", "usr/bin")
            .file("usr/bin/tool", "#!/bin/sh\n".getBytes(StandardCharsets.UTF_8), 04755)
            .bytes();

    @TempDir
    Path folder;

    private ConvertedImage convert(Path place) throws Exception {
        return convert(place, null, OciLimits.USUAL);
    }

    private ConvertedImage convert(Path place, @Nullable String ref, OciLimits limits) throws Exception {
        try (ImageConverter converter = ImageConverter.open(place, ref, limits)) {
            return converter.convert(Files.createTempDirectory(folder, "out").resolve("image"), (percent, bytes) -> {});
        }
    }

    private ConvertedImage layer(byte[] layer) throws Exception {
        return convert(new SavedImage()
                .image("shop", Packing.GZIP, layer)
                .layout(Files.createTempDirectory(folder, "layout")));
    }

    @ParameterizedTest
    @EnumSource(Packing.class)
    void layoutsAndArchivesAreReadAlike(Packing packing) throws Exception {
        SavedImage saved = new SavedImage().image("shop", packing, LAYER);
        ConvertedImage layout = convert(saved.layout(folder.resolve("layout")));
        assertThat(layout.names()).containsExactly("shop");
        assertThat(layout.files().files()).isEqualTo(2);
        assertThat(layout.files().setuidNames()).containsExactly("tool");
        assertThat(layout.config().variables()).containsExactly("PATH=/opt/bin:/bin", "COLOR=blue");
        assertThat(layout.config().ports()).containsExactly("8080/tcp");
        assertThat(convert(saved.archive(folder.resolve("oci.tar")))).isEqualTo(layout);
        assertThat(convert(saved.dockerArchive(folder.resolve("docker.tar")))).isEqualTo(layout);
    }

    @Test
    void aLayerOfDockerMayBeALinkInTheArchive() throws Exception {
        String config = "{\"architecture\":\"amd64\",\"os\":\"linux\",\"rootfs\":{\"diff_ids\":[\"sha256:%s\"]}}"
                .formatted(SavedImage.sha256(LAYER));
        Path file = folder.resolve("docker.tar");
        Files.write(
                file,
                new TarBuilder()
                        .file(
                                "manifest.json",
                                "[{\"Config\":\"c.json\",\"RepoTags\":null,\"Layers\":[\"1/layer.tar\"]}]")
                        .file("c.json", config)
                        .link("1/layer.tar", "../2.tar")
                        .file("2.tar", LAYER, 0644)
                        .bytes());
        assertThat(convert(file).files().files()).isEqualTo(2);
    }

    @Test
    void severalMembersOfGzipAreOneLayer() throws Exception {
        byte[] first = SavedImage.gzip(Arrays.copyOf(LAYER, 700));
        byte[] second = SavedImage.gzip(Arrays.copyOfRange(LAYER, 700, LAYER.length));
        byte[] packed = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, packed, first.length, second.length);
        String config = "{\"architecture\":\"amd64\",\"os\":\"linux\",\"rootfs\":{\"diff_ids\":[\"sha256:%s\"]}}"
                .formatted(SavedImage.sha256(LAYER));
        SavedImage saved = new SavedImage();
        String manifest = "{\"config\":%s,\"layers\":[%s]}"
                .formatted(
                        saved.descriptor("c", config.getBytes(StandardCharsets.UTF_8)), saved.descriptor("l", packed));
        saved.manifest(saved.descriptor("m", manifest.getBytes(StandardCharsets.UTF_8)));
        assertThat(convert(saved.layout(folder.resolve("layout"))).files().files())
                .isEqualTo(2);
    }

    @Test
    void theImageForThisPlatformIsChosenFromAnIndex() throws Exception {
        SavedImage saved = new SavedImage();
        saved.image("arm", "arm64", "{}", Packing.GZIP, LAYER).image("intel", "amd64", "{}", Packing.GZIP, LAYER);
        String index = new String(saved.files().get("index.json"), StandardCharsets.UTF_8)
                .replace("\"annotations\":{\"org.opencontainers.image.ref.name\":\"arm\"}", platform("arm64"))
                .replace("\"annotations\":{\"org.opencontainers.image.ref.name\":\"intel\"}", platform("amd64"));
        SavedImage outer = saved.manifest("");
        Path layout = outer.layout(folder.resolve("layout"));
        byte[] nested = index.getBytes(StandardCharsets.UTF_8);
        Files.write(layout.resolve("blobs/sha256/" + SavedImage.sha256(nested)), nested);
        Files.writeString(
                layout.resolve("index.json"), "{\"manifests\":[%s]}".formatted(saved.descriptor("index", nested)));
        assertThat(convert(layout).files().files()).isEqualTo(2);
    }

    private static String platform(String architecture) {
        return "\"platform\":{\"os\":\"linux\",\"architecture\":\"%s\"}".formatted(architecture);
    }

    @Test
    void withSeveralImagesTheNameIsRequired() throws Exception {
        Path file = new SavedImage()
                .image("shop", Packing.GZIP, LAYER)
                .image("bank", Packing.GZIP, new TarBuilder().file("a", "b").bytes())
                .archive(folder.resolve("two.tar"));
        assertThatThrownBy(() -> convert(file))
                .isInstanceOf(OciException.class)
                .hasMessageContaining("2 images: shop, bank")
                .satisfies(e -> assertThat(((OciException) e).hint()).contains("--ref"));
        assertThat(convert(file, "bank", OciLimits.USUAL).names()).containsExactly("bank");
        assertThatThrownBy(() -> convert(file, "none", OciLimits.USUAL)).hasMessageContaining("no image \"none\"");
    }

    @Test
    void anImageForAnotherProcessorIsRefused() throws Exception {
        Path layout = new SavedImage()
                .image("arm", "arm64", "{}", Packing.GZIP, LAYER)
                .layout(folder.resolve("layout"));
        assertThatThrownBy(() -> convert(layout)).hasMessageContaining("linux/arm64");
    }

    @Test
    void eachChangedFileOfALayoutIsFound() throws Exception {
        SavedImage saved = new SavedImage().image("shop", Packing.GZIP, LAYER);
        for (Map.Entry<String, byte[]> each : saved.files().entrySet()) {
            if (each.getKey().startsWith("blobs/")) {
                Path layout = saved.layout(Files.createTempDirectory(folder, "changed"));
                byte[] changed = each.getValue().clone();
                changed[changed.length - 2] ^= 1;
                Files.write(layout.resolve(each.getKey()), changed);
                assertThatThrownBy(() -> convert(layout)).as(each.getKey()).isInstanceOf(OciException.class);
            }
        }
    }

    @Test
    void aLayerWithAnotherDigestUnpackedIsRefused() throws Exception {
        byte[] packed = SavedImage.gzip(LAYER);
        String config = "{\"architecture\":\"amd64\",\"os\":\"linux\",\"rootfs\":{\"diff_ids\":[\"sha256:%s\"]}}"
                .formatted("0".repeat(64));
        SavedImage saved = new SavedImage();
        String manifest = "{\"config\":%s,\"layers\":[%s]}"
                .formatted(
                        saved.descriptor("c", config.getBytes(StandardCharsets.UTF_8)), saved.descriptor("l", packed));
        saved.manifest(saved.descriptor("m", manifest.getBytes(StandardCharsets.UTF_8)));
        Path layout = saved.layout(folder.resolve("layout"));
        assertThatThrownBy(() -> convert(layout))
                .hasMessageContaining("layer 1")
                .hasMessageContaining("digest");
    }

    @Test
    void aLinkInALayoutIsNotFollowed() throws Exception {
        SavedImage saved = new SavedImage().image("shop", Packing.GZIP, LAYER);
        Path layout = saved.layout(folder.resolve("layout"));
        Path outside = Files.move(layout.resolve("blobs"), folder.resolve("outside"));
        Files.createSymbolicLink(layout.resolve("blobs"), outside);
        assertThatThrownBy(() -> convert(layout)).hasMessageContaining("is a link");
    }

    @Test
    void anArchiveThatIsCompressedIsExplained() throws Exception {
        Path file = folder.resolve("image.tar.gz");
        Files.write(
                file,
                SavedImage.gzip(Files.readAllBytes(
                        new SavedImage().image("shop", Packing.NONE, LAYER).archive(folder.resolve("image.tar")))));
        assertThatThrownBy(() -> convert(file)).hasMessageContaining("compressed with gzip");
    }

    @Test
    void somethingElseIsNoImage() throws Exception {
        Path file = Files.writeString(folder.resolve("text"), "not an archive".repeat(100));
        assertThatThrownBy(() -> convert(file)).hasMessageContaining("not a tar archive");
        assertThatThrownBy(() -> convert(folder)).hasMessageContaining("neither an index.json nor");
        assertThatThrownBy(() -> convert(folder.resolve("none"))).hasMessageContaining("does not exist");
    }

    @Test
    void aZipBombStopsEarly() throws Exception {
        byte[] zeros = new TarBuilder().file("big", new byte[32 << 20], 0644).bytes();
        for (Packing packing : new Packing[] {Packing.GZIP, Packing.ZSTD}) {
            Path layout = new SavedImage().image("bomb", packing, zeros).layout(folder.resolve("bomb" + packing));
            assertThatThrownBy(() -> convert(layout, null, OciLimits.USUAL.withUnpacked(1L << 30, 200, 1 << 20)))
                    .hasMessageContaining("more than 200 times its compressed size");
        }
    }

    @Test
    void anUnpackedSizeBeyondTheLimitIsRefused() throws Exception {
        byte[] one = new TarBuilder().file("one", new byte[3 << 20], 0644).bytes();
        Path layout = new SavedImage().image("large", Packing.NONE, one, one).layout(folder.resolve("large"));
        assertThatThrownBy(() -> convert(layout, null, OciLimits.USUAL.withUnpacked(5L << 20, 200, 1L << 30)))
                .hasMessageContaining("layer 2")
                .hasMessageContaining("unpacked size");
    }

    @Test
    void tooManyFilesAreRefused() throws Exception {
        TarBuilder many = new TarBuilder();
        for (int i = 0; i < 2_000; i++) {
            many.entry("f/" + i, '0', "", 0644);
        }
        Path layout = new SavedImage().image("many", Packing.GZIP, many.bytes()).layout(folder.resolve("many"));
        assertThatThrownBy(() ->
                        convert(layout, null, OciLimits.USUAL.withTree(new TreeLimits(1_000, 1 << 30, 10, 1 << 30))))
                .hasMessageContaining("more than 1,000 files");
        assertThatThrownBy(() ->
                        convert(layout, null, OciLimits.USUAL.withTree(new TreeLimits(9_000, 1 << 16, 10, 1 << 30))))
                .hasMessageContaining("MiB of memory");
        assertThat(convert(layout).files().files()).isEqualTo(2_000);
    }

    @Test
    void aDocumentThatIsNestedDeeplyOrLargeIsRefused() throws Exception {
        Path layout = new SavedImage().image("shop", Packing.GZIP, LAYER).layout(folder.resolve("layout"));
        Files.writeString(layout.resolve("index.json"), "[".repeat(1_000_000));
        assertThatThrownBy(() -> convert(layout)).hasMessageContaining("nested more than 32 deep");
        Files.writeString(layout.resolve("index.json"), "{\"a\":[" + "{},".repeat(1_000_000) + "{}]}");
        assertThatThrownBy(() -> convert(layout)).hasMessageContaining("more than 100,000 values");
        Files.writeString(layout.resolve("index.json"), " ".repeat(5 << 20));
        assertThatThrownBy(() -> convert(layout)).hasMessageContaining("more than 4,194,304 bytes");
    }

    @Test
    void pathsThatLeadOutAreRefused() {
        for (String path : new String[] {"../etc/passwd", "a/../../b", "a/.."}) {
            assertThatThrownBy(() -> layer(new TarBuilder().file(path, "x").bytes()))
                    .as(path)
                    .hasMessageContaining("leads out of the image");
        }
        assertThatThrownBy(() -> layer(new TarBuilder()
                        .file("a", "x")
                        .hardLink("b", "../../etc/shadow")
                        .bytes()))
                .hasMessageContaining("leads out of the image");
        assertThatThrownBy(() -> layer(new TarBuilder().hardLink("b", "missing").bytes()))
                .hasMessageContaining("does not exist in the image");
        assertThatThrownBy(
                        () -> layer(new TarBuilder().file("x".repeat(300), "x").bytes()))
                .hasMessageContaining("more than 255");
        assertThatThrownBy(() -> layer(
                        new TarBuilder().file("x/".repeat(3000) + "y", "x").bytes()))
                .hasMessageContaining("more than 4,095");
    }

    @Test
    void hostileHeadersAreRefused() {
        assertThatThrownBy(() ->
                        layer(new TarBuilder().special('x', new byte[300 << 10]).bytes()))
                .hasMessageContaining("extended header");
        assertThatThrownBy(() -> layer(new TarBuilder()
                        .special('x', "99999 path=a\n".getBytes(StandardCharsets.UTF_8))
                        .bytes()))
                .hasMessageContaining("without its length");
        assertThatThrownBy(() ->
                        layer(new TarBuilder().pax("size", "-1").file("a", "").bytes()))
                .hasMessageContaining("expected a number");
        assertThatThrownBy(() -> layer(new TarBuilder()
                        .pax("size", "999999999999999")
                        .file("a", "")
                        .bytes()))
                .hasMessageContaining("a file has the size");
        assertThatThrownBy(() -> layer(new TarBuilder()
                        .pax("GNU.sparse.major", "1")
                        .file("a", "")
                        .bytes()))
                .hasMessageContaining("sparse");
        assertThatThrownBy(
                        () -> layer(new TarBuilder().entry("a", 'S', "", 0644).bytes()))
                .hasMessageContaining("sparse");
        assertThatThrownBy(
                        () -> layer(new TarBuilder().entry("a", 'Z', "", 0644).bytes()))
                .hasMessageContaining("unknown type");
        assertThatThrownBy(() -> layer(new TarBuilder().stated("a", 5_000).cut()))
                .hasMessageContaining("damaged");
        TarBuilder chain = new TarBuilder();
        for (int i = 0; i < 20; i++) {
            chain.pax("comment", "again");
        }
        assertThatThrownBy(() -> layer(chain.file("a", "").bytes())).hasMessageContaining("more than 16 headers");
        assertThatThrownBy(() -> layer(new TarBuilder().file("a/.wh.", "").bytes()))
                .hasMessageContaining("removes no file");
        assertThatThrownBy(() -> layer(new TarBuilder().file("a/.wh...", "").bytes()))
                .hasMessageContaining("removes no file");
    }

    @Test
    void devicesAreLeftOutAndCounted() throws Exception {
        ConvertedImage image = layer(new TarBuilder()
                .entry("dev/sda", '4', "", 0666)
                .entry("dev/null", '3', "", 0666)
                .entry("pipe", '6', "", 0666)
                .pax("SCHILY.xattr.trusted.overlay.redirect", "/etc")
                .file("a", "b")
                .bytes());
        assertThat(image.special()).isEqualTo(3);
        assertThat(image.attributes()).isEqualTo(1);
        assertThat(image.files().files()).isEqualTo(1);
    }

    @Test
    void aConversionCanBeCancelled() throws Exception {
        byte[] large = new TarBuilder().file("large", new byte[64 << 20], 0644).bytes();
        Path layout = new SavedImage()
                .image("large", Packing.NONE, large, large, large)
                .layout(folder.resolve("l"));
        AtomicReference<Throwable> end = new AtomicReference<>();
        CountDownLatch begun = new CountDownLatch(1);
        Thread thread = Thread.ofVirtual().start(() -> {
            try (ImageConverter converter = ImageConverter.open(layout, null, OciLimits.USUAL)) {
                converter.convert(folder.resolve("cancelled"), (percent, bytes) -> begun.countDown());
            } catch (Exception e) {
                end.set(e);
            }
        });
        begun.await();
        thread.interrupt();
        thread.join();
        assertThat(end.get()).isInstanceOf(InterruptedException.class);
    }

    @Test
    void aFullDiskEndsTheConversion() throws Exception {
        Path layout = new SavedImage().image("shop", Packing.GZIP, LAYER).layout(folder.resolve("layout"));
        try (ImageConverter converter = ImageConverter.open(layout, null, OciLimits.USUAL)) {
            assertThatThrownBy(() -> converter.convert(folder.resolve("out"), (percent, bytes) -> {
                        throw new IOException("the disk is full");
                    }))
                    .hasMessage("the disk is full");
        }
    }
}
