package dev.belljar.bench.rig;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.AgentPlace;
import dev.belljar.client.AgentStarter;
import dev.belljar.contract.operation.HostApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A second host agent with its own data folder, which runs as long as this is open.
public record BenchmarkAgent(AgentClient client, AgentDataFolder dataFolder) implements AutoCloseable {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    /// The location of the host agent's data, which is closed with it.
    public interface AgentDataFolder extends AutoCloseable {
        Path root();

        @Override
        void close() throws IOException;
    }

    /// Starts a host agent with its data in this place and this many machines in its warm pool.
    public static BenchmarkAgent on(AgentDataFolder dataFolder, int pool)
            throws AgentException, IOException, InterruptedException {
        return on(dataFolder, Map.of("BELLJAR_POOL", Integer.toString(pool)));
    }

    /// Starts a host agent without templates and warm pool, so that every machine boots.
    public static BenchmarkAgent cold() throws AgentException, IOException, InterruptedException {
        return on(
                new TemporaryFolder(Files.createTempDirectory("bj-cold")),
                Map.of("BELLJAR_TEMPLATES", "off", "BELLJAR_POOL", "0"));
    }

    /// Starts a host agent with its data in this place and these variables.
    public static BenchmarkAgent on(AgentDataFolder dataFolder, Map<String, String> settings)
            throws AgentException, IOException, InterruptedException {
        Map<String, String> environment = environment(System.getenv(), dataFolder.root());
        environment.putAll(settings);
        try {
            return new BenchmarkAgent(new AgentStarter(environment).findOrStart(), dataFolder);
        } catch (AgentException | InterruptedException e) {
            dataFolder.close();
            throw e;
        }
    }

    /// Returns the environment of a host agent with its data in this folder: the user's own environment, with
    /// the user's consent to emulation.
    public static Map<String, String> environment(Map<String, String> own, Path root) throws IOException {
        Map<String, String> environment = new HashMap<>(own);
        environment.put("XDG_DATA_HOME", root.resolve("data").toString());
        environment.put(
                "XDG_RUNTIME_DIR", Files.createDirectories(root.resolve("run")).toString());
        environment.put("BELLJAR_PORT", "0");
        environment.put("BELLJAR_AUTOMATIC_SNAPSHOTS", "off");
        if (Files.isRegularFile(AgentPlace.data(own).resolve("emulation-accepted"))) {
            environment.put("BELLJAR_EMULATION", "accept");
        }
        return environment;
    }

    /// Starts a host agent with its data in a new temporary folder.
    public static BenchmarkAgent withPool(int pool) throws AgentException, IOException, InterruptedException {
        return on(new TemporaryFolder(Files.createTempDirectory("bj-pool")), pool);
    }

    /// Starts a host agent with its data in a new temporary folder and these variables.
    public static BenchmarkAgent with(Map<String, String> settings)
            throws AgentException, IOException, InterruptedException {
        return on(new TemporaryFolder(Files.createTempDirectory("bj-own")), settings);
    }

    /// A folder that is deleted with its content.
    private record TemporaryFolder(Path root) implements AgentDataFolder {
        @Override
        public void close() throws IOException {
            BenchMachine.removeAll(root);
        }
    }

    @Override
    public void close() throws IOException {
        try (dataFolder) {
            end();
        } catch (AgentException e) {
            System.err.println("bench: the second host agent could not be stopped: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void end() throws AgentException, InterruptedException {
        long pid = client.call(HostApi.HEALTH).pid();
        client.call(HostApi.SHUTDOWN);
        client.close();
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent() && System.nanoTime() < deadline) {
            Thread.sleep(50);
        }
    }
}
