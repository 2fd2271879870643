package dev.belljar.client;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The location of this user's host agent: its runtime folder with the socket `api.sock` and `agent.json`, which
/// describes the process that listens there.
public record AgentPlace(Path runtime) {
    /// The address that a host agent wrote to `agent.json`. Clients use the socket instead, because another
    /// program may use the port by now.
    public record WrittenAddress(@Nullable Integer port, long pid) {}

    /// The Unix socket, which exists only while a host agent runs.
    public Path socket() {
        return runtime.resolve("api.sock");
    }

    /// Determines the location in this environment by the XDG base directories.
    public static AgentPlace from(Map<String, String> environment) {
        String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
        if (runtime.startsWith("/")) {
            return new AgentPlace(Path.of(runtime, "belljar"));
        }
        return new AgentPlace(data(environment).resolve("run"));
    }

    /// The folder in which the host agent of this environment keeps its data.
    public static Path data(Map<String, String> environment) {
        String data = environment.getOrDefault("XDG_DATA_HOME", "");
        Path base = data.startsWith("/")
                ? Path.of(data)
                : Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")), ".local", "share");
        return base.resolve("belljar");
    }

    /// The time at which the address was written.
    Optional<Instant> written() {
        try {
            return Optional.of(
                    Files.getLastModifiedTime(runtime.resolve("agent.json")).toInstant());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// The address that a host agent wrote; the host agent may have ended since.
    public Optional<WrittenAddress> address() {
        try {
            Map<String, Object> agent = ContractJson.readMap(Files.readString(runtime.resolve("agent.json")));
            Integer port = agent.get("port") instanceof Number number ? number.intValue() : null;
            return agent.get("pid") instanceof Number pid
                    ? Optional.of(new WrittenAddress(port, pid.longValue()))
                    : Optional.empty();
        } catch (IOException | JsonFault e) {
            return Optional.empty();
        }
    }
}
