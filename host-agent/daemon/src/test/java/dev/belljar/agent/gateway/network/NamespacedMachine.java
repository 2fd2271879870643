package dev.belljar.agent.gateway.network;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// A real Linux network stack in its own namespaces, behind a socket like QEMU's; everything ends with its
/// process.
final class NamespacedMachine implements AutoCloseable {
    static final String MAC = "52:54:00:be:11:02";
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Path folder;
    private final Process process;
    private final List<String> enter;

    private NamespacedMachine(Path folder, Process process, boolean root) {
        this.folder = folder;
        this.process = process;
        List<String> words = new ArrayList<>(List.of("nsenter", "-t", Long.toString(process.pid()), "-n", "-m"));
        if (!root) {
            words.addAll(List.of("-U", "--preserve-credentials"));
        }
        this.enter = List.copyOf(words);
    }

    /// The reason why this host cannot start one, if there is one.
    static Optional<String> missing() throws CommandException, InterruptedException {
        for (String program : List.of("python3", "ip", "unshare", "nsenter", "busybox", "curl")) {
            if (Command.of("sh", "-c", "command -v " + program).run().exit() != 0) {
                return Optional.of(program);
            }
        }
        return Files.isWritable(Path.of("/dev/net/tun")) ? Optional.empty() : Optional.of("/dev/net/tun");
    }

    static NamespacedMachine start(Path folder) throws CommandException, IOException {
        for (String name : List.of("tap.py", "machine.sh", "lease.sh", "probe.py", "client.py")) {
            try (InputStream in = Objects.requireNonNull(NamespacedMachine.class.getResourceAsStream(name))) {
                Files.copy(in, folder.resolve(name));
            }
        }
        boolean root = Files.isWritable(Path.of("/"));
        List<String> words = new ArrayList<>(List.of("unshare", "--net", "--mount"));
        if (!root) {
            words.addAll(List.of("--user", "--map-root-user"));
        }
        words.addAll(List.of("sh", folder.resolve("machine.sh").toString(), folder.toString(), MAC, "65520"));
        Process process = Command.of(words).start();
        NamespacedMachine machine = new NamespacedMachine(folder, process, root);
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        if (!"ready".equals(output.readLine())) {
            String complaint = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            machine.close();
            throw new IOException("the namespace did not start: " + complaint);
        }
        return machine;
    }

    Path socket() {
        return folder.resolve("net.sock");
    }

    /// The path of a script of this package inside the namespaces.
    String file(String name) {
        return folder.resolve(name).toString();
    }

    /// Runs a command inside, and returns both outputs joined, followed by the exit code as `exit N`.
    String run(String... argv) throws CommandException, InterruptedException {
        List<String> words = new ArrayList<>(enter);
        words.addAll(List.of(argv));
        Command.Output output = Command.of(words).timeout(LIMIT).run();
        return output.text() + output.errorText() + "exit " + output.exit();
    }

    /// Requests a DHCP lease until there is one, and assigns it to the card.
    String lease() throws CommandException, InterruptedException {
        return run("busybox", "udhcpc", "-i", "eth0", "-n", "-q", "-t", "10", "-T", "2", "-s", script());
    }

    /// Runs a probe of `probe.py`, which prints the result of the stack and the time it took.
    String probe(String... argv) throws CommandException, InterruptedException {
        List<String> words =
                new ArrayList<>(List.of("python3", folder.resolve("probe.py").toString()));
        words.addAll(List.of(argv));
        return run(words.toArray(String[]::new));
    }

    private String script() {
        Path script = folder.resolve("lease.sh");
        if (!script.toFile().setExecutable(true)) {
            throw new IllegalStateException(script + " cannot be made executable");
        }
        return script.toString();
    }

    @Override
    public void close() {
        Command.killTree(process);
    }
}
