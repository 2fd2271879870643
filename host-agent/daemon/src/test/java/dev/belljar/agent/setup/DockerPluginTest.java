package dev.belljar.agent.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.Command;
import dev.belljar.contract.request.session.ExecCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the plugin that the setup of Docker writes, which runs `docker-compose` for `docker compose`.
class DockerPluginTest {
    @TempDir
    Path folder = Path.of("");

    @BeforeEach
    void writePlugin() throws Exception {
        ExecCommand command = SetupScripts.command("docker-start", List.of(), "root", Duration.ofMinutes(1));
        String script = Objects.requireNonNull(command.env().get("BELLJAR_SCRIPT"));
        String begin = "<<'END'\n";
        int from = script.indexOf(begin) + begin.length();
        program("plugin", script.substring(from, script.indexOf("END\n", from)));
        program("docker-compose", "#!/bin/sh\nprintf '<%s>' \"$@\"\n");
    }

    private void program(String name, String text) throws Exception {
        Path file = Files.writeString(folder.resolve(name), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private String plugin(String... words) throws Exception {
        List<String> argv = new ArrayList<>(List.of(folder.resolve("plugin").toString()));
        argv.addAll(List.of(words));
        return Command.of(argv).env("PATH", folder + ":/usr/bin:/bin").check().text();
    }

    @Test
    void dockerIsToldThatItIsAPlugin() throws Exception {
        assertThat(plugin("docker-cli-plugin-metadata").strip())
                .startsWith("{\"SchemaVersion\":\"0.1.0\",\"Vendor\":\"")
                .endsWith("}");
    }

    @Test
    void theFirstWordComposeIsLeftOutAndNothingElseChanges() throws Exception {
        assertThat(plugin("compose", "up", "-d")).isEqualTo("<up><-d>");
        assertThat(plugin("--context", "a b", "compose", "run", "compose", "x  y", "*"))
                .isEqualTo("<--context><a b><run><compose><x  y><*>");
    }
}
