package dev.belljar.agent.sync.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.workspace.GitFixture;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests which projects are refused before git reads their files.
class CaptureLimitTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    @Test
    void sizesOfTrackedFilesAreCheckedOnce() throws Exception {
        GitFixture project = GitFixture.sample(temp.resolve("project"));
        project.write("new.txt", "new\n");
        Path trace = temp.resolve("trace");
        GitRunner git = GitRunner.person(project.folder()).with("GIT_TRACE", trace.toString());
        CaptureLimit limit =
                new CaptureLimit(git, project.folder(), project.folder(), DiskReserve.of(Long.MAX_VALUE / 4));
        assertThatThrownBy(limit::require)
                .isInstanceOfSatisfying(
                        SyncException.class, e -> assertThat(e.code()).isEqualTo(SyncException.DISK_FULL))
                .hasMessageContaining("new.txt");
        String ran = Files.readString(trace);
        assertThat(ran.lines().filter(line -> line.contains("git ls-files --others")))
                .hasSize(2);
        assertThat(ran.lines().filter(line -> line.contains("git ls-files -z"))).hasSize(1);
    }

    @Test
    void fileThatGrewByEightGibibytesIsRefusedThoughItLooksUnchangedToGit() throws Exception {
        GitFixture project = GitFixture.sample(temp.resolve("project"));
        Path file = project.folder().resolve("grown");
        FileTime time = FileTime.from(Instant.parse("2020-01-01T00:00:00Z"));
        Files.createFile(file);
        Files.setLastModifiedTime(file, time);
        project.git("add", "grown");
        project.git("commit", "-q", "-m", "empty");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(2L << 32);
        }
        Files.setLastModifiedTime(file, time);

        // Git must ignore the change time, which cannot be set back.
        GitRunner git = GitRunner.person(project.folder()).config("core.trustCtime=false");
        assertThat(git.line("diff-files", "--name-only")).isEmpty();
        CaptureLimit limit = new CaptureLimit(git, project.folder(), project.folder(), DiskReserve.NONE);
        assertThatThrownBy(limit::require)
                .isInstanceOf(SyncException.class)
                .hasMessageContaining("grown")
                .hasMessageContaining("8.6 GB");
    }
}
