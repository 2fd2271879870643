package dev.belljar.agent.naming;

import dev.belljar.agent.host.BoundedLog;
import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
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
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.jspecify.annotations.Nullable;

/// A host in its own namespaces, with a D-Bus, an Avahi that can be stopped and started, and a resolver that
/// uses it.
final class NamespacedHost implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Path folder;
    private final Process process;
    private final List<String> enter = new ArrayList<>();
    private @Nullable Process avahi;

    private NamespacedHost(Path folder, Process process, boolean root) {
        this.folder = folder;
        this.process = process;
        enter.addAll(List.of("nsenter", "-t", Long.toString(process.pid()), "-n", "-m"));
        if (!root) {
            enter.addAll(List.of("-U", "--preserve-credentials"));
        }
    }

    /// The reason why this host cannot start one, if there is one.
    static Optional<String> missing() throws CommandException, InterruptedException {
        for (String program : List.of("ip", "unshare", "nsenter", "dbus-daemon", "avahi-daemon")) {
            if (Command.of("sh", "-c", "PATH=$PATH:/usr/sbin:/sbin command -v " + program)
                            .run()
                            .exit()
                    != 0) {
                return Optional.of(program);
            }
        }
        Path library = Path.of("/lib/x86_64-linux-gnu/libnss_mdns4.so.2");
        return Files.exists(library) ? Optional.empty() : Optional.of("libnss-mdns");
    }

    static NamespacedHost start(Path folder) throws CommandException, IOException, InterruptedException {
        try (InputStream in = Objects.requireNonNull(NamespacedHost.class.getResourceAsStream("names.sh"))) {
            Files.copy(in, folder.resolve("names.sh"));
        }
        boolean root = Files.isWritable(Path.of("/"));
        List<String> words = new ArrayList<>(List.of("unshare", "--net", "--mount"));
        if (!root) {
            words.addAll(List.of("--user", "--map-root-user"));
        }
        words.addAll(List.of("sh", folder.resolve("names.sh").toString(), folder.toString()));
        NamespacedHost host = new NamespacedHost(folder, Command.of(words).start(), root);
        Awaitility.await()
                .atMost(Durations.TWO_MINUTES)
                .until(() -> Files.exists(folder.resolve("bus")) || !host.process.isAlive());
        if (!host.process.isAlive()) {
            byte[] said = host.process.getErrorStream().readAllBytes();
            throw new IOException("no namespaces: " + new String(said, StandardCharsets.UTF_8));
        }
        return host;
    }

    /// The address of the D-Bus.
    String bus() {
        return "unix:path=" + folder.resolve("bus");
    }

    /// The configuration of the resolver.
    NameSwitch files() {
        return new NameSwitch(folder.resolve("etc/nsswitch.conf"), folder.resolve("etc/mdns.allow"));
    }

    void resolver(String hosts, String allow) throws IOException {
        Files.writeString(folder.resolve("etc/nsswitch.conf"), "hosts: " + hosts + "\n");
        Files.writeString(folder.resolve("etc/mdns.allow"), allow);
    }

    void avahi() throws CommandException {
        List<String> words = new ArrayList<>(enter);
        words.addAll(List.of("avahi-daemon", "--no-drop-root", "--no-chroot", "--no-rlimits"));
        words.addAll(List.of("-f", folder.resolve("avahi.conf").toString()));
        avahi = Command.of(words)
                .env("DBUS_SYSTEM_BUS_ADDRESS", bus())
                .env("PATH", System.getenv("PATH") + ":/usr/sbin:/sbin")
                .startDetached(new BoundedLog(folder.resolve("avahi.log")));
    }

    void killAvahi() throws InterruptedException {
        Process running = avahi;
        if (running != null) {
            Command.killTree(running);
            running.waitFor();
        }
    }

    /// The address that programs in the namespaces get for a name; empty if there is none.
    String find(String name) throws CommandException, InterruptedException {
        return inside("getent", "hosts", name).text().strip();
    }

    Command.Output inside(String... program) throws CommandException, InterruptedException {
        List<String> words = new ArrayList<>(enter);
        words.addAll(List.of(program));
        return Command.of(words).timeout(LIMIT).run();
    }

    @Override
    public void close() {
        try {
            killAvahi();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Command.killTree(process);
    }
}
