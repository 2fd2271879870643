package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.sync.ObjectQuota;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.ObjectPruner;
import dev.belljar.agent.sync.repository.ScratchFolder;
import dev.belljar.agent.sync.script.FetchLimits;
import dev.belljar.agent.sync.script.StallLimit;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.session.ExecCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests a small pack with large files: no file written on the host for it exceeds the sandbox's quota, the
/// limit of a fetch, the reserve, or its size when it was fetched.
@Timeout(300)
@Tag("slow")
class SmallPackTest {
    private static final int MIB = 1 << 20;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    private final AtomicLong room = new AtomicLong(Long.MAX_VALUE);
    private final AtomicReference<DiskReserve> reserve = new AtomicReference<>(DiskReserve.NONE);

    private final class Quota implements ObjectQuota {
        @Override
        public long room(String sandbox) {
            return room.get();
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
        sync = new SyncFixture(
                temp,
                new GitWorkspace(
                        temp.resolve("data"),
                        new FetchLimits(64 * MIB, 100 * MIB, StallLimit.USUAL),
                        new Quota(),
                        ConfinementLauncher.here()));
        sync.start(project.folder());
    }

    @Test
    void deltasOfAnUnneededFileStayWithinTheQuota() throws Exception {
        DeltaPack pack = DeltaPack.of(2 * MIB, 40, false);
        byte[] bytes = pack.bytes();
        room.set(6 * MIB);
        refused(pack.tree(), bytes, SyncException.OVER_QUOTA, "the sandbox's quota leaves only");
        room.set(Long.MAX_VALUE);
        refused(pack.tree(), bytes, SyncException.REFUSED, "the limit for one fetch");
    }

    @Test
    void deltasOfAnUnneededFileLeaveTheReserveAlone() throws Exception {
        DeltaPack pack = DeltaPack.of(2 * MIB, 40, false);
        reserve.set(new DiskReserve(() -> temp.toFile().getUsableSpace() - 40 * MIB));
        assertThatThrownBy(() -> plan(pack.tree(), pack.bytes()))
                .isInstanceOfSatisfying(
                        SyncException.class, e -> assertThat(e.code()).isEqualTo(SyncException.DISK_FULL));
    }

    @Test
    void pruningDoesNotMakeTheRepositoryLarger() throws Exception {
        sync.workspace().capture("s2", project.folder(), false);
        DeltaPack whole = DeltaPack.of(2 * MIB, 40, true);
        fetch(whole.tree(), whole.bytes());
        String base = bare("rev-parse", whole.tree() + ":base");
        long before = size(objects());
        assertThat(before).isLessThan(3 * MIB);
        DeltaPack without = DeltaPack.of(2 * MIB, 40, false);
        fetch(without.tree(), without.treeAlone());

        sync.workspace().forget("s2", project.folder(), true);

        assertThat(size(objects())).isLessThan(before + MIB / 8);
        assertThat(has(base))
                .as("the rest is differences to something else now")
                .isFalse();
        assertThat(sync.workspace().prune(true)).isEmpty();
        assertThat(bare("fsck", "--connectivity-only")).doesNotContain("missing");
        assertThat(sync.workspace().forget("s1", project.folder(), true)).isGreaterThan(MIB);
        assertThat(size(objects())).isLessThan(MIB / 8);
    }

    @Test
    void unprunedObjectsAreKnownAndPrunedLater() throws Exception {
        DeltaPack whole = DeltaPack.of(2 * MIB, 40, true);
        fetch(whole.tree(), whole.bytes());
        String base = bare("rev-parse", whole.tree() + ":base");
        DeltaPack without = DeltaPack.of(2 * MIB, 40, false);
        fetch(without.tree(), without.treeAlone());
        long before = size(objects());
        HostRepository repository = new HostRepository(repository(), ConfinementLauncher.here());
        ObjectPruner hasty = new ObjectPruner(repository, DiskReserve.NONE, Duration.ZERO);
        hasty.want();
        assertThat(sync.workspace().unpruned()).isZero();

        assertThat(hasty.run()).isLessThan(MIB / 8);

        assertThat(size(objects())).isBetween(before - MIB / 8, before);
        assertThat(has(base)).isTrue();
        assertThat(sync.workspace().unpruned()).isBetween(2L * MIB, 3L * MIB);
        assertThat(sync.workspace().prune(true)).hasSize(1);
        assertThat(sync.workspace().prune(false)).hasSize(1);
        assertThat(has(base)).isFalse();
        assertThat(sync.workspace().unpruned()).isZero();
        assertThat(sync.workspace().prune(true)).isEmpty();
    }

