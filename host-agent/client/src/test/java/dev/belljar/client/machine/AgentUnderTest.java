package dev.belljar.client.machine;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.AgentStarter;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.sandbox.DestroySandbox;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.testing.SharedTemplates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/// A host agent in a separate process, with its own data and sockets and the shared guest image.
final class AgentUnderTest {
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private static final String HEAP = "-Xmx512m";

    private final Path folder;
    private final Map<String, String> environment = new HashMap<>();
    private final SharedTemplates templates;
    private boolean sharing = true;
    private @Nullable Process process;
    private @Nullable AgentClient client;

    AgentUnderTest() throws IOException {
        folder = Files.createTempDirectory("bj");
        environment.putAll(System.getenv());
        environment.put("XDG_DATA_HOME", folder.resolve("data").toString());
        environment.put(
                "XDG_RUNTIME_DIR",
                Files.createDirectories(folder.resolve("run")).toString());
        environment.put("XDG_CONFIG_HOME", folder.resolve("config").toString());
        environment.put("BELLJAR_PRESET", "closed");
        environment.put("BELLJAR_PORT", "0");
        // Most tests need one machine, and another one that is started in advance would be started for nothing.
        environment.put("BELLJAR_POOL", "0");
        environment.put("BELLJAR_HOME", home().toString());
        templates = new SharedTemplates(folder.resolve("data/belljar"));
    }

    /// Lets the host agent create its templates itself, as on its first run on a host.
    AgentUnderTest withoutSharedTemplates() {
        sharing = false;
        return this;
    }

    /// Lets the host agent start a machine in advance, as it does by default.
    AgentUnderTest withWarmPool() {
        environment.put("BELLJAR_POOL", "1");
        return this;
    }

    // In another environment the template differs or does not exist; a separate cache is deleted with the
    // test.
    private boolean sharing() {
        return sharing
                && java.util.Objects.equals(System.getenv("XDG_CACHE_HOME"), environment.get("XDG_CACHE_HOME"))
                && "off".equals(environment.get("BELLJAR_ZELLIJ"))
                && !"off".equals(environment.get("BELLJAR_TEMPLATES"));
    }

    /// Returns the folder of the checkout in which this test runs.
    static Path home() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(at.resolve("microvm-nix"))) {
            at = java.util.Objects.requireNonNull(at.getParent(), "the tests run inside a checkout");
        }
        return at;
    }

    AgentClient start() throws AgentException, IOException, InterruptedException {
        return start(HEAP);
    }

    /// Starts the host agent with this heap size.
    AgentClient start(String heap) throws AgentException, IOException, InterruptedException {
        if (process == null && sharing()) {
            templates.lend();
        }
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        heap,
                        "-XX:+ExitOnOutOfMemoryError",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1", // it runs for minutes
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        path,
                        "dev.belljar.agent.HostAgent")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process started = builder.start();
        process = started;
        AgentStarter starter = new AgentStarter(environment);
        try {
            Awaitility.await().atMost(PATIENCE).until(() -> answers(starter, started) || !started.isAlive());
        } catch (ConditionTimeoutException e) {
            throw new IOException("the host agent does not answer: " + Files.readString(log()), e);
        }
        AgentClient found = client;
        if (found == null) {
            throw new IOException("the host agent has ended: " + Files.readString(log()));
        }
        return found;
    }

    private boolean answers(AgentStarter starter, Process started) throws AgentException, InterruptedException {
        AgentClient found = starter.find().orElse(null);
        if (found == null || found.call(HostApi.HEALTH).pid() != started.pid()) {
            return false;
        }
        client = found;
        return true;
    }

    AgentClient client() {
        return java.util.Objects.requireNonNull(client, "started first");
    }

    Map<String, String> environment() {
        return Map.copyOf(environment);
    }

    /// Sets an environment variable for the next start.
    void set(String name, String value) {
        environment.put(name, value);
    }

    Path folder() {
        return folder;
    }

    /// Starts the host agent again if an earlier test has ended it.
    void ensureRuns() throws AgentException, IOException, InterruptedException {
        Process running = process;
        if (running == null || !running.isAlive()) {
            start();
        }
    }

    /// Kills the host agent, like a crash.
    void kill() throws InterruptedException {
        Process running = java.util.Objects.requireNonNull(process, "started first");
        running.destroyForcibly();
        running.waitFor();
    }

    /// Waits until the host agent ends by itself.
    ///
    /// @return its exit code, or -1 if it does not end in time
    int awaitEnd() throws InterruptedException {
        Process running = java.util.Objects.requireNonNull(process, "started first");
        return running.waitFor(PATIENCE) ? running.exitValue() : -1;
    }

    String words() throws IOException {
        return Files.readString(log());
    }

    /// Destroys the sandboxes without fetching their work, ends the host agent and deletes its files.
    void end() throws IOException, InterruptedException {
        endWith(() -> {});
    }

    /// A cleanup that is necessary before the folder can be deleted.
    interface Undoing {
        void run() throws IOException, InterruptedException;
    }

    /// Like `end`, with a cleanup before the folder is deleted.
    void endWith(Undoing undoing) throws IOException, InterruptedException {
        try {
            for (Sandbox sandbox : client().call(SandboxApi.LIST)) {
                client().call(SandboxApi.DESTROY.at(sandbox.id()), new DestroySandbox(true));
            }
        } catch (AgentException e) {
            System.err.println("cleaning up: " + e.getMessage());
        }
        client().close();
        Process running = process;
        if (running != null) {
            running.destroy();
            if (!running.waitFor(20, TimeUnit.SECONDS)) {
                running.destroyForcibly().waitFor();
            }
        }
        endMachines();
        if (sharing()) {
            templates.keep(words());
        }
        undoing.run();
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : all) {
                Files.deleteIfExists(file);
            }
        }
    }

    /// Kills the machines of this test, so that none outlives it after a failure.
    private void endMachines() {
        ProcessHandle.allProcesses()
                .filter(p -> p.info().commandLine().orElse("").contains(folder.toString()))
                .filter(p -> p.pid() != ProcessHandle.current().pid())
                .forEach(p -> {
                    p.destroyForcibly();
                    p.onExit().join();
                });
    }

    private Path log() {
        return folder.resolve("host-agent.log");
    }
}
