package dev.belljar.agent.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The part of the host's control groups (version 2) that is delegated to the host agent, in which each machine
/// gets its own group.
///
/// A group whose children have controllers may not have a process itself, so the host agent is in a leaf group
/// (`agent`) beside those of the machines (`machine-ID`). systemd (254 or newer, `DelegateSubgroup=`) starts it
/// there. An older systemd would restart it in the group above, which the kernel refuses while a machine runs
/// below, so with an older systemd no groups are used. Without systemd the host agent moves itself. If nothing
/// is delegated there are no groups, and `problem` says why.
public final class ControlGroups {
    private static final Logger LOG = LoggerFactory.getLogger(ControlGroups.class);
    private static final String LEAF = "agent";
    private static final String MACHINE = "machine-";
    private static final String PROBE = "probe";
    private static final String SERVICE_HINT =
            "start Belljar as a service: systemctl --user enable --now belljar-agent";
    private static final int TRIES = 50;
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final @Nullable Path tree;
    private final String problem;

    private ControlGroups(@Nullable Path tree, String problem) {
        this.tree = tree;
        this.problem = problem;
    }

    /// No groups, for this reason.
    public static ControlGroups none(String problem) {
        return new ControlGroups(null, problem);
    }

    /// Takes over the groups that are delegated to this process, and removes the groups of machines that have
    /// ended.
    public static ControlGroups claim() {
        return claim(Path.of("/"));
    }

    /// Takes over the groups of a host whose `/proc`, `/sys` and `/run` are under this folder.
    public static ControlGroups claim(Path root) {
        try {
            Optional<Path> own = ControlGroupPath.of(root, "self");
            if (own.isEmpty()) {
                return none("this computer does not use version 2 control groups (cgroup v2)");
            }
            boolean systemd = Files.isDirectory(root.resolve("run/systemd/system"));
            Path tree = tree(own.get(), systemd);
            String missing = missing(tree);
            if (!missing.isEmpty()) {
                return none(missing);
            }
            if (!own.get().endsWith(LEAF)) {
                moveInto(tree.resolve(LEAF));
            }
            handDown(tree);
            ControlGroups groups = new ControlGroups(tree, "");
            groups.sweep();
            return groups;
        } catch (UnclaimedException e) {
            return none(e.why);
        } catch (IOException e) {
            return none("control groups cannot be used on this computer: " + e);
        }
    }

    /// Why there are no groups; empty if there are.
    public String problem() {
        return problem;
    }

    /// The group of the machine with this id, with those of these limits that this kernel knows; empty if there
    /// are no groups.
    public Optional<ControlGroup> machine(String id, Map<String, String> limits) {
        return tree == null ? Optional.empty() : Optional.of(group(tree, MACHINE + id, limits));
    }

    /// A group for testing limits.
    Optional<ControlGroup> probe(Map<String, String> limits) {
        return tree == null ? Optional.empty() : Optional.of(group(tree, PROBE, limits));
    }

    /// Changes limits of the group of a running machine.
    ///
    /// @throws IOException when the machine has no group, or the kernel does not know a limit or refuses its
    /// value
    public void change(String id, Map<String, String> limits) throws IOException {
        if (tree == null) {
            throw new IOException(problem);
        }
        for (Map.Entry<String, String> limit : limits.entrySet()) {
            write(tree.resolve(MACHINE + id).resolve(limit.getKey()), limit.getValue());
        }
    }

    /// Removes the group of a machine that has ended, if it has one.
    public void remove(String id) throws InterruptedException {
        if (tree == null) {
            return;
        }
        Path folder = tree.resolve(MACHINE + id);
        // The kernel counts a killed process for a moment longer.
        for (int left = TRIES; left > 0 && !removed(folder); left--) {
            Thread.sleep(PAUSE);
        }
        if (Files.exists(folder)) {
            LOG.warn("{}: the control group of a stopped machine cannot be removed", folder);
        }
    }

    private void sweep() throws IOException {
        if (tree == null) {
            return;
        }
        try (DirectoryStream<Path> left = Files.newDirectoryStream(tree, "{" + MACHINE + "*," + PROBE + "}")) {
            for (Path folder : left) {
                // The kernel refuses to remove the group of a running machine, which is adopted with its group.
                boolean _ = removed(folder);
            }
        }
    }

    private static boolean removed(Path folder) {
        try {
            Files.deleteIfExists(folder);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static ControlGroup group(Path tree, String name, Map<String, String> limits) {
        Map<String, String> known = new TreeMap<>(limits);
        known.keySet().removeIf(file -> !Files.exists(tree.resolve(LEAF).resolve(file)));
        return new ControlGroup(tree.resolve(name), known);
    }

    private static Path tree(Path own, boolean systemd) throws UnclaimedException {
        Path parent = own.getParent();
        if (own.endsWith(LEAF) && parent != null && (!systemd || delegated(parent))) {
            return parent;
        }
        if (systemd && !delegated(own)) {
            throw new UnclaimedException("systemd delegated no control group to the host agent; " + SERVICE_HINT);
        }
        if (systemd && !String.valueOf(own.getFileName()).endsWith(".scope")) {
            throw new UnclaimedException(
                    "systemd is older than 254, so it could not restart the host agent with control groups");
        }
        return own;
    }

    /// Whether systemd marked the group as delegated.
    private static boolean delegated(Path group) {
        try {
            UserDefinedFileAttributeView marks = Files.getFileAttributeView(group, UserDefinedFileAttributeView.class);
            return marks != null && marks.list().contains("delegate");
        } catch (IOException e) {
            return false;
        }
    }

    private static String missing(Path tree) throws IOException {
        List<String> controllers = words(tree.resolve("cgroup.controllers"));
        if (!controllers.containsAll(List.of("memory", "pids"))) {
            return "the host agent's control group needs the memory and pids controllers, but has only " + controllers;
        }
        return Files.isWritable(tree.resolve("cgroup.procs")) && Files.isWritable(tree)
                ? ""
                : "the host agent is not allowed to write to its control group";
    }

    private static void moveInto(Path leaf) throws IOException {
        try {
            Files.createDirectory(leaf);
        } catch (FileAlreadyExistsException e) {
            // An earlier host agent created it.
        }
        write(leaf.resolve("cgroup.procs"), "0");
    }

    private static void handDown(Path tree) throws IOException {
        Path handed = tree.resolve("cgroup.subtree_control");
        List<String> there = words(handed);
        List<String> offered = words(tree.resolve("cgroup.controllers"));
        List<String> missing = Stream.of("memory", "pids", "cpu")
                .filter(controller -> offered.contains(controller) && !there.contains(controller))
                .map(controller -> "+" + controller)
                .toList();
        if (!missing.isEmpty()) {
            write(handed, String.join(" ", missing));
        }
    }

    private static List<String> words(Path file) throws IOException {
        String text = Files.readString(file, StandardCharsets.US_ASCII).strip();
        return text.isEmpty() ? List.of() : List.of(text.split("\\s+"));
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardCharsets.US_ASCII, StandardOpenOption.WRITE);
    }

    private static final class UnclaimedException extends Exception {
        private static final long serialVersionUID = 1L;
        private final String why;

        UnclaimedException(String why) {
            super(why);
            this.why = why;
        }
    }
}
