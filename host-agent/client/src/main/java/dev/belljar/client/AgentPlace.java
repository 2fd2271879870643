package dev.belljar.client;

import dev.belljar.contract.codec.Json;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// Where the host agent of this user is to be found: its runtime folder, and in it `agent.json` (port) and
/// `token`.
public record AgentPlace(Path runtime) {
    /// The address and the secret of a host agent.
    public record Address(int port, long pid, String token) {}

    /// The place this environment names, by the XDG base directories.
    public static AgentPlace from(Map<String, String> environment) {
        String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
        if (runtime.startsWith("/")) {
            return new AgentPlace(Path.of(runtime, "belljar"));
        }
        String data = environment.getOrDefault("XDG_DATA_HOME", "");
        Path base = data.startsWith("/")
                ? Path.of(data)
                : Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")), ".local", "share");
        return new AgentPlace(base.resolve("belljar").resolve("run"));
    }

    /// When the address was left.
    Optional<Instant> written() {
        try {
            return Optional.of(
                    Files.getLastModifiedTime(runtime.resolve("agent.json")).toInstant());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// The address, when a host agent has left one; it may have ended since.
    public Optional<Address> address() {
        try {
            Map<String, Object> agent = Json.readMap(Files.readString(runtime.resolve("agent.json")));
            String token = Files.readString(runtime.resolve("token")).strip();
            if (agent.get("port") instanceof Number port && agent.get("pid") instanceof Number pid) {
                return Optional.of(new Address(port.intValue(), pid.longValue(), token));
            }
            return Optional.empty();
        } catch (IOException | JsonFault e) {
            return Optional.empty();
        }
    }
}
