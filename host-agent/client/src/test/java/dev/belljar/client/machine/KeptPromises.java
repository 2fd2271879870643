package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.storage.TrashItem;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Records what a host agent has guaranteed so far: the work in its machines, their memory, its snapshots and
/// its trash. It is compared with the present state.
final class KeptPromises {
    /// Starts a process that continues as long as the machine's memory is kept.
    private static final String MARKER =
            "cp /bin/sleep /dev/shm/marker; setsid /dev/shm/marker 100000 >/dev/null 2>&1 </dev/null & echo $!";

    private static final String COMMIT =
            " && git add --all && git -c user.name=A -c user.email=a@belljar.invalid commit --quiet --message=";
    private static final String LIST = "cd /workspace && if ls text-* >/dev/null 2>&1; then grep -H '' text-*; fi";
    private static final String WHY =
            "ls -la /workspace; git -C /workspace log --oneline; dmesg | tail -40; mount | grep -v cgroup";

    /// The files of a machine with their texts, and the process that must run in it, empty for none.
    record Work(Map<String, String> texts, String process) {
        Work {
            texts = Map.copyOf(texts);
        }

        Work with(String file, String text) {
            Map<String, String> more = new TreeMap<>(texts);
            more.put(file, text);
            return new Work(more, process);
        }

        /// The work that remains when the machine is shut down.
        Work cold() {
            return new Work(texts, "");
        }
    }

    private final AgentUnderTest agent;
    private final Random random;
    private final Map<String, Work> machines = new HashMap<>();
    private final Map<String, Work> snapshots = new HashMap<>();
    private final Map<String, Work> thrown = new HashMap<>();
    private int texts;

    KeptPromises(AgentUnderTest agent, Random random) {
        this.agent = agent;
        this.random = random;
    }

    Work of(String sandbox) {
        return machines.getOrDefault(sandbox, new Work(Map.of(), ""));
    }

    Set<String> snapshots() {
        return Set.copyOf(snapshots.keySet());
    }

    void made(Sandbox sandbox) {
        machines.putIfAbsent(sandbox.id(), origin(sandbox, new Work(Map.of(), "")));
    }

    void saved(String snapshot, Work work) {
        snapshots.put(snapshot, work);
    }

    /// Forgets a snapshot, which may have been deleted or not.
    void released(String snapshot) {
        snapshots.remove(snapshot);
    }

    /// Notes that the memory of a sandbox is not kept.
    void switchedOff(String sandbox) {
        machines.computeIfPresent(sandbox, (id, work) -> work.cold());
    }

    private Work origin(Sandbox sandbox, Work otherwise) {
        String origin = sandbox.origin();
        return origin == null ? new Work(Map.of(), "") : snapshots.getOrDefault(origin, otherwise);
    }

    /// Does some work in a running machine, which must never be lost; half of it is committed.
    void work(RunningMachine machine) throws Exception {
        String file = "text-" + ++texts;
        String text = texts + "-" + random.nextInt(1_000_000);
        boolean commit = random.nextBoolean();
        machine.run("cd /workspace && echo " + text + " > " + file + (commit ? COMMIT + file : "") + " && sync");
        Work work = of(machine.id()).with(file, text);
        if (work.process().isEmpty()) {
            work = new Work(work.texts(), machine.run(MARKER));
        }
        machines.put(machine.id(), work);
    }

    /// Checks that a running machine has its work.
    void verify(RunningMachine machine) throws Exception {
        Work work = of(machine.id());
        // Drop the page cache, so that the files are read from the disk.
        machine.asRoot("sync; echo 3 > /proc/sys/vm/drop_caches");
        Map<String, String> found = machine.run(LIST)
                .lines()
                .collect(Collectors.toMap(line -> line.split(":", 2)[0], line -> line.split(":", 2)[1]));
        if (!found.entrySet().containsAll(work.texts().entrySet())) {
            String why = RunningMachine.text(machine.asRoot(WHY).stdout());
            assertThat(found).as("the files of %s%n%s", machine.id(), why).containsAllEntriesOf(work.texts());
        }
        if (!work.process().isEmpty()) {
            String words = machine.run("tr '\\0' ' ' </proc/" + work.process() + "/cmdline || true");
            assertThat(words)
                    .as("process %s in the memory of %s", work.process(), machine.id())
                    .isEqualTo("/dev/shm/marker 100000");
        }
    }

