package dev.belljar.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.sandbox.DestroySandbox;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.testing.SharedTemplates;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Runs a `WindowJob` on a display and with a home folder of its own, with a real host agent and real machines. Closing
/// it ends all of them and deletes the folder.
final class WindowJobRun implements AutoCloseable {
    private static final int PATIENCE_MINUTES = 15;
    private static final int LAST_LINES = 60;

    private final Path home;
    private final Display display;
    private final WindowEnvironment environment;
    private final SharedTemplates templates;
    private @Nullable Process window;

    /// Opens the display, and creates the home folder.
    WindowJobRun() throws IOException {
        // Not a folder of JUnit: a socket's path has at most 107 bytes.
        home = Files.createTempDirectory("bj");
        display = Display.open();
        environment = new WindowEnvironment(home, display);
        System.getenv().forEach((variable, value) -> {
            if (variable.startsWith("BELLJAR_") || variable.startsWith("LC_")) {
                environment.with(variable, value);
            }
        });
        environment
                .with("PATH", System.getenv("PATH"))
                .with("BELLJAR_HOME", checkout().toString())
                .with("XDG_CACHE_HOME", cache().toString());
        templates = new SharedTemplates(environment.data());
    }

    /// Creates a project with this name in the home folder.
    TestProject project(String name) throws IOException, InterruptedException {
        return TestProject.in(home, name);
    }

    /// The environment of the window and of its host agent.
    WindowEnvironment environment() {
        return environment;
    }

    /// A client of the host agent that the window started.
    AgentClient agent() throws InterruptedException {
        return environment.agent().orElseThrow();
    }

    /// Runs a job, which must succeed. Its first argument is the file for a picture of the screen if something fails,
    /// the others are `words`.
    void run(Class<? extends WindowJob> job, String... words) throws IOException, InterruptedException {
        // On a busy host the way to an answer takes longer than the usual minute.
        Path policy = Files.createDirectories(home.resolve("config/belljar")).resolve("policy.toml");
        Files.writeString(policy, "hold-seconds = 600\n");
        templates.lend();
        Path picture = Path.of("target", job.getSimpleName() + ".png").toAbsolutePath();
        Path log = home.resolve("window.log");
        Process opened = environment
                .java(
                        job.getName(),
                        Stream.concat(Stream.of(picture.toString()), Stream.of(words))
                                .toArray(String[]::new))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        window = opened;
        boolean ended = opened.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES);
        assertThat(ended && opened.exitValue() == 0)
                .as(() -> "%s; the screen is in %s%n%s".formatted(job.getSimpleName(), picture, words(log)))
                .isTrue();
        System.out.println(Files.readString(log));
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

    @Override
    public void close() throws IOException {
        try {
            end();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the processes of the window were not ended, and " + home + " was not deleted", e);
        }
    }

    private void end() throws IOException, InterruptedException {
        try {
            destroySandboxes();
        } finally {
            endProcesses();
            display.close();
        }
        templates.keep(environment.agentLog());
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    private void destroySandboxes() throws InterruptedException {
        Optional<AgentClient> running = environment.agent();
        if (running.isPresent()) {
            try (AgentClient agent = running.get()) {
                for (Sandbox sandbox : agent.call(SandboxApi.LIST)) {
                    agent.call(SandboxApi.DESTROY.at(sandbox.id()), new DestroySandbox(false));
                }
                long process = agent.call(HostApi.HEALTH).pid();
                agent.call(HostApi.SHUTDOWN);
                // It closes its database after the answer; its files cannot be deleted before.
                ProcessHandle.of(process)
                        .ifPresent(ending -> ending.onExit()
                                .completeOnTimeout(ending, 1, TimeUnit.MINUTES)
                                .join());
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
            at = Objects.requireNonNull(at.getParent(), "the tests run inside a checkout");
        }
        return at;
    }
}
