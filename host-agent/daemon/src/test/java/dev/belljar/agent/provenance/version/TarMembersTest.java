package dev.belljar.agent.provenance.version;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.Command;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that only requested regular files are read from a tar stream, whatever it contains.
class TarMembersTest {
    private static final int SIZE = 124;

    @TempDir
    private Path temp;

    private byte[] tar(String... names) throws Exception {
        List<String> argv = new ArrayList<>(List.of("tar", "--create", "--file=-", "--no-recursion"));
        argv.addAll(List.of(names));
        return Command.of(argv).in(temp).keep(64 << 20).check().out();
    }

    private static String text(Map<String, byte[]> files, String name) {
        return new String(files.getOrDefault(name, new byte[0]), StandardCharsets.UTF_8);
    }

    @Test
    void filesAreRead() throws Exception {
        String deep = "d".repeat(120) + "/" + "n".repeat(120) + ".txt";
        Files.createDirectories(temp.resolve(deep).getParent());
        Files.writeString(temp.resolve(deep), "deep\n");
        Files.writeString(temp.resolve("a.txt"), "a\n");
        Files.writeString(temp.resolve("empty"), "");
        Files.writeString(temp.resolve("ü b.txt"), "x".repeat(1_500));
        Set<String> wanted = Set.of(deep, "a.txt", "empty", "ü b.txt", "missing");
        Map<String, byte[]> files = TarMembers.read(tar(deep, "./a.txt", "empty", "ü b.txt"), wanted);
        assertThat(files.keySet()).containsExactlyInAnyOrder(deep, "a.txt", "empty", "ü b.txt");
        assertThat(text(files, deep)).isEqualTo("deep\n");
        assertThat(text(files, "a.txt")).isEqualTo("a\n");
        assertThat(text(files, "ü b.txt")).hasSize(1_500);
    }

    @Test
    void onlyRequestedRegularFilesAreRead() throws Exception {
        Files.writeString(temp.resolve("other"), "o");
        Files.createSymbolicLink(temp.resolve("link"), Path.of("/etc/passwd"));
        Files.createLink(temp.resolve("second"), temp.resolve("other"));
        Files.createDirectory(temp.resolve("folder"));
        Command.of(List.of("mkfifo", temp.resolve("pipe").toString())).check();
        Map<String, byte[]> files = TarMembers.read(
                tar("other", "link", "second", "folder", "pipe"), Set.of("link", "second", "folder", "pipe"));
        assertThat(files).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"77777777777", "-0000000001", "9", "00000100000", "            ", "\u0001\u0002"})
    void aHeaderWithAWrongSizeEndsTheReading(String size) throws Exception {
        Files.writeString(temp.resolve("a"), "a");
        Files.writeString(temp.resolve("b"), "b");
        byte[] tar = tar("a", "b");
        Arrays.fill(tar, SIZE, SIZE + 12, (byte) 0);
        byte[] digits = size.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(digits, 0, tar, SIZE, digits.length);
        assertThat(TarMembers.read(tar, Set.of("a", "b"))).isEmpty();
    }

    @Test
    void aCutStreamGivesTheFilesBeforeTheCut() throws Exception {
        Files.writeString(temp.resolve("a"), "a".repeat(600));
        Files.writeString(temp.resolve("b"), "b".repeat(600));
        byte[] tar = tar("a", "b");
        assertThat(TarMembers.read(Arrays.copyOf(tar, 512 + 1_024 + 512 + 100), Set.of("a", "b")))
                .containsOnlyKeys("a");
    }

    @Test
    void anyBytesAreRead() throws Exception {
        Files.writeString(temp.resolve("a"), "a".repeat(3_000));
        byte[] tar = tar("a");
        Random random = new Random(3);
        for (int round = 0; round < 2_000; round++) {
            byte[] changed = Arrays.copyOf(tar, 512 + random.nextInt(tar.length - 512));
            for (int i = 0; i < 20; i++) {
                changed[random.nextInt(Math.min(changed.length, 1_024))] = (byte) random.nextInt(256);
            }
            assertThat(TarMembers.read(changed, Set.of("a")).size()).isLessThan(2);
        }
    }
}
