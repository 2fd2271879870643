package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.SyncResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests what the user reads if another git locks a ref that a sync moves.
@Tag("slow")
class LockedRefTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path temp;

    @SuppressWarnings("NullAway.Init")
    private GitFixture project;

    @SuppressWarnings("NullAway.Init")
    private SyncFixture sync;

    @BeforeEach
    void prepare() throws Exception {
        project = GitFixture.sample(temp.resolve("project"));
        sync = new SyncFixture(temp);
        var _ = sync.start(project.folder());
        sync.inside().write("src/more.c", "int more;\n").commit("More");
    }

    private Path lock(String ref, long seconds) throws Exception {
        Path lock = project.folder().resolve(".git/" + ref + ".lock");
        Files.createDirectories(lock.getParent());
        Files.createFile(lock);
        return Files.setLastModifiedTime(lock, FileTime.from(Instant.now().minusSeconds(seconds)));
    }

    @Test
    void aLockedBranchIsNamedWithItsLockAndNothingIsChanged() throws Exception {
        SyncPlan plan = sync.plan(project.folder());
        Path lock = lock("refs/heads/belljar/shop", 7_300);
        assertThatThrownBy(() -> sync.accept(project.folder(), plan)).isInstanceOfSatisfying(SyncException.class, e -> {
            assertThat(e).hasMessageContaining("refs/heads/belljar/shop is locked by another git");
            assertThat(e).hasMessageContaining(lock + " has existed for 2 h");
            assertThat(e.hint()).contains("wait until it ends", "delete it");
        });
        assertThat(project.git("for-each-ref", "refs/heads")).doesNotContain("belljar");
        Files.delete(lock);
        assertThat(sync.accept(project.folder(), plan).branch()).isEqualTo("belljar/shop");
    }

    @Test
    void aLockThatIsReleasedSoonIsWaitedFor() throws Exception {
        SyncPlan plan = sync.plan(project.folder());
        Path lock = lock("refs/heads/belljar/shop", 0);
        Thread other = Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(1_000);
                Files.delete(lock);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(sync.accept(project.folder(), plan).branch()).isEqualTo("belljar/shop");
        other.join();
    }

    @Test
    void aLockedReceiptIsNamedToo() throws Exception {
        SyncResult result = sync.accept(project.folder(), sync.plan(project.folder()));
        Path lock = lock("refs/notes/belljar", 0);
        assertThatThrownBy(() -> sync.workspace().notes().put(project.folder(), List.of(result.commit()), "{}"))
                .hasMessageContaining("refs/notes/belljar is locked")
                .hasMessageContaining(lock + " has existed for less than a minute");
    }
}
