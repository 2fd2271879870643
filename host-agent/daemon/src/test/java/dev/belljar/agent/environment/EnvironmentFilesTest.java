package dev.belljar.agent.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.contract.environment.Environment.EnvironmentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    private Path find(String from) throws IOException {
        return EnvironmentFiles.find(project, home, new EnvironmentFile(from, "to"));
    }

    @Test
    void filesOfTheProjectAndOfTheHomeFolderAreFound() throws Exception {
        Path own = Files.writeString(project.resolve(".env"), "A=1");
        Path user = Files.writeString(
                Files.createDirectories(home.resolve(".config/tool")).resolve("conf"), "x");
        assertThat(find(".env")).isEqualTo(own);
        assertThat(find("~/.config/tool/conf")).isEqualTo(user);
    }

    @Test
    void noLinkLeadsOut() throws Exception {
        Files.createSymbolicLink(project.resolve("file"), folder.resolve("secret"));
        Files.createSymbolicLink(project.resolve("all"), folder);
        Files.createSymbolicLink(home.resolve("all"), folder);
        for (String path : new String[] {"file", "all/secret", "~/all/secret"}) {
            assertThatThrownBy(() -> find(path)).hasMessageContaining("symbolic link");
            assertThat(EnvironmentFiles.note(project, home, new EnvironmentFile(path, "to")))
                    .startsWith("cannot be copied: it is, or is in, a symbolic link");
        }
    }

    @Test
    void foldersAndLargeFilesAreNotCopied() throws Exception {
        Files.createDirectories(project.resolve("dir"));
        assertThatThrownBy(() -> find("dir")).hasMessageContaining("not a regular file");
        Files.write(project.resolve("large"), new byte[(int) EnvironmentFiles.MOST_BYTES + 1]);
        assertThatThrownBy(() -> find("large")).hasMessageContaining("larger than 1 MiB");
        assertThat(EnvironmentFiles.note(project, home, new EnvironmentFile("gone", "to")))
                .isEqualTo("does not exist");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../secret", "/etc/passwd", "~/../secret", "~/.ssh/id_rsa", "a\0b", "", "~"})
    void aPathThatIsNotAllowedIsNotEvenLookedFor(String path) {
        assertThatThrownBy(() -> find(path)).hasMessage("its path is not allowed");
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
