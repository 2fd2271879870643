package dev.belljar.client.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleProjectTest {
    private static final Path SAMPLE = Path.of("../../assets/sample");

    @Test
    void thePersonalCopyIsAGitRepository(@TempDir Path home) throws Exception {
        Path folder = SampleProject.personalCopy(home.resolve("belljar-sample"), SAMPLE);
        assertThat(folder.resolve(".git")).isDirectory();
        assertThat(folder.resolve("README.md")).hasSameTextualContentAs(SAMPLE.resolve("README.md"));
        try (Stream<Path> all = Files.list(home)) {
            assertThat(all).as("nothing else is left").containsExactly(folder);
        }
    }

    @Test
    void anExistingCopyIsLeftUnchanged(@TempDir Path home) throws Exception {
        Path folder = Files.createDirectory(home.resolve("belljar-sample"));
        Files.writeString(folder.resolve("mine"), "work");
        assertThat(SampleProject.personalCopy(folder, SAMPLE)).isEqualTo(folder);
        assertThat(folder.resolve("mine")).hasContent("work");
        assertThat(folder.resolve(".git")).doesNotExist();
    }
}
