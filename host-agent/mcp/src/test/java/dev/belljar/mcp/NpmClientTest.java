package dev.belljar.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.agent.HostAgent;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentStarter;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests `belljar mcp` as a process of its own, with the client from npm that many agents use, and a complete host
/// agent
/// without machines.
@Tag("slow")
class NpmClientTest {
    private static final String CLIENT = "@modelcontextprotocol/sdk@1.32.2";

    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>(System.getenv());
    private HostAgent agent;

    @BeforeEach
    void startAgent() throws Exception {
        for (String name : new String[] {"XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"}) {
            environment.put(name, Files.createDirectories(folder.resolve(name)).toString());
        }
        environment.putAll(Map.of("BELLJAR_PORT", "0", "BELLJAR_POOL", "0", "BELLJAR_TEMPLATES", "off"));
        environment.put("BELLJAR_KEYRING", "off");
        agent = HostAgent.start(environment);
        try (AgentClient client = new AgentStarter(environment).find().orElseThrow()) {
            for (String name : List.of("shop", "other")) {
                Path project = Files.createDirectories(folder.resolve(name));
                client.call(
                        SandboxApi.CREATE,
                        new CreateSandbox(project.toString(), name, 256, 1, 1024, null, true, false));
            }
        }
    }

    @AfterEach
    void stopAgent() {
        agent.close();
    }

    @Test
    void aClientFromNpmUsesOneSandboxAndNoOther() throws Exception {
        List<String> lines = run(
                List.of("mcp", "shop"),
                "{\"name\":\"list_sandboxes\",\"arguments\":{}}",
                "{\"name\":\"exec\",\"arguments\":{\"sandbox\":\"shop\",\"shell\":\"true\"}}",
                "{\"name\":\"exec\",\"arguments\":{\"sandbox\":\"other\",\"shell\":\"true\"}}",
                "{\"name\":\"exec\",\"arguments\":{\"sandbox\":\"nobody\",\"shell\":\"true\"}}",
                "{\"name\":\"approvals\",\"arguments\":{}}",
                "{\"name\":\"logs\",\"arguments\":{\"sandbox\":\"shop\"}}",
                "{\"name\":\"answer_approval\",\"arguments\":{\"id\":\"q1\",\"allow\":true}}",
                "{\"name\":\"destroy\",\"arguments\":{\"sandbox\":\"shop\"}}");
        assertThat(lines).hasSize(9);
        assertThat(lines.get(0)).contains("list_sandboxes", "exec").doesNotContain("allow", "answer", "destroy");
        assertThat(lines.get(1)).contains("shop").doesNotContain("other");
        assertThat(lines.get(2)).contains("\"isError\":true", "sandbox.wrong-state");
        assertThat(lines.get(3)).contains("\"isError\":true", "no sandbox is called");
        assertThat(lines.get(3)).isEqualTo(lines.get(4).replace("nobody", "other"));
        assertThat(lines.get(5)).contains("\\\"approvals\\\":[]");
        assertThat(lines.get(6)).contains("\\\"events\\\":[");
        assertThat(lines.subList(7, 9)).allSatisfy(line -> assertThat(line).contains("nknown tool"));
    }

    @Test
    void aServerForAnUnknownSandboxEndsWithWords() throws Exception {
        Process server = start(command("mcp", "nobody"), ProcessBuilder.Redirect.PIPE);
        server.getOutputStream().close();
        assertThat(server.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(server.exitValue()).isEqualTo(3);
        assertThat(text(server.getErrorStream())).contains("no sandbox is called \"nobody\"");
        assertThat(text(server.getInputStream())).isEmpty();
    }

    /// Starts the client with a server, lets it make these calls, and returns the lines that it prints.
    private List<String> run(List<String> words, String... calls) throws Exception {
        Path modules = client();
        List<String> command =
                new ArrayList<>(List.of("node", modules.resolve("client.mjs").toString()));
        command.addAll(command(words.toArray(String[]::new)));
        Process client = start(command, ProcessBuilder.Redirect.INHERIT);
        try (var in = client.getOutputStream()) {
            in.write(String.join("\n", calls).getBytes(StandardCharsets.UTF_8));
        }
        List<String> lines = text(client.getInputStream()).lines().toList();
        assertThat(client.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(client.exitValue()).isZero();
        for (String line : lines.subList(1, lines.size())) {
            assertThat(ContractJson.readMap(line)).isNotEmpty();
        }
        return lines;
    }

    private static List<String> command(String... words) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "dev.belljar.client.command.Belljar"));
        command.addAll(List.of(words));
        return command;
    }

    private Process start(List<String> command, ProcessBuilder.Redirect errors) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors);
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static String text(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    /// The folder with the client and its libraries, which npm installs once for all test runs.
    private static Path client() throws Exception {
        assumeTrue(exists("npm") && exists("node"), "npm and node are not installed");
        String cache = System.getenv("XDG_CACHE_HOME");
        Path base =
                cache == null || cache.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
        Path modules = Files.createDirectories(base.resolve("belljar/mcp-client-1.32.2"));
        if (!Files.exists(modules.resolve("whole"))) {
            Process npm = new ProcessBuilder(
                            "npm",
                            "install",
                            "--prefix",
                            modules.toString(),
                            "--ignore-scripts",
                            "--no-audit",
                            "--no-fund",
                            CLIENT)
                    .inheritIO()
                    .start();
            assertThat(npm.waitFor(5, TimeUnit.MINUTES)).isTrue();
            assumeTrue(npm.exitValue() == 0, "the npm registry cannot be reached");
            Files.createFile(modules.resolve("whole"));
        }
        try (InputStream script = NpmClientTest.class.getResourceAsStream("client.mjs")) {
            Files.copy(
                    Objects.requireNonNull(script), modules.resolve("client.mjs"), StandardCopyOption.REPLACE_EXISTING);
        }
        return modules;
    }

    private static boolean exists(String program) {
        return Stream.of(System.getenv("PATH").split(":")).anyMatch(at -> Files.isExecutable(Path.of(at, program)));
    }
}
