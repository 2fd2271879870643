package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.script.FetchLimits;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.view.work.SyncPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a fetch stores only the claimed objects on the host's disk, within the sandbox's quota.
@Tag("slow")
class FetchedObjectsTest {
    private static final int MIB = 1 << 20;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    private final AtomicLong forgotten = new AtomicLong(-1);
    private final AtomicLong room = new AtomicLong(Long.MAX_VALUE);

    @SuppressWarnings("NullAway.Init")
    private GitFixture project;

    @SuppressWarnings("NullAway.Init")
    private SyncFixture sync;

    @BeforeEach
    void prepare() throws Exception {
        project = GitFixture.sample(temp.resolve("project"));
        sync = new SyncFixture(
                temp,
                new GitWorkspace(
                        temp.resolve("data"), FetchLimits.USUAL, sandbox -> room.get(), ConfinementLauncher.here()));
        sync.start(project.folder());
    }

    @Test
    void unclaimedObjectsAreNotStored() throws Exception {
        GitFixture inside = sync.inside();
        inside.write("work.txt", "work\n").commit("Work");
        Path hidden = temp.resolve("hidden");
        Files.write(hidden, noise(MIB));
        String blob = inside.git("hash-object", "-w", hidden.toString());
        String head = inside.head();
        String script =
                "printf 'head %s\\ntree %s\\n\\n'; cd '%s'; printf '%s\\n%s\\n' | git pack-objects -q --revs --stdout"
                        .formatted(head, inside.git("rev-parse", "HEAD^{tree}"), inside.folder(), head, blob);

        assertThat(planWith(script).commits()).hasSize(1);

        assertThat(has(head)).isTrue();
        assertThat(has(blob)).isFalse();
        assertThat(scratches()).isEmpty();
    }

    @Test
    void workThatIsLargerThanTheQuotaIsRefusedAndLeavesNothing() throws Exception {
        Files.write(sync.inside().folder().resolve("large"), noise(2 * MIB));
        room.set(MIB);
        long before = size();
        assertThatThrownBy(() -> sync.plan(project.folder()))
                .isInstanceOfSatisfying(
                        SyncException.class, e -> assertThat(e.code()).isEqualTo(SyncException.OVER_QUOTA))
                .hasMessageContaining("the sandbox's quota leaves only 1.0 MB");
        assertThat(size()).isEqualTo(before);
        room.set(4 * MIB);
        assertThat(sync.plan(project.folder()).diff().files()).hasSize(1);
    }

    @Test
    void objectsOfASandboxAreCountedBeyondTheProject() throws Exception {
        assertThat(objects()).isZero();
        Files.write(sync.inside().folder().resolve("large"), noise(2 * MIB));
        sync.plan(project.folder());
        assertThat(objects()).isBetween(2L * MIB, 2L * MIB + 4096);
        assertThat(sync.workspace().objects("s2", project.folder())).isZero();
        sync.workspace().salvage("s1", project.folder(), sync.guest());
        assertThat(objects()).isBetween(2L * MIB, 2L * MIB + 4096);
    }

    @Test
    void sameWorkFetchedAgainTakesNoMoreDisk() throws Exception {
        Files.write(sync.inside().folder().resolve("large"), noise(2 * MIB));
        sync.plan(project.folder());
        long once = size();
        sync.plan(project.folder());
        assertThat(size()).isLessThan(once + 64 * 1024);
    }

    @Test
    void furtherWorkUsesOnlyItsOwnSpace() throws Exception {
        Files.write(sync.inside().folder().resolve("large"), noise(2 * MIB));
        sync.plan(project.folder());
        long once = size();
        sync.inside().write("more.txt", "more\n");
        sync.plan(project.folder());
        assertThat(size()).isLessThan(once + 64 * 1024);
    }

    @Test
    void machineThatDiesInTheMiddleLeavesNoTemporaryPack() throws Exception {
        GitFixture inside = sync.inside();
        Files.write(inside.folder().resolve("large"), noise(8 * MIB));
        inside.commit("Large");
        String script = ("printf 'head %s\\ntree %s\\n\\n'; cd '%s'; "
                        + "echo HEAD | git pack-objects -q --revs --stdout | head -c 4000000; kill -9 $$")
                .formatted(inside.head(), inside.git("rev-parse", "HEAD^{tree}"), inside.folder());
        assertThatThrownBy(() -> planWith(script)).isInstanceOf(SyncException.class);
        assertThat(scratches()).isEmpty();
    }

