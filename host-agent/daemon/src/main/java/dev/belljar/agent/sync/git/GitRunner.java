package dev.belljar.agent.sync.git;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import dev.belljar.agent.host.Confinement;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.host.ConfinementLayers;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Runs git with everything switched off that a repository could make it execute, fetch or ask for. Immutable.
///
/// There are two kinds: `host` reads only the repository's configuration and Belljar's, and is used for all data
/// from a machine; `person` also reads the user's configuration (ignore rules, line endings, clean filters such
/// as LFS) and is used only to find and capture their project. Neither runs hooks, a file system monitor, an
/// external diff, a transport or git in a submodule. A `PlaceholderTree` instead of the project's git folder
/// excludes what no switch can turn off, such as filters in the project's own configuration.
public final class GitRunner {
    public static final Duration LIMIT = Duration.ofMinutes(30);
    private static final int OUTPUT = 64 << 20;

    /// Address space of a git that reads data from a machine: a small pack can require any amount of memory.
    private static final long BOUNDED_BYTES = 3L << 30;

    /// The exit code of a program that SIGXFSZ killed.
    private static final int TOO_LARGE = 128 + 25;

    /// Commands that may run for long without output and would not notice that the host agent has ended: they
    /// are tied to it.
    private static final Set<String> LASTING = Set.of("add", "pack-objects", "repack", "rev-list");

    /// Commands of a bounded git that write to the repository itself.
    private static final Set<String> WRITERS =
            Set.of("repack", "prune", "write-tree", "commit-tree", "hash-object", "merge-tree");

    private static final List<Path> DEVICES = List.of(Path.of("/dev/null"), Path.of("/dev/urandom"));

    private static final List<String> SWITCHES = List.of(
            "core.hooksPath=/dev/null",
            "core.fsmonitor=false",
            "core.alternateRefsCommand=true",
            "core.sshCommand=false",
            "gpg.program=false",
            "gpg.ssh.program=false",
            "gpg.x509.program=false",
            "core.untrackedCache=false",
            "core.splitIndex=false",
            "core.bigFileThreshold=32m",
            "core.packedGitWindowSize=32m",
            "core.packedGitLimit=512m",
            "protocol.allow=never",
            "submodule.recurse=false",
            "fetch.recurseSubmodules=false",
            "fetch.fsckObjects=true",
            "transfer.fsckObjects=true",
            "receive.fsckObjects=true",
            "gc.auto=0",
            "maintenance.auto=false",
            "commit.gpgSign=false",
            "log.showSignature=false",
            "diff.renameLimit=400",
            "i18n.commitEncoding=UTF-8",
            "i18n.logOutputEncoding=UTF-8");

    private static final Map<String, String> ENVIRONMENT = Map.ofEntries(
            Map.entry("LC_ALL", "C"),
            Map.entry("GIT_TERMINAL_PROMPT", "0"),
            Map.entry("GIT_ASKPASS", "true"),
            Map.entry("GIT_EDITOR", "true"),
            Map.entry("GIT_PAGER", "cat"),
            Map.entry("GIT_OPTIONAL_LOCKS", "0"),
            Map.entry("GIT_LITERAL_PATHSPECS", "1"),
            // Unlike protocol.allow, a project's configuration cannot override this for one protocol.
            Map.entry("GIT_ALLOW_PROTOCOL", "none"),
            Map.entry("GIT_NO_REPLACE_OBJECTS", "1"),
            Map.entry("GIT_NO_LAZY_FETCH", "1"),
            Map.entry("GIT_AUTHOR_NAME", "Belljar"),
            Map.entry("GIT_AUTHOR_EMAIL", "belljar@localhost"),
            Map.entry("GIT_COMMITTER_NAME", "Belljar"),
            Map.entry("GIT_COMMITTER_EMAIL", "belljar@localhost"));

    private static final Map<String, String> NO_CONFIGURATION = Map.of(
            "GIT_CONFIG_NOSYSTEM", "1",
            "GIT_CONFIG_SYSTEM", "/dev/null",
            "GIT_CONFIG_GLOBAL", "/dev/null",
            "GIT_ATTR_NOSYSTEM", "1");

