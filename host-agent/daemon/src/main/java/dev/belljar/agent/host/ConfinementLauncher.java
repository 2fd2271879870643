package dev.belljar.agent.host;

import dev.belljar.agent.host.Confinement.Identity;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The program (`host-agent/confine`) that starts every QEMU, and every git that reads objects from a machine.
///
/// If it is missing, or the host has no layer that limits a program to its own files, nothing is started.
public final class ConfinementLauncher {
    /// The first user id of machines: above the ids that systemd assigns, and below the highest id that all
    /// tools accept.
    private static final long FIRST_USER = 1_879_048_192L;
    private static final long USERS = 268_304_000L;
    private static final Path FOLDER = Path.of("host-agent", "confine", "build");
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String TRIED_BYTES = String.valueOf(64L << 20);
    private static final String NO_LAYER_HINT =
            "Allow unprivileged user namespaces (sysctl kernel.unprivileged_userns_clone=1, or "
                    + "kernel.apparmor_restrict_unprivileged_userns=0), or run a kernel with Landlock (5.13 or newer).";

    private final Path folder;
    private final ControlGroups groups;
    private final AtomicReference<@Nullable ConfinementLayers> measured = new AtomicReference<>();

    private ConfinementLauncher(Path folder, ControlGroups groups) {
        this.folder = folder;
        this.groups = groups;
    }

    /// The launcher of this installation or checkout, which puts machines into these control groups.
    public static ConfinementLauncher in(Path home, ControlGroups groups) {
        return new ConfinementLauncher(home.toAbsolutePath().normalize().resolve(FOLDER), groups);
    }

    /// The launcher of this installation or checkout, without control groups.
    public static ConfinementLauncher in(Path home) {
        return in(home, ControlGroups.none("no control groups were requested"));
    }

    /// The launcher of the installation this process was started from.
    public static ConfinementLauncher here() {
        return in(HostFolders.home(System.getenv()));
    }

    /// The control groups of machines.
    public ControlGroups groups() {
        return groups;
    }

    /// The path of the program.
    public Path program() {
        return folder.resolve("belljar-confine");
    }

    /// The library that makes QEMU open a machine's memory file read-only.
    public Path privateMemory() {
        return folder.resolve("belljar-private.so");
    }

    /// The layers that work on this host; measured once.
    ///
    /// @throws CommandException when the launcher is missing or cannot measure them
    public ConfinementLayers layers() throws CommandException, InterruptedException {
        ConfinementLayers known = measured.get();
        if (known == null) {
            known = measure();
            measured.set(known);
        }
        return known;
    }

    /// The command line that starts `program` confined.
    ///
    /// @throws CommandException when the launcher is missing, or no layer of this host limits a program to its
    ///     files
    public List<String> words(Confinement confinement, List<String> program)
            throws CommandException, InterruptedException {
        if (!layers().holdsFiles()) {
            throw CommandException.unconfined(
                    "this kernel allows neither namespaces nor Landlock, so " + program.getFirst()
                            + " cannot be confined to its own files",
                    NO_LAYER_HINT);
        }
        return confinement.argv(program(), program);
    }

    /// The user for the machine with this name, on hosts where machines can have their own users; always the
    /// same for a name.
    public static Identity identity(String name) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            long number = Integer.toUnsignedLong(ByteBuffer.wrap(hash).getInt());
            return new Identity(FIRST_USER + 1 + number % (USERS - 1), FIRST_USER);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private ConfinementLayers measure() throws CommandException, InterruptedException {
        for (Path file : List.of(program(), privateMemory())) {
            if (!Files.isReadable(file)) {
                throw CommandException.unconfined(
                        file + ": not found or not readable, so no sandbox can start and no work can be fetched",
                        "Build it with `make -C host-agent/confine`, or reinstall the package.");
            }
        }
        Identity anybody = identity("probe");
        List<String> words = new ArrayList<>(List.of(
                program().toString(),
                "--probe",
                "--user",
                String.valueOf(anybody.user()),
                "--group",
                String.valueOf(anybody.group())));
        ControlGroup tried = groups.probe(Map.of("memory.max", TRIED_BYTES, "pids.max", "16"))
                .orElse(null);
        if (tried != null) {
            words.addAll(List.of("--cgroup", tried.folder().toString()));
            tried.limits().forEach((file, value) -> words.addAll(List.of("--cgroup-limit", file + "=" + value)));
        }
        Command.Output said =
                Command.of(words).cleanEnvironment().timeout(PATIENCE).check();
        try {
            return ContractJson.readStrict(said.text(), ConfinementLayers.class);
        } catch (JsonFault e) {
            throw CommandException.unconfined(
                    program() + ": unexpected output: " + said.text().strip(),
                    "Rebuild it with `make -C host-agent/confine`.");
        }
    }

    /// The resource limits of every confined program.
    public static Map<String, Long> usualLimits() {
        return Map.of("nofile", 1024L);
    }
}
