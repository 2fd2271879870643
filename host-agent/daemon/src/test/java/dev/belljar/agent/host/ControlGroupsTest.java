package dev.belljar.agent.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The host agent uses the control groups that were delegated to it, and no others.
///
/// A folder plays the kernel's tree; `ControlGroupsVmTest` shows the same with a kernel.
class ControlGroupsTest {
    private static final Map<String, String> LIMITS = Map.of("memory.max", "5", "pids.max", "9", "io.max", "1");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path root;

    @BeforeEach
    void host() throws IOException {
        mounted("25 20 0:22 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n");
        member("/user.slice/belljar.service");
        group("user.slice/belljar.service", "cpu io memory pids");
    }

    @Test
    void withoutSystemdTheHostAgentMovesIntoALeafGroup() throws IOException {
        ControlGroups groups = ControlGroups.claim(root);
        assertThat(groups.problem()).isEmpty();
        Path tree = folder("user.slice/belljar.service");
        assertThat(tree.resolve("agent/cgroup.procs")).hasContent("0");
        assertThat(tree.resolve("cgroup.subtree_control")).hasContent("+memory +pids +cpu");
        ControlGroup group = groups.machine("shop", LIMITS).orElseThrow();
        assertThat(group.folder()).isEqualTo(tree.resolve("machine-shop"));
        assertThat(group.limits()).containsOnlyKeys("memory.max", "pids.max");
    }

    @Test
    void theLimitsOfARunningMachineCanBeChanged() throws IOException {
        ControlGroups groups = ControlGroups.claim(root);
        Path group =
                Files.createDirectories(folder("user.slice/belljar.service").resolve("machine-shop"));
        assertThatThrownBy(() -> groups.change("shop", Map.of("cpu.weight", "20")))
                .isInstanceOf(IOException.class);
        Files.writeString(group.resolve("cpu.weight"), "50");
        groups.change("shop", Map.of("cpu.weight", "20"));
        assertThat(group.resolve("cpu.weight")).hasContent("20");
        assertThatThrownBy(() -> ControlGroups.none("nothing is delegated").change("shop", Map.of()))
                .hasMessageContaining("nothing is delegated");
    }

    @Test
    void underSystemdTheHostAgentUsesItsDelegatedGroup() throws IOException {
        systemd();
        Path tree = folder("user.slice/belljar.service");
        member("/user.slice/belljar.service/agent");
        assertThat(ControlGroups.claim(root).problem()).contains("systemd delegated no control group");
        assertThat(tree.resolve("cgroup.subtree_control")).hasContent("");
        delegate(tree);
        assertThat(ControlGroups.claim(root).problem()).isEmpty();
        assertThat(tree.resolve("agent/cgroup.procs")).hasContent("");
        assertThat(tree.resolve("cgroup.subtree_control")).hasContent("+memory +pids +cpu");
    }

    @Test
    void aServiceThatAnOlderSystemdCouldNotStartAgainIsLeftAlone() throws IOException {
        systemd();
        Path tree = folder("user.slice/belljar.service");
        delegate(tree);
        assertThat(ControlGroups.claim(root).problem()).contains("older than 254");
        assertThat(tree.resolve("cgroup.subtree_control")).hasContent("");
    }

    @Test
    void aDelegatedScopeIsTaken() throws IOException {
        systemd();
        member("/user.slice/run-1.scope");
        group("user.slice/run-1.scope", "memory pids");
        delegate(folder("user.slice/run-1.scope"));
        assertThat(ControlGroups.claim(root).problem()).isEmpty();
    }

    @Test
    void aMissingVersion2OrMemoryControllerIsReported() throws IOException {
        group("user.slice/belljar.service", "pids");
        assertThat(ControlGroups.claim(root).problem()).contains("memory and pids controllers, but has only [pids]");
        assertThat(ControlGroups.claim(root).machine("shop", LIMITS)).isEmpty();
        mounted("25 20 0:22 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n");
        assertThat(ControlGroups.claim(root).problem()).contains("does not use version 2 control groups");
    }

    @Test
    void aMountOfAPartOfTheTreeIsUnderstood() throws IOException {
        mounted("25 20 0:22 /user.slice /sys/fs/cgroup/unified rw - cgroup2 none rw\n");
        Path tree = root.resolve("sys/fs/cgroup/unified/belljar.service");
        group(tree, "memory pids");
        assertThat(ControlGroups.claim(root)
                        .machine("shop", LIMITS)
                        .orElseThrow()
                        .folder())
                .isEqualTo(tree.resolve("machine-shop"));
        member("/../other");
        assertThat(ControlGroups.claim(root).problem()).contains("does not use version 2 control groups");
    }

    @Test
    void onlyGroupsOfEndedMachinesAreRemoved() throws Exception {
        Path tree = folder("user.slice/belljar.service");
        Path ended = Files.createDirectories(tree.resolve("machine-ended"));
        Path probe = Files.createDirectories(tree.resolve("probe"));
        // The kernel refuses to remove a group that is in use; a folder that is not empty stands in for one.
        Path lives = Files.createDirectories(tree.resolve("machine-lives"));
        Path used = Files.writeString(lives.resolve("cgroup.procs"), "1");
        Path foreign = Files.createDirectories(tree.resolve("foreign"));
        ControlGroups groups = ControlGroups.claim(root);
        assertThat(ended).doesNotExist();
        assertThat(probe).doesNotExist();
        assertThat(used).exists();
        assertThat(foreign).exists();
        Thread remover = Thread.currentThread();
        Thread end = Thread.ofVirtual().start(() -> {
            try {
                Awaitility.await()
                        .atMost(Durations.TWO_MINUTES)
                        .pollInterval(Durations.ONE_MILLISECOND)
                        .until(() -> remover.getState() == Thread.State.TIMED_WAITING);
                Files.delete(used);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        groups.remove("lives");
        end.join();
        assertThat(lives).doesNotExist();
        groups.remove("never-there");
    }

    private void mounted(String line) throws IOException {
        Path self = Files.createDirectories(root.resolve("proc/self"));
        Files.writeString(self.resolve("mountinfo"), "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n" + line);
    }

    private void member(String group) throws IOException {
        Path self = Files.createDirectories(root.resolve("proc/self"));
        Files.writeString(self.resolve("cgroup"), "4:memory:/elsewhere\n0::" + group + "\n");
    }

    private void systemd() throws IOException {
        Files.createDirectories(root.resolve("run/systemd/system"));
    }

    private Path folder(String group) {
        return root.resolve("sys/fs/cgroup").resolve(group);
    }

    private void group(String name, String controllers) throws IOException {
        group(folder(name), controllers);
    }

    private static void group(Path tree, String controllers) throws IOException {
        Files.createDirectories(tree.resolve("agent"));
        for (String file : new String[] {"cgroup.procs", "cgroup.subtree_control", "agent/cgroup.procs"}) {
            Files.writeString(tree.resolve(file), "");
        }
        for (String file : new String[] {"memory.max", "pids.max"}) {
            Files.writeString(tree.resolve("agent").resolve(file), "max\n");
        }
        Files.writeString(tree.resolve("cgroup.controllers"), controllers + "\n");
    }

    private static void delegate(Path group) throws IOException {
        UserDefinedFileAttributeView marks = Files.getFileAttributeView(group, UserDefinedFileAttributeView.class);
        try {
            int _ = marks.write("delegate", ByteBuffer.wrap("1".getBytes(StandardCharsets.US_ASCII)));
        } catch (IOException e) {
            assumeTrue(false, "this file system keeps no attributes of users: " + e);
        }
    }
}