    private final Map<String, String> environment;
    private final List<String> switches;
    private final @Nullable Path folder;
    private final @Nullable ConfinementLauncher launcher;
    private final Bounds bounds;

    /// The paths that a bounded git may read and write besides its repository, and the maximum size of a file
    /// that it writes.
    private record Bounds(List<Path> read, List<Path> write, long largest) {
        private static final Bounds REPOSITORY = new Bounds(List.of(), List.of(), Long.MAX_VALUE);
    }

    private GitRunner(
            Map<String, String> environment,
            List<String> switches,
            @Nullable Path folder,
            @Nullable ConfinementLauncher launcher,
            Bounds bounds) {
        this.environment = Map.copyOf(environment);
        this.switches = List.copyOf(switches);
        this.folder = folder;
        this.launcher = launcher;
        this.bounds = bounds;
    }

    /// Git for this repository, without the configuration of the user or the system.
    public static GitRunner host(Path gitDir) {
        Map<String, String> all = new HashMap<>(ENVIRONMENT);
        all.putAll(NO_CONFIGURATION);
        all.put("HOME", "/nonexistent");
        all.put("GIT_DIR", gitDir.toString());
        List<String> switches = new ArrayList<>(SWITCHES);
        switches.add("core.attributesFile=/dev/null");
        switches.add("core.excludesFile=/dev/null");
        return new GitRunner(all, switches, null, null, Bounds.REPOSITORY);
    }

    /// Git in a folder of the user, with their own configuration. For a command that reads their files, GIT_DIR
    /// must be a folder of Belljar's: otherwise filters in the project's own configuration would run.
    public static GitRunner person(Path folder) {
        Map<String, String> all = new HashMap<>(ENVIRONMENT);
        String configuration = System.getenv("XDG_CONFIG_HOME");
        if (configuration != null) {
            all.put("XDG_CONFIG_HOME", configuration);
        }
        return new GitRunner(all, SWITCHES, folder, null, Bounds.REPOSITORY);
    }

    /// This git with one more environment variable.
    public GitRunner with(String name, String value) {
        Map<String, String> more = new HashMap<>(environment);
        more.put(name, value);
        return new GitRunner(more, switches, folder, launcher, bounds);
    }

    /// This git with one more `name=value` of configuration.
    public GitRunner config(String entry) {
        List<String> more = new ArrayList<>(switches);
        more.add(entry);
        return new GitRunner(environment, more, folder, launcher, bounds);
    }

    /// This git with limited memory and confined to its repository by this launcher: for reading objects from a
    /// machine.
    public GitRunner bounded(ConfinementLauncher by) {
        return new GitRunner(environment, switches, folder, by, bounds);
    }

    /// This git which, if bounded, is ended as soon as a file that it writes exceeds so many bytes: objects that
    /// are stored as deltas can become any number of times larger when they are written again.
    public GitRunner writing(long bytes) {
        Bounds now = new Bounds(bounds.read(), bounds.write(), Math.max(0, bytes));
        return new GitRunner(environment, switches, folder, launcher, now);
    }

    /// This git which, if bounded, may also read and write these paths.
    public GitRunner opening(List<Path> read, List<Path> write) {
        Bounds now = new Bounds(List.copyOf(read), List.copyOf(write), bounds.largest());
        return new GitRunner(environment, switches, folder, launcher, now);
    }

    /// True if git was ended because a file exceeded the limit of `writing`.
    public static boolean wroteTooMuch(int exit, String said) {
        return exit == TOO_LARGE || said.contains("died of signal 25") || said.contains("File too large");
    }

    /// Runs git with `input` to its end, with any exit code. Output that is too long is not cut but refused.
    public Command.Output run(byte[] input, String... words) throws SyncException, InterruptedException {
        try {
            Command command = command(words).input(input).keep(OUTPUT + 1).timeout(LIMIT);
            Command.Output output = LASTING.contains(words[0]) ? command.runTied() : command.run();
            if (output.out().length > OUTPUT) {
                throw SyncFaults.refused("git %s printed more than %d MiB".formatted(words[0], OUTPUT >> 20), null);
            }
            return output;
        } catch (CommandException e) {
            throw SyncFaults.command(e);
        }
    }

