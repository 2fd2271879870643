package dev.belljar.agent.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests the parts of the real `build-image` that build nothing.
class BuildScriptTest {
    @TempDir
    Path home;

    private Path debian;

    @BeforeEach
    void copyOfTheScripts() throws IOException {
        Path source = checkout().resolve("microvm-nix/debian");
        debian = home.resolve("microvm-nix/debian");
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.toList()) {
                Path copy = debian.resolve(source.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy, java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
        Path agent = home.resolve("microvm-nix/guest-agent/build/belljar-guest");
        Files.createDirectories(agent.getParent());
        Files.writeString(agent, "the agent");
        assertThat(agent.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void theKeyIsTheSameForTheSameInputs() throws Exception {
        assertThat(key("--key")).matches("[0-9a-f]{32}").isEqualTo(new BuildScript(debian).key());
    }

    @ParameterizedTest
    @ValueSource(strings = {"packages", "modules", "customize", "units.masked", "initrd/modules"})
    void anInputOfTheBaseChangesBothKeys(String input) throws Exception {
        String base = key("--base-key");
        String bundle = key("--key");

        append(debian.resolve(input));

        assertThat(key("--base-key")).isNotEqualTo(base);
        assertThat(key("--key")).isNotEqualTo(bundle);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "initrd/init.c",
                "initrd/belljar-guest.service",
                "kernel-params",
                "build-image",
                "../guest-agent/build/belljar-guest"
            })
    void anInputOfTheInitrdChangesOnlyTheBundleKey(String input) throws Exception {
        String base = key("--base-key");
        String bundle = key("--key");

        append(debian.resolve(input));

        assertThat(key("--base-key")).isEqualTo(base);
        assertThat(key("--key")).isNotEqualTo(bundle);
    }

    @Test
    void aNewFileInTheGuestsRootChangesTheKey() throws Exception {
        String base = key("--base-key");

        Files.writeString(debian.resolve("rootfs/etc/issue"), "hello\n");

        assertThat(key("--base-key")).isNotEqualTo(base);
    }

    @Test
    void aFolderThatIsNoBundleIsLeftAlone() throws Exception {
        Path precious = Files.createDirectories(home.resolve("precious"));
        Files.writeString(precious.resolve("thesis"), "work");

        Command.Output said = run(precious.toString());

        assertThat(said.exit()).isEqualTo(2);
        assertThat(said.errorText()).contains("was not changed");
        assertThat(precious.resolve("thesis")).hasContent("work");
    }

    @Test
    void aMissingGuestAgentErrorSaysHowToBuildIt() throws Exception {
        Files.delete(home.resolve("microvm-nix/guest-agent/build/belljar-guest"));

        Command.Output said = run("--key");

        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.errorText()).contains("make -C");
    }

    private String key(String which) throws Exception {
        Command.Output said = run(which);
        assertThat(said.exit()).describedAs(said.errorText()).isZero();
        return said.text().strip();
    }

    private Command.Output run(String word) throws Exception {
        return Command.of(debian.resolve("build-image").toString(), word).run();
    }

    private static void append(Path file) throws IOException {
        Files.writeString(file, "\n# more\n", StandardOpenOption.APPEND);
    }

    private static Path checkout() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder.getParent() != null && !Files.exists(folder.resolve("microvm-nix/debian/build-image"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
