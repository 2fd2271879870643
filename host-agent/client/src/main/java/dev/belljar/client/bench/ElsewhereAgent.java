package dev.belljar.client.bench;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.AgentStarter;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A second host agent for as long as this is open, with its data on another file system.
record ElsewhereAgent(AgentClient client, LoopMount mount) implements AutoCloseable {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    /// Starts it; the mount is closed with it.
    static ElsewhereAgent on(LoopMount mount) throws AgentException, IOException, InterruptedException {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("XDG_DATA_HOME", mount.root().resolve("data").toString());
        environment.put(
                "XDG_RUNTIME_DIR",
                Files.createDirectories(mount.root().resolve("run")).toString());
        environment.put("BELLJAR_PORT", "0");
        try {
            return new ElsewhereAgent(new AgentStarter(environment).findOrStart(), mount);
        } catch (AgentException | InterruptedException e) {
            mount.close();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        try (mount) {
            end();
        } catch (AgentException e) {
            System.err.println("bench: the second host agent was not ended: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void end() throws AgentException, InterruptedException {
        long pid = client.health().pid();
        client.shutdown();
        client.close();
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent() && System.nanoTime() < deadline) {
            Thread.sleep(50);
        }
    }
}