    /// Compares the listed sandboxes, snapshots and trash with the guarantees, after the host agent may have
    /// been killed during this action.
    void reconcile(KillAction action, String subject) throws Exception {
        assertSnapshots(subject);
        Map<String, Sandbox> listed = agent.client().call(SandboxApi.LIST).stream()
                .collect(Collectors.toMap(Sandbox::id, sandbox -> sandbox));
        Map<String, TrashItem> trash =
                agent.client().call(StorageApi.TRASH).stream().collect(Collectors.toMap(TrashItem::id, item -> item));
        for (Sandbox sandbox : listed.values()) {
            Work back = thrown.remove(sandbox.id());
            Work work = back == null ? origin(sandbox, of(subject)) : back;
            machines.putIfAbsent(sandbox.id(), work);
            assertThat(sandbox.status().state())
                    .as("%s %s", sandbox.spec().name(), sandbox.status())
                    .isIn(SandboxState.CREATED, SandboxState.RUNNING, SandboxState.STOPPED);
        }
        for (String id : List.copyOf(machines.keySet())) {
            if (!listed.containsKey(id)) {
                assertThat(trash).as("sandbox %s is not listed", id).containsKey(id);
                assertThat(action == KillAction.DESTROY && id.equals(subject))
                        .as("sandbox %s was not to be destroyed", id)
                        .isTrue();
                thrown.put(id, machines.get(id));
                machines.remove(id);
            }
        }
        assertTrashContainsTheWork(trash);
    }

    private void assertSnapshots(String subject) throws Exception {
        List<String> listed = agent.client().call(SnapshotApi.LIST_ALL).stream()
                .map(Snapshot::id)
                .toList();
        assertThat(listed).as("snapshots").containsAll(snapshots.keySet());
        for (String id : listed) {
            snapshots.putIfAbsent(id, of(subject));
        }
    }

    /// Checks that the work of every sandbox in the trash is in the host's own repository, or that its disk
    /// is kept.
    private void assertTrashContainsTheWork(Map<String, TrashItem> trash) throws IOException, InterruptedException {
        for (Map.Entry<String, Work> one : Map.copyOf(thrown).entrySet()) {
            TrashItem item = trash.get(one.getKey());
            if (item == null) {
                assertContains("refs/sandbox/salvage/" + one.getKey(), one.getValue());
                thrown.remove(one.getKey());
            } else if (item.saved() && !one.getValue().texts().isEmpty()) {
                assertThat(item.salvage()).as("%s", item).isNotNull();
                assertContains(item.salvage(), one.getValue());
            } else if (!item.saved()) {
                assertThat(item.restorable()).as("%s", item).isTrue();
            }
        }
    }

    private void assertContains(String ref, Work work) throws IOException, InterruptedException {
        if (work.texts().isEmpty()) {
            return;
        }
        Map<String, String> found = new TestProject(repository())
                .git("grep", "-h", "", ref, "--", "text-*")
                .lines()
                .collect(Collectors.toMap(line -> "text-" + line.split("-")[0], line -> line));
        assertThat(found).as("the files at %s", ref).containsAllEntriesOf(work.texts());
    }

    private Path repository() throws IOException {
        Path repositories = agent.folder().resolve("data/belljar/repositories");
        try (var all = java.nio.file.Files.newDirectoryStream(repositories, "*.git")) {
            return all.iterator().next();
        }
    }
}