    @Test
    void leftoversOfAKilledHostAgentAreDeletedAtTheNextStart() throws Exception {
        Path left = repository().resolve("scratch-1/objects/pack/tmp_pack_x");
        Files.createDirectories(left.getParent());
        Files.write(left, noise(MIB));
        Path pack = repository().resolve("objects/pack/tmp_pack_y");
        Files.write(pack, noise(MIB));
        new GitWorkspace(temp.resolve("data"));
        assertThat(left).doesNotExist();
        assertThat(pack).doesNotExist();
        assertThat(scratches()).isEmpty();
    }

    @Test
    void objectsThatOnlyAForgottenSandboxHadAreDeleted() throws Exception {
        sync.workspace().capture("s2", project.folder(), false);
        Files.write(sync.inside().folder().resolve("large"), noise(2 * MIB));
        sync.plan(project.folder());
        String blob = sync.inside().git("hash-object", "large");
        assertThat(has(blob)).isTrue();

        assertThat(sync.workspace().forget("s1", project.folder(), true)).isGreaterThan(2 * MIB - 4096);

        assertThat(has(blob)).isFalse();
        assertThat(refs()).doesNotContain("/s1/").contains("refs/belljar/s2/capture");
        assertThat(project.git("--git-dir=" + repository(), "fsck", "--connectivity-only"))
                .isEmpty();
        assertThat(sync.workspace().prune(false)).isEmpty();
    }

    @Test
    void salvagedWorkOutlivesTheSandbox() throws Exception {
        sync.inside().write("work.txt", "work\n");
        sync.workspace().salvage("s1", project.folder(), sync.guest());
        sync.workspace().forget("s1", project.folder(), true);
        String ref = "refs/sandbox/salvage/s1";
        assertThat(project.git("--git-dir=" + repository(), "show", ref + ":work.txt"))
                .isEqualTo("work");
        assertThat(refs()).doesNotContain("refs/sandbox/s1/").contains(ref);
    }

    @Test
    void captureThatSnapshotsNeedStays() throws Exception {
        sync.workspace().forget("s1", project.folder(), false);
        assertThat(refs()).contains("refs/belljar/s1/capture");
    }

    @Test
    void repositoryInUseIsPrunedLater() throws Exception {
        sync.workspace().capture("s2", project.folder(), false);
        Files.write(sync.inside().folder().resolve("large"), noise(2 * MIB));
        sync.plan(project.folder());
        String blob = sync.inside().git("hash-object", "large");
        LocalGuest forgetting = new LocalGuest(sync.guest().workspace(), temp.resolve("guest/home")) {
            @Override
            public GuestExec exec(ExecCommand command) throws GuestException, InterruptedException {
                Thread other = Thread.ofPlatform().start(this::forget);
                other.join();
                return super.exec(command);
            }

            private void forget() {
                try {
                    forgotten.set(sync.workspace().forget("s1", project.folder(), true));
                } catch (SyncException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
        // Another sandbox fetches; its capture is the same, so the same script can be used.
        sync.workspace().plan("s2", "other", project.folder(), forgetting);
        assertThat(forgotten).hasValue(0);
        assertThat(has(blob)).isTrue();
        sync.workspace().forget("s2", project.folder(), true);
        assertThat(sync.workspace().prune(true)).isEmpty();
        assertThat(has(blob)).isFalse();
    }

    private SyncPlan planWith(String script) throws Exception {
        return sync.workspace().plan("s1", "shop", project.folder(), new ScriptedGuest(temp, script));
    }

    private long objects() throws Exception {
        return sync.workspace().objects("s1", project.folder());
    }

    private String refs() throws Exception {
        return project.git("--git-dir=" + repository(), "for-each-ref", "--format=%(refname)");
    }

    private Path repository() {
        return sync.workspace().repository(project.folder());
    }

    private List<Path> scratches() throws IOException {
        try (Stream<Path> all = Files.list(repository())) {
            return all.filter(path -> path.getFileName().toString().startsWith("scratch-"))
                    .toList();
        }
    }

    private long size() throws IOException {
        long size = 0;
        try (Stream<Path> all = Files.walk(repository().resolve("objects"))) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                size += Files.size(file);
            }
        }
        return size;
    }

    private boolean has(String object) throws Exception {
        return project.tried("--git-dir=" + repository(), "cat-file", "-e", object)
                        .exit()
                == 0;
    }

    private static byte[] noise(int bytes) {
        byte[] noise = new byte[bytes];
        new Random(7).nextBytes(noise);
        return noise;
    }
}
