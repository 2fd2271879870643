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
        written.take(0, 64, Long.MAX_VALUE, _ -> true);
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

    /// A reading takes as many files as it may read bytes; the others are read by the next ones.
    @Test
    void oneReadingIsBounded() throws Exception {
        for (int i = 0; i < 32; i++) {
            write("f" + i, "z".repeat(FileVersion.LARGEST - i));
        }
        write("next", "n");
        int all = 0;
        for (int some = read(); some > 0; some = read()) {
            assertThat(some).isLessThanOrEqualTo(6);
            all += some;
        }
        assertThat(all).isEqualTo(33);
        for (int i = 0; i < 32; i++) {
            assertThat(kept("f" + i).getFirst()).hasSize(FileVersion.LARGEST - i);
        }
        assertThat(kept("next")).containsExactly("n");
    }

    /// Files that are larger than was reported do not use up what the others need.
    @Test
    void aFileThatGrewDoesNotDisplaceOthers() throws Exception {
        for (int i = 0; i < 20; i++) {
            Files.writeString(workspace.resolve("grown" + i), "g".repeat(8 << 20));
            event("grown" + i, 10);
        }
        write("honest", "h");
        assertThat(read()).isEqualTo(21);
        assertThat(kept("honest")).containsExactly("h");
        assertThat(kept("grown0")).containsExactly("it was not read");
    }

    private static String noise(Random random) {
        StringBuilder noise = new StringBuilder();
        random.ints(700_000, 33, 126).forEach(c -> noise.append((char) c));
        return noise.toString();
    }

    @Test
    void manyLargeVersionsAreNotAllKept() throws Exception {
        followed = new FollowedSandbox(store, InstantSource.fixed(Instant.EPOCH));
        Random random = new Random(5);
        int all = 0;
        for (int i = 0; i < 40; i++) {
            write("noise" + i, noise(random));
            all += read();
        }
        assertThat(all).isBetween(10, 30);
    }

    /// A file that is written all the time is read later; the others are read meanwhile, and nothing is lost.
    @Test
    void aBusyFileWaitsAndOthersAreRead() throws Exception {
        AtomicLong millis = new AtomicLong(1);
        followed = new FollowedSandbox(store, () -> Instant.ofEpochMilli(millis.get()));
        Random random = new Random(6);
        for (int i = 0; i < 40; i++) {
            write("busy", noise(random));
            write("honest", "h" + i);
            int _ = read();
        }
        assertThat(kept("honest")).hasSize(40);
        assertThat(kept("busy")).hasSizeBetween(3, 10);
        write("busy", "last");
        assertThat(read()).isZero();
        millis.addAndGet(1_000_000);
        assertThat(read()).isEqualTo(1);
        assertThat(kept("busy")).last().isEqualTo("last");
    }

    @Test
    void filesThatWereNotReadAreMarked() throws Exception {
        for (int i = 0; i < WrittenPaths.MOST_PATHS + 10; i++) {
            event("many" + i, 1);
        }
        int _ = read();
        assertThat(store.of("any", 1).dropped()).hasSize(1);
    }
}
