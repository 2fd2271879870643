package dev.belljar.client.command.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.client.SshInclude;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that the include line is added to the user's config and removed, without other changes.
class SshIncludeTest {
    private static final Path INCLUDED = Path.of("/home/me/.local/share/belljar/ssh/config");
    private static final String LINE = "Include \"" + INCLUDED + "\"";

    @TempDir
    private Path folder;

    private Path config;
    private SshInclude include;

    @BeforeEach
    void name() {
        config = folder.resolve(".ssh/config");
        include = new SshInclude(config, INCLUDED);
    }

    private void write(String text, String mode) throws IOException {
        Files.createDirectories(folder.resolve(".ssh"));
        Files.writeString(config, text, StandardCharsets.ISO_8859_1);
        Files.setPosixFilePermissions(config, PosixFilePermissions.fromString(mode));
    }

    private String text() throws IOException {
        return Files.readString(config, StandardCharsets.ISO_8859_1);
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void aMissingConfigIsCreatedForItsUserOnly() throws Exception {
        assertThat(include.installed()).isFalse();
        assertThat(include.install()).isTrue();
        assertThat(text().lines()).contains(LINE).hasSize(2);
        assertThat(mode(config)).isEqualTo("rw-------");
        assertThat(mode(folder.resolve(".ssh"))).isEqualTo("rwx------");
        assertThat(include.installed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host a\n  HostName b\n",
                "Host a\r\n  HostName b\r\n",
                "Host a",
                "\n\nHost a\n",
                "# mine\nHostKeyAlgorithms x\nHost *\n\n"
            })
    void installAndRemoveLeaveTheOtherLinesUnchanged(String before) throws Exception {
        write(before, "rw-r-----");
        assertThat(include.install()).isTrue();
        assertThat(text()).startsWith("# ").contains("\n" + LINE + "\n").endsWith(before);
        assertThat(mode(config)).isEqualTo("rw-r-----");
        String once = text();
        assertThat(include.install()).isFalse();
        assertThat(text()).isEqualTo(once);
        assertThat(Files.readString(include.backup(), StandardCharsets.ISO_8859_1))
                .isEqualTo(before);
        assertThat(mode(include.backup())).isEqualTo("rw-r-----");
        assertThat(include.remove()).isTrue();
        assertThat(text().stripLeading()).isEqualTo(before.stripLeading());
        assertThat(include.remove()).isFalse();
    }

    @Test
    void anIncludeLineUnderAHostIsMovedToTheTop() throws Exception {
        write("Host a\n  Port 7\n" + LINE + "\n", "rw-------");
        assertThat(include.installed()).isFalse();
        assertThat(include.install()).isTrue();
        assertThat(text().indexOf(LINE)).isLessThan(text().indexOf("Host a")).isEqualTo(text().lastIndexOf(LINE));
    }

    @Test
    void aLinkedConfigIsEditedAtItsTargetAndTheLinkStays() throws Exception {
        Path dotfiles = Files.createDirectories(folder.resolve("dotfiles"));
        Path real = dotfiles.resolve("ssh_config");
        Files.writeString(real, "Host a\n");
        Files.createDirectories(folder.resolve(".ssh"));
        Files.createSymbolicLink(config, Path.of("../dotfiles/ssh_config"));
        assertThat(include.install()).isTrue();
        assertThat(config).isSymbolicLink();
        assertThat(Files.readString(real)).contains(LINE).endsWith("Host a\n");
        assertThat(include.backup()).hasContent("Host a\n").hasParent(dotfiles.toRealPath());
    }

    @Test
    void aDanglingLinkIsRefusedAndLeftUnchanged() throws Exception {
        Files.createDirectories(folder.resolve(".ssh"));
        Files.createSymbolicLink(config, folder.resolve("gone"));
        assertThatThrownBy(include::install)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("target of this symbolic link");
        assertThat(folder.resolve("gone")).doesNotExist();
    }

    @Test
    void theFirstBackupIsKept() throws Exception {
        write("Host a\n", "rw-------");
        include.install();
        Files.writeString(config, "Host b\n");
        include.install();
        assertThat(include.backup()).hasContent("Host a\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a\"b", "/a\nInclude x", "/a*", "/a$HOME", "/~"})
    void aPathThatSshWouldNotReadLiterallyIsRefused(String path) {
        assertThatThrownBy(new SshInclude(config, Path.of(path))::install).isInstanceOf(IOException.class);
        assertThat(config).doesNotExist();
    }

    @Test
    void belljarsConfigIsWhereTheHostAgentWritesIt() {
        assertThat(SshInclude.of(Map.of("XDG_DATA_HOME", "/d")).included()).hasToString("/d/belljar/ssh/config");
        assertThat(SshInclude.of(Map.of("HOME", "/h", "XDG_DATA_HOME", "x")).included())
                .hasToString("/h/.local/share/belljar/ssh/config");
    }
}
