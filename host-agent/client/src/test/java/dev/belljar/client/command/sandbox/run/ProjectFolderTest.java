package dev.belljar.client.command.sandbox.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests which project a folder belongs to, and which words of `belljar run` belong to the agent.
class ProjectFolderTest {
    @TempDir
    private Path temp;

    @Test
    void nearestRepositoryIsTheProject() throws Exception {
        Path repository = temp.resolve("a");
        Files.createDirectories(repository.resolve(".git"));
        Path inner = Files.createDirectories(repository.resolve("b/c"));
        assertThat(ProjectFolder.of(inner, List.of())).isEqualTo(repository);
        Files.createFile(repository.resolve("b/.git"));
        assertThat(ProjectFolder.of(inner, List.of())).as("a worktree").isEqualTo(repository.resolve("b"));
    }

    @Test
    void projectOfASandboxIsTheProject() throws Exception {
        Path inner = Files.createDirectories(temp.resolve("a/b"));
        assertThat(ProjectFolder.of(inner, List.of(temp.resolve("a").toString())))
                .isEqualTo(temp.resolve("a"));
    }

    @Test
    void folderThatProposesAnEnvironmentIsTheProject() throws Exception {
        Path folder = Files.createDirectories(temp.resolve("a/.belljar"));
        Files.createFile(folder.resolve("machine.toml"));
        Path inner = Files.createDirectories(temp.resolve("a/b"));
        assertThat(ProjectFolder.of(inner, List.of())).isEqualTo(temp.resolve("a"));
    }

    @Test
    void wordsAfterTheDashesAreMarked() {
        assertThat(RunArguments.marked(new String[] {"run", "claude", "--", "-p", "--", ""}))
                .containsExactly(
                        "run",
                        "claude",
                        RunArguments.WORD + "=:-p",
                        RunArguments.WORD + "=:--",
                        RunArguments.WORD + "=:");
        assertThat(RunArguments.unmarked(List.of(":-p", ":"))).containsExactly("-p", "");
        assertThat(RunArguments.marked(new String[] {"run", "claude"})).containsExactly("run", "claude");
    }
}
