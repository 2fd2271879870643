package dev.belljar.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.FileOp;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests which files are read after they were written, when, and that a guest cannot make them too many.
class WrittenPathsTest {
    private final AtomicLong nanos = new AtomicLong(1);
    private final WrittenPaths paths = new WrittenPaths(nanos::get);

    private void event(FileOp op, int pid, String path, @Nullable String to, long bytes) {
        paths.happened(new FileEvent(0, nanos.get() / 1_000_000, pid, pid * 10L, "p" + pid, op, path, to, bytes));
    }

    private void write(int pid, String path) {
        event(FileOp.WRITE, pid, path, null, 12);
    }

    private void later(long millis) {
        nanos.addAndGet(millis * 1_000_000);
    }

    private List<WrittenPaths.WrittenFile> take() {
        return paths.take(200, 64, Long.MAX_VALUE, _ -> true);
    }

    @Test
    void aFileIsTakenOnceItWasLeftAlone() {
        event(FileOp.CREATE, 1, "/workspace/a", null, -1);
        write(1, "/workspace/a");
        later(150);
        write(2, "/workspace/a");
        later(150);
        assertThat(take()).isEmpty();
        later(50);
        WrittenPaths.WrittenFile written = take().getFirst();
        assertThat(written.path()).isEqualTo("a");
        assertThat(written.bytes()).isEqualTo(12);
        assertThat(written.complete()).isTrue();
        assertThat(written.writes()).extracting(PathWrite::pid).containsExactly(1, 1, 2);
        assertThat(take()).isEmpty();
        assertThat(paths.any()).isFalse();
    }

    @Test
    void aFileThatIsWrittenAllTheTimeIsTakenAllTheSame() {
        for (int i = 0; i < 25; i++) {
            write(1, "/workspace/log");
            later(100);
        }
        assertThat(take()).hasSize(1);
    }

    @Test
    void aFileThatWasOnlyCreatedIsNotComplete() {
        event(FileOp.CREATE, 1, "/workspace/a", null, -1);
        later(5_000);
        assertThat(take()).isEmpty();
        write(1, "/workspace/a");
        later(200);
        assertThat(take()).hasSize(1);
    }

    @Test
    void aRenamedFileBringsItsWriters() {
        write(1, "/workspace/a.tmp");
        event(FileOp.RENAME, 2, "/workspace/a.tmp", "/workspace/a", -1);
        later(200);
        WrittenPaths.WrittenFile written = take().getFirst();
        assertThat(written.path()).isEqualTo("a");
        assertThat(written.writes()).extracting(PathWrite::pid).containsExactly(1, 2);
        assertThat(written.writes().getLast().from()).isEqualTo("a.tmp");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/etc/passwd",
                "/workspace",
                "/workspace/",
                "/workspace/.git/index",
                "/workspace/sub/.git/HEAD",
                "/workspace/node_modules/a/index.js",
                "/workspace/a\\x1B[2J",
                "/workspacex/a"
            })
    void theseAreNotFollowed(String path) {
        write(1, path);
        event(FileOp.RENAME, 1, "/workspace/a", path, -1);
        later(500);
        assertThat(take()).isEmpty();
    }

    @Test
    void whatDoesNotChangeContentIsNoWrite() {
        event(FileOp.CHMOD, 1, "/workspace/a", null, -1);
        event(FileOp.UNLINK, 1, "/workspace/a", null, -1);
        event(FileOp.MKDIR, 1, "/workspace/a", null, -1);
        later(500);
        assertThat(take()).isEmpty();
    }

    @Test
    void aGuestCannotFillTheMemory() {
        for (int i = 0; i < 100_000; i++) {
            event(FileOp.CREATE, 1, "/workspace/new" + i, null, -1);
        }
        for (int i = 0; i < 200_000; i++) {
            write(i, "/workspace/f" + i);
            write(i, "/workspace/f1");
        }
        later(500);
        int taken = 0;
        for (List<WrittenPaths.WrittenFile> some = take(); !some.isEmpty(); some = take()) {
            assertThat(some).hasSizeLessThanOrEqualTo(64);
            assertThat(some).allSatisfy(each -> assertThat(each.writes()).hasSizeLessThanOrEqualTo(32));
            taken += some.size();
        }
        assertThat(taken).isEqualTo(WrittenPaths.MOST_PATHS);
    }

    /// One process writes more files than may wait; the files of others are taken all the same, and soon.
    @Test
    void aBusyProcessDisplacesItsOwnFiles() {
        for (int i = 0; i < 5_000; i++) {
            write(1, "/workspace/many" + i);
        }
        assertThat(paths.takeDropped()).isTrue();
        assertThat(paths.takeDropped()).isFalse();
        write(2, "/workspace/a");
        write(3, "/workspace/b");
        for (int i = 0; i < 5_000; i++) {
            write(1, "/workspace/more" + i);
        }
        later(500);
        assertThat(paths.take(200, 3, Long.MAX_VALUE, _ -> true))
                .extracting(WrittenPaths.WrittenFile::path)
                .containsExactlyInAnyOrder("many0", "a", "b");
    }

    @Test
    void filesThatMayNotBeReadNowWait() {
        write(1, "/workspace/a");
        write(1, "/workspace/b");
        write(1, "/workspace/c");
        later(500);
        assertThat(paths.take(200, 64, 13, path -> !path.equals("a")))
                .extracting(WrittenPaths.WrittenFile::path)
                .containsExactly("b", "c");
        write(2, "/workspace/d");
        later(500);
        assertThat(paths.take(200, 64, 12, _ -> true)).hasSize(1);
        assertThat(take()).hasSize(1);
        assertThat(paths.any()).isFalse();
    }

    @Test
    void moreWritersThanAreKeptAreNotComplete() {
        for (int i = 0; i < 40; i++) {
            write(i, "/workspace/a");
        }
        later(200);
        assertThat(take().getFirst().complete()).isFalse();
    }

    @Test
    void lostEventsAreReportedOnce() {
        paths.happened(new GapEvent(0, 1, "begin", 0, "unreachable"));
        assertThat(paths.takeLost()).isFalse();
        paths.happened(new GapEvent(0, 1, "lost", 5, "too many"));
        assertThat(paths.any()).isTrue();
        assertThat(paths.takeLost()).isTrue();
        assertThat(paths.takeLost()).isFalse();
    }
}
