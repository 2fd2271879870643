package dev.belljar.client.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.contract.view.work.GuestFile;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Property;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests what an archive of a hostile guest can do: nothing but write the files that were asked for.
class FileReceiverTest {
    private static final long MOST = 1 << 20;
    private static final long TIME = 1_700_000_000_000L;

    @TempDir
    private Path temp;

    private Path folder;
    private TargetFolder target;

    @BeforeEach
    void open() throws IOException {
        folder = temp.resolve("target");
        target = TargetFolder.open(folder);
    }

    @AfterEach
    void close() throws IOException {
        target.close();
    }

    @Test
    void filesThatWereAskedForAreWritten() throws Exception {
        String deep = "a/" + "long-name/".repeat(20) + "b.txt";
        byte[] archive = new RawTar()
                .file("./dist/app.txt", "app")
                .longName(deep)
                .file("cut", "deep")
                .file("empty", "")
                .end();
        assertThat(receive(archive, "dist/app.txt", deep, "empty")).isEmpty();
        assertThat(everything()).isEqualTo("a/" + "long-name/".repeat(20) + "b.txt=deep dist/app.txt=app empty= ");
        Path app = folder.resolve("dist/app.txt");
        assertThat(Files.getLastModifiedTime(app).toMillis()).isEqualTo(TIME);
        assertThat(Files.isExecutable(app)).as("4755 in the archive").isFalse();
    }

