package dev.belljar.agent.sync.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.host.ConfinementLayers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Compares the launcher's command line for a git that reads a machine's work with golden files.
class GitConfinementTest {
    private static final ConfinementLauncher LAUNCHER = ConfinementLauncher.in(Path.of("/opt/belljar"));
    private static final ConfinementLayers LAYERS =
            new ConfinementLayers(true, true, true, 7, true, false, false, false);
    private static final Map<String, String> REPOSITORY = Map.of("GIT_DIR", "/data/repositories/one.git");

    @Test
    void aReadingGitWritesNothing() throws IOException {
        assertGolden("confine-git-read", REPOSITORY, "rev-list");
    }

    @Test
    void anUnpackingGitWritesOnlyToTheScratchFolder() throws IOException {
        Map<String, String> scratch = Map.of(
                "GIT_DIR", "/data/repositories/one.git",
                "GIT_OBJECT_DIRECTORY", "/data/repositories/one.git/scratch-1/objects",
                "GIT_INDEX_FILE", "/data/repositories/one.git/scratch-1/index");
        assertGolden("confine-git-unpack", scratch, "index-pack");
    }

    @Test
    void aRepackingGitWritesToTheRepository() throws IOException {
        assertGolden("confine-git-write", REPOSITORY, "repack");
    }

    private static void assertGolden(String name, Map<String, String> environment, String verb) throws IOException {
        List<String> words =
                GitRunner.confinement(environment, verb, LAYERS).argv(LAUNCHER.program(), List.of("git", verb));
        try (InputStream in = GitConfinementTest.class.getResourceAsStream("/golden/" + name + ".txt")) {
            if (in == null) {
                throw new IOException("no golden file " + name + "; it would be:\n" + String.join("\n", words));
            }
            assertThat(String.join("\n", words))
                    .isEqualTo(new String(in.readAllBytes(), StandardCharsets.UTF_8).strip());
        }
    }
}
