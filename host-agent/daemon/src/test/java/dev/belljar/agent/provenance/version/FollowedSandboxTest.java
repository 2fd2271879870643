package dev.belljar.agent.provenance.version;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.recording.WrittenPaths;
import dev.belljar.agent.sync.workspace.LocalGuest;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.FileOp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests reading of written files with a real shell and a real tar, in a folder that a hostile guest prepared.
class FollowedSandboxTest {
    @TempDir
    private Path temp;

    private final AtomicLong nanos = new AtomicLong(1);
    private final WrittenPaths written = new WrittenPaths(nanos::get);
    private Path workspace = Path.of("");
    private FileVersionStore store = new FileVersionStore(workspace);
    private FollowedSandbox followed = new FollowedSandbox(store, InstantSource.system());

    @BeforeEach
    void prepare() throws Exception {
        workspace = Files.createDirectories(temp.resolve("guest/workspace"));
        store = new FileVersionStore(temp.resolve("versions"));
        followed = new FollowedSandbox(store, InstantSource.system());
    }

    private void event(String path, long bytes) {
        written.happened(new FileEvent(
                0, System.currentTimeMillis(), 7, 70, "sh", FileOp.WRITE, "/workspace/" + path, null, bytes));
    }

    private Path write(String path, String text) throws Exception {
        Path file = workspace.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        event(path, text.length());
        return file;
    }

    private int read() throws Exception {
        nanos.addAndGet(300_000_000);
        Path home = Files.createDirectories(temp.resolve("guest/home"));
        return followed.read(written, new LocalGuest(workspace, home));
    }

    private List<String> kept(String path) throws Exception {
        return store.of(path, 100).versions().stream()
                .map(each -> each.text().orElse(each.note() == null ? "same" : each.note()))
                .toList();
    }

    @Test
    void versionsAreKept() throws Exception {
        write("a.txt", "one\n");
        write("src/-b c.txt", "b\n");
        write("--checkpoint=1", "hyphen\n");
        assertThat(read()).isEqualTo(3);
        write("a.txt", "two\n");
        assertThat(read()).isEqualTo(1);
        event("a.txt", 4);
        assertThat(read()).isEqualTo(1);
        assertThat(read()).isZero();
        assertThat(kept("a.txt")).containsExactly("one\n", "two\n", "same");
        assertThat(kept("src/-b c.txt")).containsExactly("b\n");
        assertThat(kept("--checkpoint=1")).containsExactly("hyphen\n");
    }

    @Test
    void nothingButFilesOfTheWorkspaceIsKept() throws Exception {
        Files.writeString(temp.resolve("outside"), "secret");
        Files.createSymbolicLink(workspace.resolve("link"), temp.resolve("outside"));
        Files.createDirectories(workspace.resolve("folder"));
        Files.writeString(workspace.resolve("folder/inside"), "inside");
        Command.of(List.of("mkfifo", workspace.resolve("pipe").toString())).check();
        for (String path : List.of("link", "folder", "pipe", "missing", "../outside", "folder/../../outside")) {
            event(path, 3);
        }
        write("after", "after");
        assertThat(read()).isEqualTo(7);
        for (String path : List.of("link", "folder", "pipe", "missing", "folder/inside")) {
            assertThat(kept(path)).as(path).isSubsetOf("it was not read");
        }
        assertThat(kept("after")).containsExactly("after");
    }

    @Test
    void largeAndBinaryFilesAreNotKept() throws Exception {
        write("large", "x".repeat(FileVersion.LARGEST + 1));
        write("grown", "x".repeat(FileVersion.LARGEST + 1));
        written.take(0, 64);
        event("large", FileVersion.LARGEST + 1);
        event("grown", 10);
        write("binary", "a\0b");
        write("lines", "\n".repeat(20_001));
        write("fits", "y".repeat(FileVersion.LARGEST));
        assertThat(read()).isEqualTo(5);
        assertThat(kept("large")).containsExactly("it was larger than 1 MiB");
        assertThat(kept("grown")).containsExactly("it was larger than 1 MiB");
        assertThat(kept("binary")).containsExactly("it was a binary file");
        assertThat(kept("lines")).containsExactly("it had more than 20,000 lines");
        assertThat(kept("fits").getFirst()).hasSize(FileVersion.LARGEST);
    }

    /// The first files use up what one reading may return; the others are not followed, and the next reading works.
    @Test
    void oneReadingIsBounded() throws Exception {
        for (int i = 0; i < 64; i++) {
            write("f" + i, "z".repeat(FileVersion.LARGEST - i));
        }
        assertThat(read()).isEqualTo(64);
        long kept = 0;
        for (int i = 0; i < 64; i++) {
            kept += kept("f" + i).contains("it was not read") ? 0 : 1;
        }
        assertThat(kept).isBetween(1L, 8L);
        write("next", "n");
        assertThat(read()).isEqualTo(1);
        assertThat(kept("next")).containsExactly("n");
    }

    @Test
    void manyLargeVersionsAreNotAllKept() throws Exception {
        followed = new FollowedSandbox(store, InstantSource.fixed(Instant.EPOCH));
        Random random = new Random(5);
        int all = 0;
        for (int i = 0; i < 40; i++) {
            StringBuilder noise = new StringBuilder();
            random.ints(700_000, 33, 126).forEach(c -> noise.append((char) c));
            write("noise", noise.toString());
            all += read();
        }
        assertThat(all).isBetween(10, 30);
    }
}
