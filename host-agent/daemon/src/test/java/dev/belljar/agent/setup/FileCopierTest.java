package dev.belljar.agent.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.FileTrees;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that an environment brings only regular files of the project or home folder.
class FileCopierTest {
    @TempDir
    private Path temp;

    private FileCopier files = new FileCopier(Path.of("/"), Path.of("/"));

    @BeforeEach
    void makeFiles() throws Exception {
        Path project = Files.createDirectories(temp.resolve("shop"));
        Path home = Files.createDirectories(temp.resolve("home/.config"));
        Files.writeString(temp.resolve("outside"), "secret");
        Files.writeString(project.resolve(".env"), "A=1");
        Files.createDirectories(project.resolve("bin"));
        Files.writeString(project.resolve("bin/run"), "#!/bin/sh");
        Files.setPosixFilePermissions(project.resolve("bin/run"), PosixFilePermissions.fromString("rwx------"));
        Files.writeString(home.resolve("tool.toml"), "b = 2");
        Files.createSymbolicLink(project.resolve("link"), temp.resolve("outside"));
        Files.createSymbolicLink(project.resolve("folder"), temp);
        Files.createSymbolicLink(project.resolve("self"), project);
        files = new FileCopier(project, temp.resolve("home"));
    }

    @Test
    void filesOfTheProjectAndTheHomeFolderAreRead() throws Exception {
        assertThat(files.read(".env").bytes()).asString().isEqualTo("A=1");
        assertThat(files.read(".env").executable()).isFalse();
        assertThat(files.read("bin/run").executable()).isTrue();
        assertThat(files.read("~/.config/tool.toml").bytes()).asString().isEqualTo("b = 2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"link", "folder/outside", "self/.env"})
    void noLinkIsFollowed(String from) {
        assertThatThrownBy(() -> files.read(from))
                .isInstanceOf(SetupException.class)
                .hasMessageContaining("link");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../outside",
                "bin/../../outside",
                "/etc/passwd",
                "~/../outside",
                "~",
                "",
                "bin",
                "missing",
                "./.env",
                "a\nb",
                "bin//run",
                "~root/x"
            })
    void whatIsNoFileBelowTheFoldersIsRefused(String from) {
        assertThatThrownBy(() -> files.read(from)).isInstanceOf(SetupException.class);
    }

    @Test
    void aPipeIsNotOpened() throws Exception {
        Path pipe = temp.resolve("shop/pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        assertThatThrownBy(() -> files.read("pipe")).hasMessageContaining("not a file");
        FileTrees.delete(pipe);
    }

    @Test
    void aLargeFileIsRefused() throws Exception {
        Files.write(temp.resolve("shop/large"), new byte[(16 << 20) + 1]);
        assertThatThrownBy(() -> files.read("large")).hasMessageContaining("16 MiB");
    }
}