    private String bare(String... words) throws Exception {
        return new GitFixture(repository()).git(words);
    }

    private boolean has(String object) throws Exception {
        return new GitFixture(repository()).tried("cat-file", "-e", object).exit() == 0;
    }

    @Test
    void concurrentFetchesDoNotGetTheSameSpaceTwice() throws Exception {
        room.set(3 * MIB);
        DeltaPack second = DeltaPack.of(2 * MIB + 1, 0, true);
        LocalGuest fetching = new ScriptedGuest(temp, script(second.tree(), second.bytes())) {
            @Override
            public GuestExec exec(ExecCommand command) throws GuestException, InterruptedException {
                try {
                    DeltaPack first = DeltaPack.of(2 * MIB, 0, true);
                    plan(first.tree(), first.bytes());
                    room.addAndGet(-2 * MIB);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
                return super.exec(command);
            }
        };
        assertThatThrownBy(() -> sync.workspace().plan("s1", "shop", project.folder(), fetching))
                .isInstanceOfSatisfying(
                        SyncException.class, e -> assertThat(e.code()).isEqualTo(SyncException.OVER_QUOTA));
        assertThat(size(objects())).isLessThan(3 * MIB);
    }

    // Checks that the fetch is refused, and that its folder never exceeds the sent bytes, the quota and two
    // small indexes.
    private void refused(String tree, byte[] bytes, ProblemCode code, String words) throws Exception {
        long before = size(objects());
        long most = bytes.length + Math.min(room.get(), 64 * MIB) + MIB / 2;
        AtomicLong peak = new AtomicLong();
        AtomicBoolean done = new AtomicBoolean();
        Thread watch = Thread.ofPlatform().start(() -> {
            while (!done.get()) {
                peak.accumulateAndGet(size(repository()) - before, Math::max);
            }
        });
        assertThatThrownBy(() -> plan(tree, bytes))
                .isInstanceOfSatisfying(
                        SyncException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(words);
        done.set(true);
        watch.join();
        assertThat(peak.get()).isBetween((long) bytes.length, most);
        assertThat(size(objects())).isEqualTo(before);
        try (var left = Files.newDirectoryStream(repository(), ScratchFolder.PREFIX + "*")) {
            assertThat(left).isEmpty();
        }
    }

    private void plan(String tree, byte[] pack) throws Exception {
        sync.workspace().plan("s1", "shop", project.folder(), new ScriptedGuest(temp, script(tree, pack)));
    }

    // Fetches without a plan, which would keep the shown commit.
    private void fetch(String tree, byte[] pack) throws Exception {
        sync.workspace().diff("s1", project.folder(), new ScriptedGuest(temp, script(tree, pack)));
    }

    // A script that claims this tree as the work, and sends this pack.
    private String script(String tree, byte[] pack) throws IOException {
        Path file = Files.write(Files.createTempFile(temp, "sent", ".pack"), pack);
        return "printf 'tree %s\\n\\n'; cat '%s'".formatted(tree, file);
    }

    private Path repository() {
        return sync.workspace().repository(project.folder());
    }

    private Path objects() {
        return repository().resolve("objects");
    }

    private static long size(Path folder) {
        AtomicLong size = new AtomicLong();
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    size.addAndGet(attributes.size());
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE; // it was deleted meanwhile
                }

                @Override
                public FileVisitResult postVisitDirectory(
                        Path visited, @org.jspecify.annotations.Nullable IOException e) {
                    return FileVisitResult.CONTINUE;
                }
            });
            return size.get();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
