package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.agent.sync.accept.WorkReview;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Needs 12 GB of disk and some minutes: run it with the tests that need a machine.
@Tag("vm")
class LargeProjectTest {
    private static final int LARGE_FILES = Integer.getInteger("belljar.test.large-files", 2_000);
    private static final int SMALL_FILES = 25_000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    @Test
    void largeProjectIsCapturedAndManyChangesAreListedUpToALimit() throws Exception {
        GitFixture project = GitFixture.sample(temp.resolve("project"));
        Random random = new Random(3);
        byte[] megabyte = new byte[1 << 20];
        for (int i = 0; i < LARGE_FILES; i++) {
            random.nextBytes(megabyte);
            Files.write(project.folder().resolve("large" + i), megabyte);
        }
        SyncFixture sync = new SyncFixture(temp);
        WorkspaceTransfer.Capture capture = sync.start(project.folder());
        assertThat(capture.uncommitted()).isEqualTo(LARGE_FILES);
        assertThat(sync.inside().status().lines()).hasSize(LARGE_FILES);

        for (int i = 0; i < SMALL_FILES; i++) {
            sync.inside().write("small/" + i % 100 + "/" + i + ".txt", "small " + i + "\n");
        }
        var diff = sync.workspace().diff("s1", project.folder(), sync.guest());
        assertThat(diff.complete()).isFalse();
        assertThat(diff.files()).hasSize(WorkReview.FILES);
        var plan = sync.plan(project.folder());
        // The uncommitted files of the user are included.
        assertThat(sync.accept(project.folder(), plan).files()).isEqualTo(SMALL_FILES + LARGE_FILES);
        assertThat(project.git("ls-tree", "-r", "--name-only", "belljar/shop", "small/")
                        .lines())
                .hasSize(SMALL_FILES);
    }
}
