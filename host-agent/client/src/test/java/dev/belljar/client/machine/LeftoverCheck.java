package dev.belljar.client.machine;

import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.view.storage.TrashItem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Finds leftovers: processes, incomplete files and folders, layers.
final class LeftoverCheck {
    private static final Pattern GUEST = Pattern.compile("guest=belljar-([A-Za-z0-9-]+),");
    private static final Pattern LOG =
            Pattern.compile("^sh -c umask .*/([A-Za-z0-9-]+)/disk/qemu\\.log\\s*$", Pattern.DOTALL);
    private static final Pattern HALF = Pattern.compile(".*\\.new|\\.new-.*|\\.gone-.*|frozen\\.gone|disk\\.packed");
    private static final Set<String> RUNTIME = Set.of("agent.json", "api.sock", "token");

    private final AgentUnderTest agent;
    private final Path data;
    private final Path runtime;

    LeftoverCheck(AgentUnderTest agent) {
        this.agent = agent;
        this.data = agent.folder().resolve("data/belljar");
        this.runtime = agent.folder().resolve("run/belljar");
    }

    /// Describes all present leftovers; some may be about to be removed.
    List<String> found() throws Exception {
        Map<String, Sandbox> listed = agent.client().call(SandboxApi.LIST).stream()
                .collect(Collectors.toMap(Sandbox::id, sandbox -> sandbox));
        List<String> wrong = new ArrayList<>();
        processes(listed, wrong);
        for (String id : names(data.resolve("sandboxes"))) {
            if (!listed.containsKey(id) && !pooled(id)) {
                wrong.add("sandboxes/" + id + " has no record");
            }
        }
        for (String name : names(runtime)) {
            if (!listed.containsKey(name) && !RUNTIME.contains(name) && !pooled(name)) {
                wrong.add("run/" + name + " is nobody's");
            }
        }
        for (String id : names(data.resolve("snapshots"))) {
            if (agent.client().call(SnapshotApi.LIST_ALL).stream()
                    .map(Snapshot::id)
                    .noneMatch(id::equals)) {
                wrong.add("snapshots/" + id + " is not listed");
            }
        }
        for (String id : names(data.resolve("trash"))) {
            if (agent.client().call(StorageApi.TRASH).stream()
                    .map(TrashItem::id)
                    .noneMatch(id::equals)) {
                wrong.add("trash/" + id + " is not listed");
            }
        }
        listed.values().forEach(sandbox -> memory(sandbox, wrong));
        halfMade(wrong);
        return wrong;
    }

    private void processes(Map<String, Sandbox> listed, List<String> wrong) throws IOException {
        Set<String> machines = new HashSet<>();
        Set<String> logs = new HashSet<>();
        for (String words : commandLines()) {
            Matcher guest = GUEST.matcher(words);
            Matcher log = LOG.matcher(words);
            if (log.matches()) {
                // The process writes the log of a machine as long as the machine runs.
                logs.add(log.group(1));
            } else if (!words.contains("qemu-system") || !guest.find()) {
                wrong.add("a process: " + words);
            } else if (!machines.add(guest.group(1))) {
                wrong.add("two machines are " + guest.group(1));
            }
        }
        logs.stream()
                .filter(id -> !machines.contains(id))
                .forEach(id -> wrong.add("the log of " + id + " is kept, and its machine does not run"));
        for (String id : machines) {
            Sandbox sandbox = listed.get(id);
            if (sandbox == null ? !pooled(id) : sandbox.status().state() != SandboxState.RUNNING) {
                wrong.add("machine %s runs: %s".formatted(id, sandbox == null ? "nobody's" : sandbox.status()));
            }
        }
        listed.values().stream()
                .filter(sandbox -> sandbox.status().state() == SandboxState.RUNNING && !machines.contains(sandbox.id()))
                .forEach(sandbox -> wrong.add("sandbox " + sandbox.id() + " has no machine"));
    }

    /// The command lines that name this host agent's folders.
    private List<String> commandLines() {
        List<String> found = new ArrayList<>();
        ProcessHandle.allProcesses()
                .filter(process -> !process.equals(ProcessHandle.current()))
                .forEach(process -> {
                    try {
                        byte[] words = Files.readAllBytes(Path.of("/proc/" + process.pid() + "/cmdline"));
                        String line = new String(words, StandardCharsets.UTF_8).replace('\0', ' ');
                        if (line.contains(data.toString()) || line.contains(runtime.toString())) {
                            found.add(line);
                        }
                    } catch (IOException e) {
                        return; // it has ended
                    }
                });
        return found;
    }

    private void memory(Sandbox sandbox, List<String> wrong) {
        Path disk = data.resolve("sandboxes").resolve(sandbox.id()).resolve("disk");
        boolean asleep = sandbox.tier() == StorageTier.HOT || sandbox.tier() == StorageTier.WARM;
        if (Files.exists(disk.resolve("frozen")) && !asleep) {
            wrong.add("%s is %s and has saved memory"
                    .formatted(sandbox.id(), sandbox.status().state()));
        }
        if (Files.exists(disk.resolve("ram")) && sandbox.status().state() == SandboxState.STOPPED) {
            wrong.add(sandbox.id() + " is stopped and has memory");
        }
    }

    private void halfMade(List<String> wrong) {
        // A repository is cleaned up at its next use, not at the start of the host agent.
        try (Stream<Path> all = Files.walk(data)) {
            all.filter(file -> !file.startsWith(data.resolve("repositories")))
                    .filter(file ->
                            HALF.matcher(String.valueOf(file.getFileName())).matches())
                    .forEach(file -> wrong.add(data.relativize(file) + " is half made"));
        } catch (IOException | UncheckedIOException e) {
            wrong.add("the data folder changes: " + e.getMessage());
        }
    }

    /// Returns the layers that no disk, snapshot or template is based on.
    Set<String> uselessLayers() throws Exception {
        Set<String> layers = new TreeSet<>(names(data.resolve("layers")));
        List<Path> disks = new ArrayList<>();
        for (String folder : List.of("sandboxes", "trash")) {
            for (String id : names(data.resolve(folder))) {
                disks.add(data.resolve(folder).resolve(id).resolve("disk/disk.qcow2"));
            }
        }
        for (String folder : List.of("snapshots", "templates")) {
            for (String id : names(data.resolve(folder))) {
                String facts = Files.readString(data.resolve(folder).resolve(id).resolve("facts.json"));
                layers.stream()
                        .filter(facts::contains)
                        .forEach(layer -> disks.add(data.resolve("layers").resolve(layer)));
            }
        }
        for (Path disk : disks) {
            if (Files.exists(disk)) {
                chain(disk).forEach(file -> layers.remove(String.valueOf(file.getFileName())));
            }
        }
        return layers;
    }

    private static List<Path> chain(Path disk) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("qemu-img", "info", "-U", "--backing-chain", disk.toString())
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError(disk + ": " + text);
        }
        return text.lines()
                .filter(line -> line.startsWith("image: "))
                .map(line -> Path.of(line.substring("image: ".length())))
                .toList();
    }

    private boolean pooled(String id) {
        return Files.exists(data.resolve("sandboxes").resolve(id).resolve("pooled"));
    }

    private static List<String> names(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> found = Files.list(folder)) {
            return found.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }
}
