package dev.belljar.agent.oci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.Command;
import dev.belljar.testing.SavedImage;
import dev.belljar.testing.TarBuilder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the file systems that are made of images with Debian's `fsck.erofs`, which reads all of them and
/// unpacks the files.
@Tag("slow")
class ErofsImageTest {
    @TempDir
    Path folder;

    /// Makes the file system of an image with these layers, checks it and unpacks it.
    private Path unpacked(byte[]... layers) throws Exception {
        Path layout = new SavedImage()
                .image("shop", Packing.GZIP, layers)
                .layout(Files.createTempDirectory(folder, "layout"));
        Path image = folder.resolve("image.erofs");
        try (ImageConverter converter = ImageConverter.open(layout, null, OciLimits.USUAL)) {
            ConvertedImage _ = converter.convert(image, (percent, bytes) -> {});
        }
        Path target = folder.resolve("unpacked");
        String _ = Command.of("fsck.erofs", "--extract=" + target, "--overwrite", image.toString())
                .check()
                .text();
        return target;
    }

    private static String text(Path file) throws Exception {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    @Test
    void contentModeOwnerAndTimeAreRead() throws Exception {
        byte[] large = new byte[3_000_000];
        new Random(1).nextBytes(large);
        Path root = unpacked(new TarBuilder()
                .file("large", large, 0640)
                .file("empty", "")
                .file("usr/bin/sudo", "x".getBytes(StandardCharsets.UTF_8), 04755)
                .link("short", "usr/bin/sudo")
                .link("long", "a/".repeat(2_000) + "b")
                .hardLink("again", "large")
                .owned("theirs", 70_000)
                .bytes());
        assertThat(root.resolve("large")).hasBinaryContent(large);
        assertThat(root.resolve("again")).hasBinaryContent(large);
        assertThat(Files.size(root.resolve("empty"))).isZero();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve("large"))))
                .isEqualTo("rw-r-----");
        assertThat(Files.readSymbolicLink(root.resolve("short"))).hasToString("usr/bin/sudo");
        assertThat(Files.readSymbolicLink(root.resolve("long"))).hasToString("a/".repeat(2_000) + "b");
        assertThat(Files.getLastModifiedTime(root.resolve("large")).toMillis()).isEqualTo(1_700_000_000_000L);
        assertThat(inode("/theirs")).contains("Uid: 70000", "Gid: 70000");
        assertThat(mode("/usr/bin/sudo")).isEqualTo(0104755);
    }

    /// The mode in the inode itself: Debian's programs neither show the bit for setuid nor keep it.
    private int mode(String path) throws Exception {
        ByteBuffer image = ByteBuffer.wrap(Files.readAllBytes(folder.resolve("image.erofs")))
                .order(ByteOrder.LITTLE_ENDIAN);
        int place = Integer.parseInt(inode(path).replaceAll("(?s).*NID: (\\d+).*", "$1"));
        int inodes = image.getInt(1024 + 40) * 4096;
        return Short.toUnsignedInt(image.getShort(inodes + place * 32 + 4));
    }

    private String inode(String path) throws Exception {
        return Command.of(
                        "dump.erofs",
                        "--path=" + path,
                        folder.resolve("image.erofs").toString())
                .check()
                .text();
    }

    @Test
    void everyNameOfALargeFolderIsThere() throws Exception {
        TarBuilder tar = new TarBuilder();
        for (int i = 0; i < 12_000; i++) {
            tar.entry("many/file-%05d-%s".formatted(i * 7919 % 12_000, "x".repeat(i % 90)), '0', "", 0644);
        }
        tar.entry("many/-first", '0', "", 0644).entry("many/!", '0', "", 0644).entry("many/ü", '0', "", 0644);
        Path root = unpacked(tar.bytes());
        try (Stream<Path> files = Files.list(root.resolve("many"))) {
            assertThat(files.count()).isEqualTo(12_003);
        }
    }

    @Test
    void laterLayersReplaceAndRemove() throws Exception {
        Path root = unpacked(
                new TarBuilder()
                        .file("kept", "1")
                        .file("changed", "1")
                        .file("removed", "1")
                        .file("folder/a", "1")
                        .file("folder/b", "1")
                        .file("opaque/old", "1")
                        .file("becomes-folder", "1")
                        .file("becomes-file/inside", "1")
                        .file("usr/bin/tool", "1")
                        .link("bin", "usr/bin")
                        .file("linked", "1")
                        .file("twice", "1")
                        .file("twice", "2")
                        .bytes(),
                new TarBuilder()
                        .file("changed", "2")
                        .file(".wh.removed", "")
                        .file("folder/.wh.a", "")
                        .file("opaque/new", "2")
                        .file("opaque/.wh..wh..opq", "")
                        .file("becomes-folder/inside", "2")
                        .file("becomes-file", "2")
                        .file("bin/other", "2")
                        .hardLink("linked-again", "linked")
                        .file(".wh.linked", "")
                        .file(".wh.missing", "")
                        .file(".wh..wh.plnk/1.2", "")
                        .file("added", "2")
                        .file(".wh.added", "")
                        .bytes());
        assertThat(text(root.resolve("kept"))).isEqualTo("1");
        assertThat(text(root.resolve("changed"))).isEqualTo("2");
        assertThat(text(root.resolve("twice"))).isEqualTo("2");
        assertThat(root.resolve("removed")).doesNotExist();
        assertThat(root.resolve("folder/a")).doesNotExist();
        assertThat(root.resolve("folder/b")).exists();
        assertThat(root.resolve("opaque/old")).doesNotExist();
        assertThat(root.resolve("opaque/new")).exists();
        assertThat(text(root.resolve("becomes-folder/inside"))).isEqualTo("2");
        assertThat(text(root.resolve("becomes-file"))).isEqualTo("2");
        assertThat(text(root.resolve("usr/bin/other"))).isEqualTo("2");
        assertThat(text(root.resolve("usr/bin/tool"))).isEqualTo("1");
        assertThat(text(root.resolve("linked-again"))).isEqualTo("1");
        assertThat(root.resolve("linked")).doesNotExist();
        // A removal is about the layers below only.
        assertThat(text(root.resolve("added"))).isEqualTo("2");
        try (Stream<Path> names = Files.list(root)) {
            assertThat(names.map(name -> name.getFileName().toString())).noneMatch(name -> name.startsWith(".wh"));
        }
    }

    @Test
    void aRemovedFolderMayBeFilledAgainInTheSameLayer() throws Exception {
        Path root = unpacked(
                new TarBuilder().file("a/old", "1").file("a/b/old", "1").bytes(),
                new TarBuilder().file("a/b/new", "2").file(".wh.a", "").bytes());
        assertThat(root.resolve("a/old")).doesNotExist();
        assertThat(root.resolve("a/b/old")).doesNotExist();
        assertThat(root.resolve("a/b/new")).exists();
    }

    @Test
    void linksStayInTheImage() throws Exception {
        Path outside = Files.createDirectory(folder.resolve("outside"));
        Path root = unpacked(new TarBuilder()
                .link("absolute", outside.toString())
                .link("up", "../../../../../../.." + outside)
                .file("absolute/one", "1")
                .file("up/two", "2")
                .bytes());
        assertThat(outside).isEmptyDirectory();
        assertThat(text(root.resolve(outside.toString().substring(1) + "/one"))).isEqualTo("1");
        assertThat(text(root.resolve(outside.toString().substring(1) + "/two"))).isEqualTo("2");
    }

    @Test
    void capabilitiesOfProgramsAreKept() throws Exception {
        Path _ = unpacked(new TarBuilder()
                .pax("SCHILY.xattr.security.capability", "\1\0\0\2\0\4", "SCHILY.xattr.user.note", "hello")
                .file("ping", "1")
                .bytes());
        assertThat(Files.readString(folder.resolve("image.erofs"), StandardCharsets.ISO_8859_1))
                .contains("capability\1\0\0\2\0\4", "notehello");
    }

    @Test
    void theSameImageGivesTheSameBytes() throws Exception {
        byte[] layer = new TarBuilder().file("a", "1").folder("b").bytes();
        Path _ = unpacked(layer);
        byte[] first = Files.readAllBytes(folder.resolve("image.erofs"));
        Files.delete(folder.resolve("image.erofs"));
        Path _ = unpacked(layer);
        assertThat(Files.readAllBytes(folder.resolve("image.erofs"))).isEqualTo(first);
    }
}
