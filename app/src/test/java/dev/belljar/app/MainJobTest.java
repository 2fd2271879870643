package dev.belljar.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SecretApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.network.ListFlows;
import dev.belljar.contract.request.policy.ListAudit;
import dev.belljar.contract.request.sandbox.DestroySandbox;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.testing.FarServer;
import dev.belljar.testing.SharedTemplates;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests the main job of Belljar: a user does it in the real window on a real display, by clicks and keys, with a
/// real host agent and real machines. Each step waits for what the window shows; this test checks what is true
/// afterwards.
@Tag("vm")
class MainJobTest {
    private static final int PATIENCE_MINUTES = 15;
    private static final int LAST_LINES = 60;

    private Path home;
    private Display display;
    private WindowEnvironment environment;
    private TestProject project;
    private SharedTemplates templates;
    private @Nullable Process window;

    @BeforeEach
    void prepare() throws Exception {
        assumeTrue(FarServer.possible(), "a server in a network namespace takes root");
        // Not a folder of JUnit: a socket's path has at most 107 bytes.
        home = Files.createTempDirectory("bj");
        display = Display.open();
        environment = new WindowEnvironment(home, display);
        System.getenv().forEach((name, value) -> {
            if (name.startsWith("BELLJAR_") || name.startsWith("LC_")) {
                environment.with(name, value);
            }
        });
        environment
                .with("PATH", System.getenv("PATH"))
                .with("BELLJAR_HOME", checkout().toString())
                .with("XDG_CACHE_HOME", cache().toString());
        project = TestProject.in(home, "tally");
        // On a busy host the way to the answer takes longer than the usual minute.
        Path policy = Files.createDirectories(home.resolve("config/belljar")).resolve("policy.toml");
        Files.writeString(policy, "hold-seconds = 600\n");
        templates = new SharedTemplates(environment.data());
        templates.lend();
    }

