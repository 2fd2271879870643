package dev.belljar.agent.sync.accept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.sync.ObjectQuota;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.agent.sync.repository.ScratchFolder;
import dev.belljar.agent.sync.script.FetchLimits;
import dev.belljar.agent.sync.workspace.GitFixture;
import dev.belljar.agent.sync.workspace.GitWorkspace;
import dev.belljar.agent.sync.workspace.SyncFixture;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests that accepted work is packed for the user's repository within the reserve of both disks, and without
/// blocking others.
@Timeout(300)
class BranchPackTest {
    private static final int MIB = 1 << 20;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    private final AtomicReference<DiskReserve> reserve = new AtomicReference<>(DiskReserve.NONE);

    private final class Quota implements ObjectQuota {
        @Override
        public long room(String sandbox) {
            return Long.MAX_VALUE;
        }

        @Override
        public DiskReserve reserve() {
            return reserve.get();
        }
    }

    @SuppressWarnings("NullAway.Init")
    private GitFixture project;

    @SuppressWarnings("NullAway.Init")
    private SyncFixture sync;

    @BeforeEach
    void prepare() throws Exception {
        project = GitFixture.sample(temp.resolve("project"));
        sync = fixture(temp);
        sync.start(project.folder());
    }

    private SyncFixture fixture(Path folder) throws IOException {
        return new SyncFixture(
                folder,
                new GitWorkspace(folder.resolve("data"), FetchLimits.USUAL, new Quota(), ConfinementLauncher.here()));
    }

    @Test
    void acceptedWorkLeavesTheReserveAlone() throws Exception {
        sync.inside().write("work.txt", "work\n").commit("Work");
        SyncPlan plan = sync.plan(project.folder());
        reserve.set(DiskReserve.of(Long.MAX_VALUE / 2));
        full(() -> sync.accept(project.folder(), plan), sync.workspace().repository(project.folder()));
        assertThat(project.git("branch", "--list", "belljar/*")).isEmpty();
        reserve.set(DiskReserve.NONE);
        sync.accept(project.folder(), plan);
        assertThat(project.git("show", "belljar/shop:work.txt")).isEqualTo("work");
    }

    @Test
    void theReserveOfTheProjectsDiskIsLeftAloneToo() throws Exception {
        Path memory = Path.of("/dev/shm");
        assumeTrue(Files.isWritable(memory), "there is another file system");
        long free = Files.getFileStore(memory).getUsableSpace();
        assumeTrue(free + 1024L * MIB < Files.getFileStore(temp).getUsableSpace(), "it is the smaller one");
        Path folder = Files.createTempDirectory(memory, "belljar-test-");
        try {
            GitFixture there = GitFixture.sample(folder.resolve("project"));
            SyncFixture other = fixture(temp.resolve("other"));
            other.start(there.folder());
            other.inside().write("work.txt", "work\n").commit("Work");
            SyncPlan plan = other.plan(there.folder());
            List<Path> objects = below(there.folder().resolve(".git/objects"));
            reserve.set(DiskReserve.of(free + 512L * MIB));
            full(() -> other.accept(there.folder(), plan), there.folder());
            assertThat(below(there.folder().resolve(".git/objects"))).isEqualTo(objects);
            assertThat(there.git("branch", "--list", "belljar/*")).isEmpty();
        } finally {
            ScratchFolder.delete(folder);
        }
    }

    @Test
    @Tag("slow")
    void packingForABranchDoesNotBlockOtherSandboxes() throws Exception {
        byte[] noise = new byte[40 * MIB];
        new Random(7).nextBytes(noise);
        Files.write(sync.inside().folder().resolve("large"), noise);
        SyncPlan plan = sync.plan(project.folder());
        FutureTask<SyncResult> accepting = new FutureTask<>(() -> sync.accept(project.folder(), plan, "large"));
        Thread.ofPlatform().start(accepting);
        String packing = packing();
        Command.of("kill", "-STOP", packing).check();
        try {
            FutureTask<WorkspaceTransfer.Capture> other =
                    new FutureTask<>(() -> sync.workspace().capture("s2", project.folder(), false));
            Thread.ofPlatform().start(other);
            assertThat(other.get(60, TimeUnit.SECONDS).head()).isEqualTo(project.head());
            assertThat(accepting.isDone()).isFalse();
        } finally {
            Command.of("kill", "-CONT", packing).check();
        }
        assertThat(accepting.get().files()).isEqualTo(1);
        assertThat(project.git("cat-file", "-s", "belljar/shop:large")).isEqualTo(String.valueOf(40 * MIB));
        try (var left =
                Files.newDirectoryStream(sync.workspace().repository(project.folder()), ScratchFolder.PREFIX + "*")) {
            assertThat(left).isEmpty();
        }
    }

    // Waits for the git that packs the objects of the user's branch, and returns its process id.
    private String packing() throws InterruptedException {
        AtomicReference<String> found = new AtomicReference<>("");
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> {
            for (ProcessHandle each : ProcessHandle.current().descendants().toList()) {
                List<String> words = List.of(each.info().arguments().orElse(new String[0]));
                if (words.contains("pack-objects") && words.getLast().contains("/" + ScratchFolder.PREFIX)) {
                    found.set(String.valueOf(each.pid()));
                }
            }
            return !found.get().isEmpty();
        });
        return found.get();
    }

    private static void full(ThrowingCallable accept, Path named) {
        assertThatThrownBy(accept)
                .isInstanceOfSatisfying(
                        SyncException.class, e -> assertThat(e.code()).isEqualTo(SyncException.DISK_FULL))
                .hasMessageContaining(named.toString());
    }

    private static List<Path> below(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.sorted().toList();
        }
    }
}
