package dev.belljar.bench.node;

import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.HostCommand;
import dev.belljar.bench.rig.LargeRepository;
import dev.belljar.client.AgentException;
import dev.belljar.client.environment.MachineFile;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A generated Node.js project whose packages a `PackageServer` serves, so that installing them needs no other
/// network. Each package has a dozen small files.
public record NodeProject(Path folder) {
    public static final int PACKAGES = 200;

    private static final int FILES = 10;
    private static final int LINES = 60;
    private static final String VERSION = "1.0.0";

    /// Installs Node.js and npm from the server for all users of a guest, and the project's packages.
    private static final List<String> SETUP = List.of(
            "curl -fsS %1$s%2$s | sudo tar -xz --no-same-owner -C /usr/local --strip-components=1 package/bin/node",
            "sudo mkdir -p /usr/local/lib/npm"
                    + " && curl -fsS %1$s%3$s | sudo tar -xz --no-same-owner -C /usr/local/lib/npm --strip-components=1"
                    + " && sudo ln -sf ../lib/npm/bin/npm-cli.js /usr/local/bin/npm",
            "npm ci --no-audit --no-fund");

    /// Creates the project in a new folder, and this many packages in the folder of the server.
    public static NodeProject create(PackageServer server, int packages)
            throws AgentException, IOException, InterruptedException {
        Path folder = Files.createTempDirectory("belljar-bench");
        Map<String, String> integrities = new TreeMap<>();
        for (int number = 0; number < packages; number++) {
            String name = name(number);
            integrities.put(name, NodeProgram.integrity(archive(server.folder(), name)));
        }
        write(folder, "package.json", ContractJson.line(about(integrities)));
        write(folder, "package-lock.json", ContractJson.line(lock(integrities, server.url())));
        write(folder, ".gitignore", "node_modules/\n.belljar/\n");
        write(folder, "index.js", "console.log(require('" + name(packages - 1) + "').answer);\n");
        Path _ = MachineFile.write(folder, MachineFile.text(environment(server)));
        for (List<String> words : List.of(
                List.of("init", "--quiet"), List.of("add", "--all"), List.of("commit", "--quiet", "--message=Begin"))) {
            String _ = LargeRepository.git(folder, words.toArray(String[]::new));
        }
        return new NodeProject(folder);
    }

    static String name(int number) {
        return "bench-package-%03d".formatted(number);
    }

    private static Environment environment(PackageServer server) {
        return new Environment(
                List.of(),
                List.of(),
                SETUP.stream()
                        .map(command ->
                                command.formatted(server.url(), NodeProgram.NODE.file(), NodeProgram.NPM.file()))
                        .toList(),
                List.of(),
                List.of(server.destination()),
                List.of(),
                new EnvironmentLimits(1024, 2, 8192),
                List.of(),
                List.of(),
                List.of());
    }

    private static Map<String, Object> about(Map<String, String> integrities) {
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("name", "belljar-bench");
        about.put("version", VERSION);
        Map<String, String> dependencies = new TreeMap<>();
        integrities.keySet().forEach(name -> dependencies.put(name, VERSION));
        about.put("dependencies", dependencies);
        return about;
    }

    private static Map<String, Object> lock(Map<String, String> integrities, String url) {
        Map<String, Object> lock = new LinkedHashMap<>();
        lock.put("name", "belljar-bench");
        lock.put("version", VERSION);
        lock.put("lockfileVersion", 3);
        lock.put("requires", true);
        Map<String, Object> packages = new LinkedHashMap<>();
        packages.put("", about(integrities));
        integrities.forEach((name, integrity) -> packages.put(
                "node_modules/" + name,
                Map.of(
                        "version", VERSION,
                        "resolved", url + file(name),
                        "integrity", integrity)));
        lock.put("packages", packages);
        return lock;
    }

    private static String file(String name) {
        return name + "-" + VERSION + ".tgz";
    }

    private static Path archive(Path folder, String name) throws AgentException, IOException, InterruptedException {
        Path work = Files.createTempDirectory("belljar-bench");
        try {
            Path content = Files.createDirectory(work.resolve("package"));
            write(
                    content,
                    "package.json",
                    ContractJson.line(Map.of("name", name, "version", VERSION, "main", "index.js")));
            write(content, "index.js", "exports.answer = require('./part-0.js').lines;\n");
            for (int file = 0; file < FILES; file++) {
                write(content, "part-" + file + ".js", part(name, file));
            }
            Path target = folder.resolve(file(name));
            HostCommand.run(List.of("tar", "-czf", target.toString(), "-C", work.toString(), "package"));
            return target;
        } finally {
            BenchMachine.removeAll(work);
        }
    }

    private static String part(String name, int file) {
        StringBuilder text = new StringBuilder("exports.lines = 0;\n");
        Stream.iterate(1, line -> line + 1)
                .limit(LINES)
                .forEach(line ->
                        text.append("exports.lines += 1; // %s, part %d, line %d\n".formatted(name, file, line)));
        return text.toString();
    }

    private static void write(Path folder, String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }
}