    @AfterEach
    void cleanUp() throws Exception {
        if (home == null) {
            return;
        }
        try {
            destroySandboxes();
        } finally {
            endProcesses();
            display.close();
        }
        templates.keep(environment.agentLog());
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    @Test
    void aUserDoesTheMainJobInTheWindow() throws Exception {
        try (FarServer far = new FarServer()) {
            Path picture = Path.of("target/main-job.png").toAbsolutePath();
            Path log = home.resolve("window.log");
            Process opened = environment
                    .java(MainJob.class.getName(), picture.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            window = opened;
            boolean ended = opened.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES);
            assertThat(ended && opened.exitValue() == 0)
                    .as(() -> "the main job; the screen is in %s%n%s".formatted(picture, words(log)))
                    .isTrue();
            System.out.println(Files.readString(log));
            assertThat(far.next()).isEqualTo(FarServer.PUBLIC + " GET /held HTTP/1.1");
            assertThat(far.unread()).isZero();
        }
        assertWorkIsOnABranch();
        try (AgentClient agent = environment.agent().orElseThrow()) {
            Sandbox tally = named(agent, "tally");
            assertThat(tally.spec().limits()).isEqualTo(new MachineLimits(1024, 2, 4096));
            assertThat(tally.status().state()).isEqualTo(SandboxState.STOPPED);
            assertThat(agent.call(StorageApi.TRASH)).isEmpty();
            assertAnswerIsRecorded(agent, tally);
            Snapshot first = agent.call(SnapshotApi.LIST.at(tally.id())).getFirst();
            assertThat(first.name()).isEqualTo("first");
            Sandbox branch = named(agent, "tally-1");
            assertThat(branch.status().state()).isEqualTo(SandboxState.RUNNING);
            assertThat(branch.origin()).isEqualTo(first.id());
        }
    }

    private void assertWorkIsOnABranch() throws Exception {
        assertThat(project.git("show", "belljar/tally:notes.txt")).isEqualTo(MainJob.WRITTEN);
        assertThat(project.git("show", "belljar/tally:answer.txt")).isEqualTo(FarServer.answer());
        assertThat(project.git("show", "belljar/tally:" + MainJob.COMMITTED)).isEqualTo("more");
        assertThat(project.git("log", "--format=%s", "belljar/tally")).contains("committed");
        assertThat(project.git("rev-parse", "--abbrev-ref", "HEAD")).isEqualTo("main");
        assertThat(project.git("status", "--porcelain")).isEmpty();
    }

    private static void assertAnswerIsRecorded(AgentClient agent, Sandbox sandbox) throws Exception {
        String server = FarServer.PUBLIC + ":" + FarServer.PORT;
        assertThat(agent.call(PolicyApi.POLICY.at(sandbox.id())).layers().stream()
                        .flatMap(layer -> layer.rules().stream()))
                .anyMatch(rule -> rule.action() == RuleAction.ALLOW
                        && rule.scope() == RuleScope.SANDBOX
                        && FarServer.PUBLIC.equals(rule.match().address())
                        && Integer.toString(FarServer.PORT).equals(rule.match().ports()));
        assertThat(agent.call(SecretApi.AUDIT, new ListAudit(100)))
                .anyMatch(entry -> entry.what().equals("answered")
                        && sandbox.id().equals(entry.sandbox())
                        && String.valueOf(entry.subject()).contains(FarServer.PUBLIC));
        assertThat(agent.call(SandboxApi.FLOWS.at(sandbox.id()), new ListFlows(100))
                        .flows())
                .anyMatch(flow -> "curl".equals(flow.process())
                        && server.equals(flow.dst())
                        && flow.verdict() == Verdict.ALLOWED);
    }

    private static Sandbox named(AgentClient agent, String name) throws Exception {
        return agent.call(SandboxApi.LIST).stream()
                .filter(sandbox -> sandbox.spec().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no sandbox " + name));
    }

    /// The last lines of the window, of the host agent, and of each sandbox's journal with its console.
    private String words(Path log) {
        StringBuilder words = new StringBuilder();
        try {
            words.append(last(log)).append(last(home.resolve("run/belljar/agent.log")));
            Path sandboxes = environment.data().resolve("sandboxes");
            if (Files.isDirectory(sandboxes)) {
                try (Stream<Path> all = Files.list(sandboxes)) {
                    for (Path sandbox : all.toList()) {
                        words.append(last(sandbox.resolve("events/sandbox.jsonl")));
                    }
                }
            }
        } catch (IOException e) {
            words.append(e);
        }
        return words.toString();
    }

    private static String last(Path file) throws IOException {
        List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of("there is no such file");
        return "%n== %s%n%s%n"
                .formatted(
                        file, String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size())));
    }

    private void destroySandboxes() throws InterruptedException {
        Optional<AgentClient> running = environment.agent();
        if (running.isPresent()) {
            try (AgentClient agent = running.get()) {
                for (Sandbox sandbox : agent.call(SandboxApi.LIST)) {
                    agent.call(SandboxApi.DESTROY.at(sandbox.id()), new DestroySandbox(false));
                }
                agent.call(HostApi.SHUTDOWN);
            } catch (AgentException e) {
                System.err.println("cleaning up: " + e.getMessage());
            }
        }
    }

    /// Ends the window, and the host agent and the machines if they are still there.
    private void endProcesses() throws InterruptedException {
        Process opened = window;
        if (opened != null) {
            opened.destroyForcibly().waitFor();
        }
        ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(home.toString()))
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .forEach(process -> {
                    process.destroyForcibly();
                    process.onExit().join();
                });
    }

    private static Path cache() {
        String home = System.getenv().getOrDefault("XDG_CACHE_HOME", System.getProperty("user.home") + "/.cache");
        return Path.of(home);
    }

    private static Path checkout() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(at.resolve("microvm-nix"))) {
            at = java.util.Objects.requireNonNull(at.getParent(), "the tests run inside a checkout");
        }
        return at;
    }
}