    @Test
    void aFileStaysExecutableOnlyIfTheUserSaysSo() throws Exception {
        byte[] archive = new RawTar().file("tool", "#!").file("text", "").end();
        FileReceiver receiver = new FileReceiver(target, true, false, MOST, (bytes, path) -> {});
        receiver.receive(
                List.of(new GuestFile("tool", 2, TIME, true, null), new GuestFile("text", 0, TIME, false, null)),
                new ByteArrayInputStream(archive));
        assertThat(Files.isExecutable(folder.resolve("tool"))).isTrue();
        assertThat(Files.isExecutable(folder.resolve("text"))).isFalse();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("tool"))))
                .doesNotContain("s");
    }

    @Test
    void realTarIsRead() throws Exception {
        Path from = Files.createDirectories(temp.resolve("from/" + "x".repeat(90) + "/" + "y".repeat(90)));
        Files.writeString(from.resolve("file"), "content");
        Files.write(temp.resolve("from/large"), new byte[100_000]);
        Files.createLink(temp.resolve("from/linked"), temp.resolve("from/large"));
        String deep = "x".repeat(90) + "/" + "y".repeat(90) + "/file";
        byte[] archive = tar("from", deep, "large", "linked");
        assertThat(receive(archive, deep, "large", "linked")).containsExactly("linked");
        assertThat(Files.readString(folder.resolve(deep))).isEqualTo("content");
        assertThat(receive(tar("from", "linked"), "linked")).isEmpty();
        assertThat(folder.resolve("linked")).hasSize(100_000);
    }

    @Test
    void aSparseFileIsRefusedBeforeItTakesAnyRoom() throws Exception {
        Path from = Files.createDirectories(temp.resolve("from"));
        try (var file = new java.io.RandomAccessFile(from.resolve("bomb").toFile(), "rw")) {
            file.setLength(1L << 40);
        }
        byte[] archive = tar("from", "--sparse", "bomb");
        assertThat(archive.length).isLessThan(1 << 20);
        assertThatThrownBy(() -> receive(archive, "bomb")).hasMessageContaining("sparse file");
        assertThat(everything()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(chars = {'2', '3', '4', '5', '6', '7', 'S', 'x', 'g', 'K', 'D', 'M', 'V', 'A', '9'})
    void everyOtherKindOfEntryIsRefused(char type) throws Exception {
        byte[] archive = new RawTar().entry("good", type, new byte[0]).end();
        assertThatThrownBy(() -> receive(archive, "good"))
                .isInstanceOf(TarFault.class)
                .hasMessageContaining("expected a regular file");
        assertThat(everything()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/etc/passwd",
                "../escape",
                "a/../../escape",
                "a/./b",
                "a//b",
                "",
                ".",
                "..",
                "a/",
                "a\u001b[2J",
                "a\u202eb",
                ".git/config",
                ".GIT/config",
                "git~1/config",
                ".gi\u200ct/config",
                "other",
            })
    void noOtherPathIsWritten(String path) throws Exception {
        for (byte[] archive : List.of(
                new RawTar().file(path, "x").end(),
                new RawTar().longName(path).file("good", "x").end())) {
            assertThatThrownBy(() -> receive(archive, "good")).isInstanceOf(IOException.class);
        }
        assertThat(everything()).isEmpty();
        assertThat(temp).isDirectoryContaining("glob:**target");
        try (Stream<Path> beside = Files.list(temp)) {
            assertThat(beside).hasSize(1);
        }
    }

    @Test
    void aFileThatComesTwiceIsRefused() {
        byte[] archive =
                new RawTar().file("good", "first").file("./good", "second").end();
        assertThatThrownBy(() -> receive(archive, "good")).hasMessageContaining("twice or without being asked");
        assertThat(folder.resolve("good")).content().isEqualTo("first");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-0000000001", "77777777777", "00000000009", "           ", "0x10", "777777777777"})
    void aSizeThatLiesIsRefused(String size) {
        byte[] archive = new RawTar()
                .header("good", '0', size)
                .raw("short".getBytes(StandardCharsets.UTF_8))
                .end();
        assertThatThrownBy(() -> receive(archive, "good")).isInstanceOf(IOException.class);
        assertThat(folder.resolve("good")).doesNotExist();
    }

    @Test
    void theLimitCountsAllFilesAndIsCheckedBeforeWriting() {
        byte[] half = new byte[(int) MOST / 2];
        byte[] archive = new RawTar()
                .entry("a", '0', half)
                .entry("b", '0', half)
                .entry("c", '0', new byte[1])
                .end();
        assertThatThrownBy(() -> receive(archive, "a", "b", "c")).isInstanceOf(SizeLimitFault.class);
        assertThat(folder.resolve("c")).doesNotExist();
        assertThat(folder.resolve("b")).hasSize(MOST / 2);
    }

    @Test
    void anArchiveThatBreaksOffLeavesNoHalfFile() throws Exception {
        byte[] whole = new RawTar()
                .file("a", "x".repeat(2_000))
                .file("b", "y".repeat(2_000))
                .end();
        for (int length = 0; length < whole.length; length += 100) {
            byte[] cut = java.util.Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> receive(cut, "a", "b")).isInstanceOf(IOException.class);
            if (Files.exists(folder.resolve("a"))) {
                assertThat(folder.resolve("a")).content().isEqualTo("x".repeat(2_000));
                Files.delete(folder.resolve("a"));
            }
            assertThat(everything()).isEmpty();
        }
    }

    /// The host agent sends a problem document after an archive that breaks off.
    @Test
    void aProblemDocumentIsNeverPartOfAFile() throws Exception {
        byte[] problem = "{\"code\":\"guest.refused\",\"detail\":\"%s\"}"
                .formatted("x".repeat(900))
                .getBytes(StandardCharsets.UTF_8);
        byte[] half = new RawTar().header("a", '0', "00000001000").raw(problem).cut();
        assertThatThrownBy(() -> receive(half, "a")).isInstanceOf(IOException.class);
        assertThat(everything()).isEmpty();
        byte[] after = new RawTar()
                .file("a", "whole")
                .raw(new byte[1_024])
                .raw(problem)
                .cut();
        assertThatThrownBy(() -> receive(after, "a")).hasMessageContaining("may have changed");
        assertThat(everything()).isEqualTo("a=whole ");
    }

    @Test
    void noLinkOnThisComputerIsFollowed() throws Exception {
        Path outside = Files.createDirectories(temp.resolve("outside"));
        Files.writeString(outside.resolve("file"), "mine");
        Files.createSymbolicLink(folder.resolve("dist"), outside);
        Files.createSymbolicLink(folder.resolve("link"), outside.resolve("file"));
        byte[] archive = new RawTar().file("dist/file", "theirs").end();
        assertThatThrownBy(() -> receive(archive, "dist/file")).isInstanceOf(IOException.class);
        assertThat(target.present(file("dist/file"))).isEqualTo(TargetFolder.PresentFile.IN_THE_WAY);
        assertThat(target.present(file("link"))).isEqualTo(TargetFolder.PresentFile.IN_THE_WAY);
        byte[] link = new RawTar().file("link", "theirs").end();
        assertThatThrownBy(() -> receive(link, "link")).hasMessageContaining("was not replaced");
        assertThat(Files.isSymbolicLink(folder.resolve("link"))).isTrue();
        receiver(true).receive(List.of(file("link")), new ByteArrayInputStream(link));
        assertThat(Files.isSymbolicLink(folder.resolve("link")))
                .as("replaced, not followed")
                .isFalse();
        assertThat(outside.resolve("file")).content().isEqualTo("mine");
    }

    /// Another program writes the file while it is being received.
    @Test
    void aFileThatAppearsMeanwhileIsNotReplaced() throws Exception {
        byte[] archive = new RawTar().file("a", "one").file("dist/b", "two").end();
        List<GuestFile> files = List.of(file("a"), file("dist/b"));
        FileReceiver receiver = new FileReceiver(target, false, false, MOST, (bytes, path) -> {
            if (path.equals("dist/b")) {
                write("dist/b", "mine");
            }
        });
        assertThatThrownBy(() -> receiver.receive(files, new ByteArrayInputStream(archive)))
                .isInstanceOf(FileAppearedFault.class)
                .hasMessage(folder.toRealPath().resolve("dist/b")
                        + ": a file with this name appeared during the copy, and was not replaced");
        assertThat(everything()).isEqualTo("a=one dist/b=mine ");
        receiver(true).receive(files, new ByteArrayInputStream(archive));
        assertThat(everything()).isEqualTo("a=one dist/b=two ");
    }

    /// As on file systems on which a file cannot have two names.
    @Test
    void aFileThatAppearsIsNotReplacedWithoutLinksEither() throws Exception {
        try (TargetFolder.PartialFile part = target.begin("a")) {
            write("a", "mine");
            assertThatThrownBy(() -> part.keepWithoutLink(name(part))).isInstanceOf(FileAlreadyExistsException.class);
        }
        assertThat(everything()).isEqualTo("a=mine ");
        try (TargetFolder.PartialFile part = target.begin("b")) {
            assertThat(part.channel().write(ByteBuffer.wrap(new byte[] {'b'}))).isOne();
            part.keepWithoutLink(name(part));
        }
        assertThat(everything()).isEqualTo("a=mine b=b ");
    }

    private static Path name(TargetFolder.PartialFile part) {
        return Path.of(String.valueOf(part.part().getFileName()));
    }

    private void write(String path, String text) {
        try {
            Files.writeString(folder.resolve(path), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatIsThereIsRecognized() throws Exception {
        GuestFile file = new GuestFile("a/b", 3, TIME + 7, false, null);
        assertThat(target.present(file)).isEqualTo(TargetFolder.PresentFile.NOTHING);
        receive(new RawTar().file("a/b", "abc").end(), "a/b");
        assertThat(target.present(file)).isEqualTo(TargetFolder.PresentFile.SAME);
        assertThat(target.present(new GuestFile("a/b", 4, TIME, false, null)))
                .isEqualTo(TargetFolder.PresentFile.OTHER);
        assertThat(target.present(new GuestFile("a/b", 3, TIME + 2_000, false, null)))
                .isEqualTo(TargetFolder.PresentFile.OTHER);
        assertThat(target.present(file("a/b/c"))).isEqualTo(TargetFolder.PresentFile.IN_THE_WAY);
        assertThat(target.present(file("a"))).isEqualTo(TargetFolder.PresentFile.IN_THE_WAY);
    }

    @Test
    void aMissingFileIsNamed() {
        byte[] archive = new RawTar().file("a", "x").end();
        assertThatThrownBy(() -> receive(archive, "a", "gone")).hasMessageContaining("\"gone\" is missing");
    }

    /// Whatever the archive contains, only files that were asked for exist afterwards, none is larger than allowed,
    /// and nothing is written elsewhere.
    @Property(tries = 400)
    void noArchiveWritesAnythingElse(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        Path place =
                Files.createDirectories(Files.createTempDirectory(temp, "any").resolve("target"));
        byte[] archive = archive(random);
        if (random.nextInt(3) == 0 && archive.length > 0) {
            for (int i = 0; i < 5; i++) {
                archive[random.nextInt(archive.length)] ^= (byte) (1 << random.nextInt(8));
            }
        }
        List<String> names = List.of("good", "a/b", "a/c/d");
        try (TargetFolder any = TargetFolder.open(place)) {
            FileReceiver receiver =
                    new FileReceiver(any, random.nextBoolean(), random.nextBoolean(), 4_096, (bytes, path) -> {});
            receiver.receive(names.stream().map(FileReceiverTest::file).toList(), new ByteArrayInputStream(archive));
        } catch (IOException e) {
            assertThat(e).isNotNull(); // nearly every archive is refused
        }
        try (Stream<Path> all = Files.walk(place.getParent())) {
            List<Path> files = all.filter(each -> !Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
                    .toList();
            long bytes = 0;
            for (Path each : files) {
                assertThat(Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)).isTrue();
                assertThat(names).contains(place.relativize(each).toString());
                bytes += Files.size(each);
            }
            assertThat(bytes).isLessThanOrEqualTo(4_096);
        }
    }

    private static byte[] archive(Random random) {
        String[] names = {"good", "a/b", "./a/c/d", "../x", "/x", ".git/config", "a", "a/b/c", "\u0000", "a/../good"};
        char[] types = {'0', '0', '0', '0', '0', '1', '2', '5', 'L', 'K', 'x', 'g', 'S', '\0'};
        RawTar tar = new RawTar();
        for (int i = random.nextInt(6); i >= 0; i--) {
            String name = names[random.nextInt(names.length)];
            char type = types[random.nextInt(types.length)];
            byte[] content = new byte[random.nextInt(3_000)];
            random.nextBytes(content);
            switch (random.nextInt(5)) {
                case 0 -> tar.header(name, type, Long.toOctalString(random.nextLong(1L << 36)));
                case 1 -> tar.longName(name).entry(name, type, content);
                case 2 -> tar.raw(content);
                default -> tar.entry(name, type, type == '1' ? new byte[0] : content);
            }
        }
        return random.nextBoolean() ? tar.end() : tar.cut();
    }

    private List<String> receive(byte[] archive, String... paths) throws IOException {
        List<GuestFile> files = new ArrayList<>();
        for (String path : paths) {
            files.add(file(path));
        }
        return receiver(false).receive(files, new ByteArrayInputStream(archive));
    }

    private FileReceiver receiver(boolean replace) {
        return new FileReceiver(target, false, replace, MOST, (bytes, path) -> {});
    }

    private static GuestFile file(String path) {
        return new GuestFile(path, 1, TIME, true, null);
    }

    private byte[] tar(String from, String... words) throws Exception {
        List<String> argv = new ArrayList<>(List.of("tar", "--create", "--file=-", "--numeric-owner"));
        argv.addAll(List.of(words));
        Process tar = new ProcessBuilder(argv)
                .directory(temp.resolve(from).toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        byte[] archive = tar.getInputStream().readAllBytes();
        assertThat(tar.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return archive;
    }

    // The files below the target with their contents.
    private String everything() throws IOException {
        TreeMap<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                files.put(folder.relativize(each).toString(), Files.readString(each));
            }
        }
        StringBuilder text = new StringBuilder();
        files.forEach(
                (name, content) -> text.append(name).append('=').append(content).append(' '));
        return text.toString();
    }
}
