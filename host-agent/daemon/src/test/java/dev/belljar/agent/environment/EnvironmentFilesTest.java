package dev.belljar.agent.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.environment.Environment.EnvironmentFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that only files of the project and of the home folder are found, without links.
class EnvironmentFilesTest {
    @TempDir
    private Path folder;

    private Path project;
    private Path home;

    @BeforeEach
    void create() throws Exception {
        project = Files.createDirectories(folder.resolve("shop"));
        home = Files.createDirectories(folder.resolve("home"));
        Files.writeString(folder.resolve("secret"), "s");
    }

    private @Nullable String note(String from) {
        return EnvironmentFiles.note(project, home, new EnvironmentFile(from, "to"));
    }

    @Test
    void filesOfTheProjectAndOfTheHomeFolderAreFound() throws Exception {
        Files.writeString(project.resolve(".env"), "A=1");
        Files.writeString(Files.createDirectories(home.resolve(".config/tool")).resolve("conf"), "x");
        assertThat(note(".env")).isNull();
        assertThat(note("~/.config/tool/conf")).isNull();
    }

    @Test
    void noLinkLeadsOut() throws Exception {
        Files.createSymbolicLink(project.resolve("file"), folder.resolve("secret"));
        Files.createSymbolicLink(project.resolve("all"), folder);
        Files.createSymbolicLink(home.resolve("all"), folder);
        for (String path : new String[] {"file", "all/secret", "~/all/secret"}) {
            assertThat(note(path)).startsWith("cannot be copied: it is, or is in, a symbolic link");
        }
    }

    @Test
    void foldersAndLargeFilesAreNotCopied() throws Exception {
        Files.createDirectories(project.resolve("dir"));
        assertThat(note("dir")).contains("not a regular file");
        Files.write(project.resolve("large"), new byte[EnvironmentFiles.MOST_BYTES + 1]);
        assertThat(note("large")).contains("larger than 16 MiB");
        assertThat(note("gone")).isEqualTo("does not exist");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../secret", "/etc/passwd", "~/../secret", "~/.ssh/id_rsa", "a\0b", "", "~"})
    void aPathThatIsNotAllowedIsNotEvenLookedFor(String path) {
        assertThat(note(path)).isEqualTo("cannot be copied: its path is not allowed");
    }

    @ParameterizedTest
    @CsvSource({
        "~/.aws/credentials, holds credentials",
        "~/.netrc, holds credentials",
        ".npmrc, holds credentials",
        "certs/server.PEM, holds credentials",
        "id_rsa, holds credentials",
        "~/.config/gh/hosts.yml, holds credentials",
        "~/.vimrc, is outside the project",
    })
    void credentialsAndFilesOutsideTheProjectAreRisky(String path, String risk) {
        assertThat(FilePaths.risk(path)).startsWith(risk);
    }

    @ParameterizedTest
    @ValueSource(strings = {".env", "config/local.toml", "data.json"})
    void otherFilesOfTheProjectAreNot(String path) {
        assertThat(FilePaths.risk(path)).isNull();
    }
}
