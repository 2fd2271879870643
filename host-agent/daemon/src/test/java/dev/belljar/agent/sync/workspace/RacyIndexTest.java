package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.view.work.FileChange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a change is found that keeps a file's size and time, as one does that follows `git add` at once. Git
/// compares the contents of a file that is not older than the index; so a copy of the index must have its time.
class RacyIndexTest {
    private static final String FILE = "counter.txt";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    @SuppressWarnings("NullAway.Init")
    private GitFixture project;

    @SuppressWarnings("NullAway.Init")
    private SyncFixture sync;

    @BeforeEach
    void prepare() throws Exception {
        project = GitFixture.sample(temp.resolve("project"));
        project.write(FILE, "1\n").commit("Count");
        sync = new SyncFixture(temp);
    }

    @Test
    void aChangeAtTheTimeOfTheIndexIsFetched() throws Exception {
        sync.start(project.folder());

        changeAtTheTimeOfTheIndex(sync.inside());

        assertThat(sync.plan(project.folder()).diff().files())
                .extracting(FileChange::path)
                .containsExactly(FILE);
    }

    @Test
    void aChangeAtTheTimeOfTheIndexIsCaptured() throws Exception {
        changeAtTheTimeOfTheIndex(project);

        sync.start(project.folder());

        assertThat(sync.inside().read(FILE)).isEqualTo("2\n");
    }

    /// As if both had been written within one tick of the file system's clock, a minute ago.
    private static void changeAtTheTimeOfTheIndex(GitFixture repository) throws Exception {
        // A test can set a file's time, but not the time of its last change of metadata.
        repository.git("config", "core.trustctime", "false");
        Path file = repository.folder().resolve(FILE);
        FileTime ago = FileTime.from(Instant.now().minusSeconds(60));
        Files.setLastModifiedTime(file, ago);
        repository.git("update-index", "--refresh");
        repository.write(FILE, "2\n");
        Files.setLastModifiedTime(file, ago);
        Files.setLastModifiedTime(repository.folder().resolve(".git/index"), ago);
    }
}
