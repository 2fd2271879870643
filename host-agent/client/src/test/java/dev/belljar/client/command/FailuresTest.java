package dev.belljar.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.command.AgentWithShop.Ran;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.problem.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests what commands say about mistakes and damage, with a complete host agent.
@Tag("slow")
class FailuresTest {
    @TempDir
    private Path folder;

    private AgentWithShop agent;

    @BeforeEach
    void start() throws Exception {
        agent = new AgentWithShop(folder);
    }

    @AfterEach
    void stop() {
        agent.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"id\":", "{}"})
    void aSandboxWithADamagedRecordIsReportedAndItsNameStaysReserved(String damaged) throws Exception {
        agent.restart(data -> {
            try (Stream<Path> sandboxes = Files.list(data.resolve("sandboxes"))) {
                Files.writeString(sandboxes.toList().getFirst().resolve("sandbox.json"), damaged);
            }
        });
        Ran list = agent.run("list");
        assertThat(list.exit()).isZero();
        assertThat(list.err())
                .contains("the sandbox shop cannot be opened", "sandbox.json cannot be read", "Restore this file");
        assertThat(agent.run("list", "--json").out()).isEqualTo("[ ]\n");
        assertThat(agent.run("doctor").out()).contains("✗  Sandbox: the sandbox shop cannot be opened");
        assertThat(agent.run("start", "shop").err()).contains("the sandbox shop cannot be opened", "[sandbox.damaged]");
        String project = Files.createDirectories(folder.resolve("other")).toString();
        assertThat(agent.run("create", project, "--name", "shop", "--plain").err())
                .contains("already used by another sandbox");
    }

    @Test
    void aTierBeforeTheFirstStartGivesAdviceThatWorks() {
        Ran tier = agent.run("tier", "shop", "warm");
        assertThat(tier.exit()).isEqualTo(4);
        assertThat(tier.err()).contains("It was never started").doesNotContain("belljar stop");
    }

    @Test
    void anUnknownSandboxIsNotSaidToBeSaved() {
        Ran destroy = agent.run("destroy", "shpo");
        assertThat(destroy.exit()).isEqualTo(3);
        assertThat(destroy.err())
                .contains("no sandbox is called \"shpo\"", "Did you mean \"shop\"?", "[sandbox.not-found]")
                .doesNotContain("Saving");
        assertThat(agent.run("destroy", "quite-another").err()).doesNotContain("Did you mean");
        assertThat(agent.run("destroy", "shop").err()).contains("Saving unsynced work from shop");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ps a/b", "stop ..", "events a/b", "events shop --after -1", "ps shop --finished -5"})
    void whatCannotBeInARequestIsWrongUsage(String words) {
        Ran ran = agent.run(words.split(" "));
        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err())
                .startsWith("belljar " + words.split(" ")[0] + ": ")
                .contains(words.substring(words.lastIndexOf(' ') + 1), "expected")
                .doesNotContain("openapi");
    }

    @Test
    void anInvalidRequestPointsToTheHelp() {
        Ran ran = agent.run("ps", "shop", "--finished", "2000000000");
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err())
                .contains("See `belljar ps --help`.", "[request.invalid]")
                .doesNotContain("openapi");
    }

    @Test
    void aPolicyThatCannotBeReadIsAProblemWithACode() throws Exception {
        Path missing = folder.resolve("missing.toml");
        Path directory = Files.createDirectories(folder.resolve("directory"));
        Ran ran = agent.run("policy", "import", "shop", missing.toString());
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err()).isEqualTo("belljar: " + missing + ": no such file or folder\n  [command.file-failed]\n");
        assertThat(agent.run("policy", "import", "shop", directory.toString()).err())
                .startsWith("belljar: " + directory + ": it is a folder, not a file\n");
        Ran json = agent.run("policy", "import", "shop", directory.toString(), "--json");
        assertThat(ContractJson.read(json.err(), Problem.class).code()).isEqualTo("command.file-failed");
    }

    @Test
    void aMissingKeyFileIsNamed() {
        Path missing = folder.resolve("id.pub");
        assertThat(agent.run("ssh-key", "add", "shop", missing.toString()).err())
                .startsWith("belljar: " + missing + ": no such file or folder\n");
    }
}
