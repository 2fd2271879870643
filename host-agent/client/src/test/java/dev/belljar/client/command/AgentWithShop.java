package dev.belljar.client.command;

import dev.belljar.agent.HostAgent;
import dev.belljar.client.AgentStarter;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine;

/// A complete host agent in its own folder, with a sandbox `shop` that was never started, and commands run
/// against it.
public final class AgentWithShop implements AutoCloseable {
    private final Map<String, String> environment = new HashMap<>(System.getenv());
    private final AgentStarter starter;
    private HostAgent agent;

    /// The result of one run of the command line.
    public record Ran(int exit, String out, String err) {}

    public AgentWithShop(Path folder) throws Exception {
        for (String name : new String[] {"XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"}) {
            environment.put(name, Files.createDirectories(folder.resolve(name)).toString());
        }
        environment.putAll(Map.of("BELLJAR_PORT", "0", "BELLJAR_POOL", "0", "BELLJAR_TEMPLATES", "off"));
        environment.put("BELLJAR_KEYRING", "off");
        environment.put("BELLJAR_AUTOMATIC_SNAPSHOTS", "on");
        agent = HostAgent.start(environment);
        starter = new AgentStarter(environment);
        Path project = Files.createDirectories(folder.resolve("shop"));
        try (var client = starter.find().orElseThrow()) {
            client.call(
                    SandboxApi.CREATE, new CreateSandbox(project.toString(), "shop", 256, 1, 1024, null, true, false));
        }
    }

    /// Stops the host agent, does this in its data folder, and starts it again.
    public void restart(WhileStopped meanwhile) throws Exception {
        agent.close();
        meanwhile.in(Path.of(environment.getOrDefault("XDG_DATA_HOME", "")).resolve("belljar"));
        agent = HostAgent.start(environment);
    }

    /// What happens while no host agent runs.
    public interface WhileStopped {
        void in(Path data) throws Exception;
    }

    public AgentStarter starter() {
        return starter;
    }

    public Ran run(String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (CommandSession session = new CommandSession(starter, printer(out), printer(err))) {
            CommandLine line = Belljar.line(session);
            line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
            int exit = line.execute(words);
            return new Ran(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        }
    }

    private static PrintStream printer(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        agent.close();
    }
}