    /// Runs git with `input` to its end and expects exit code 0.
    public Command.Output check(byte[] input, String... words) throws SyncException, InterruptedException {
        Command.Output output = run(input, words);
        if (output.exit() != 0) {
            throw SyncFaults.git(words[0], output);
        }
        return output;
    }

    /// Runs git and returns its output without the final newline.
    public String line(String... words) throws SyncException, InterruptedException {
        return trimmed(check(new byte[0], words));
    }

    /// Runs git and returns its output without the final newline, or empty for another exit code than 0.
    public Optional<String> tryLine(String... words) throws SyncException, InterruptedException {
        Command.Output output = run(new byte[0], words);
        return output.exit() == 0 ? Optional.of(trimmed(output)) : Optional.empty();
    }

    /// Starts git; the caller reads, writes and ends it.
    Process start(String... words) throws SyncException, InterruptedException {
        try {
            return command(words).start();
        } catch (CommandException e) {
            throw SyncFaults.command(e);
        }
    }

    /// Starts git with these bytes as input, tied to the host agent so that it ends with it; the caller reads
    /// its output and ends it with `Command.killTied`.
    Process startTied(byte[] input, String... words) throws SyncException, InterruptedException {
        try {
            return command(words).input(input).startTied();
        } catch (CommandException e) {
            throw SyncFaults.command(e);
        }
    }

    private Command command(String... words) throws CommandException, InterruptedException {
        List<String> argv = new ArrayList<>();
        argv.add("git");
        for (String entry : switches) {
            argv.add("-c");
            argv.add(entry);
        }
        argv.addAll(List.of(words));
        Command command = Command.of(launcher == null ? argv : confined(launcher, argv, words[0]))
                .cleanEnvironment()
                .env(environment);
        return folder == null ? command : command.in(folder);
    }

    // A git that reads data from a machine sees only that repository and may write only to its scratch folder;
    // only commands that add objects may write to the repository.
    private List<String> confined(ConfinementLauncher by, List<String> argv, String verb)
            throws CommandException, InterruptedException {
        return by.words(confinement(environment, verb, by.layers(), bounds), argv);
    }

    /// What a bounded git of this verb with this environment may touch under these layers.
    static Confinement confinement(Map<String, String> environment, String verb, ConfinementLayers layers) {
        return confinement(environment, verb, layers, Bounds.REPOSITORY);
    }

    private static Confinement confinement(
            Map<String, String> environment, String verb, ConfinementLayers layers, Bounds bounds) {
        Path gitDir = Path.of(environment.get("GIT_DIR"));
        List<Path> read = new ArrayList<>(List.of(gitDir));
        read.addAll(bounds.read());
        List<Path> write = new ArrayList<>(bounds.write());
        for (String name : List.of("GIT_OBJECT_DIRECTORY", "GIT_INDEX_FILE")) {
            Path parent = environment.containsKey(name)
                    ? Path.of(environment.get(name)).getParent()
                    : null;
            if (parent != null && !write.contains(parent)) {
                write.add(parent);
            }
        }
        if (WRITERS.contains(verb)) {
            write.add(gitDir.resolve("objects"));
        }
        Map<String, Long> limits = new HashMap<>(ConfinementLauncher.usualLimits());
        limits.put("as", BOUNDED_BYTES);
        if (bounds.largest() < Long.MAX_VALUE) {
            limits.put("fsize", bounds.largest());
        }
        return new Confinement(
                Confinement.Layers.of(layers, null),
                new Confinement.Paths(List.of(), read, write, DEVICES),
                limits,
                false,
                Map.of(),
                null);
    }

    private static String trimmed(Command.Output output) {
        String text = new String(output.out(), StandardCharsets.UTF_8);
        return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }
}
