package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.sync.ObjectQuota;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.script.FetchLimits;
import dev.belljar.agent.sync.script.StallLimit;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SkippedFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests that neither a large file nor a slow machine prevents the fetch of the other work.
@Timeout(120)
@Tag("slow")
class FetchLimitsTest {
    private static final long TIB = 1L << 40;

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
        begin(StallLimit.USUAL);
    }

    private void begin(StallLimit stall) throws Exception {
        Path folder = Files.createTempDirectory(temp, "host");
        sync = new SyncFixture(
                folder,
                new GitWorkspace(
                        folder.resolve("data"),
                        new FetchLimits(64 << 20, 1 << 20, stall),
                        ObjectQuota.NONE,
                        ConfinementLauncher.here()));
        sync.start(project.folder());
    }

    private void sparse(String name, long size) throws IOException {
        Path file = sync.inside().folder().resolve(name);
        Files.createDirectories(file.getParent());
        try (RandomAccessFile opened = new RandomAccessFile(file.toFile(), "rw")) {
            opened.setLength(size);
        }
    }

    private FileDiff diff() throws Exception {
        return sync.workspace().diff("s1", project.folder(), sync.guest());
    }

    @Test
    void aFileOfATebibyteIsNamedAndTheRestIsFetched() throws Exception {
        sync.inside().write("work.txt", "work\n");
        sparse("x", TIB);
        sparse("deep/with \"quotes\"\n.bin", 2 << 20);
        FileDiff diff = diff();
        assertThat(diff.files()).extracting(FileChange::path).containsExactly("work.txt");
        assertThat(diff.skipped())
                .extracting(SkippedFile::path, SkippedFile::size, SkippedFile::why)
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple("x", TIB, "too large (1.1 TB)"),
                        org.assertj.core.groups.Tuple.tuple(
                                "deep/with \"quotes\"?.bin", 2L << 20, "too large (2.1 MB)"));
        assertThat(diff.left()).isEqualTo(2);
        assertThat(sync.plan(project.folder()).diff().skipped()).hasSize(2);
    }

    @Test
    void aTrackedFileThatGrewStaysAsItWasAndIsNamed() throws Exception {
        sync.inside().write("work.txt", "work\n");
        sparse("README.md", TIB);
        FileDiff diff = diff();
        assertThat(diff.files()).extracting(FileChange::path).containsExactly("work.txt");
        assertThat(diff.skipped()).extracting(SkippedFile::path).containsExactly("README.md");
    }

    @Test
    void anUnchangedLargeFileOfTheProjectIsNotReported() throws Exception {
        project.write("large.bin", "x".repeat(3 << 20)).commit("Large");
        begin(StallLimit.USUAL);
        sync.inside().write("work.txt", "work\n");
        FileDiff diff = diff();
        assertThat(diff.files()).extracting(FileChange::path).containsExactly("work.txt");
        assertThat(diff.skipped()).isEmpty();
        sync.workspace().salvage("s1", project.folder(), sync.guest());
    }

    @Test
    void anIgnoredLargeFileIsNotReported() throws Exception {
        sync.inside().write(".gitignore", "*.iso\n");
        sparse("images/debian.iso", TIB);
        assertThat(diff().skipped()).isEmpty();
    }

    @Test
    void aLargeFileOfARepositoryInsideIsNamedAndItsOtherFilesAreFetched() throws Exception {
        GitFixture.init(sync.inside().folder().resolve("app & co")).write("main.js", "made\n");
        sparse("app & co/x.bin", TIB);
        FileDiff diff = diff();
        assertThat(diff.files()).extracting(FileChange::path).containsExactly("app & co/main.js");
        assertThat(diff.skipped()).extracting(SkippedFile::path).containsExactly("app & co/x.bin");
    }

    @Test
    void aThousandLargeFilesAreCountedAndSomeOfThemNamed() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            sparse("many/" + i, TIB);
        }
        FileDiff diff = diff();
        assertThat(diff.skipped()).hasSize(50);
        assertThat(diff.left()).isEqualTo(1_000);
    }

    @Test
    void salvageNamesSkippedFilesAndKeepsTheRest() throws Exception {
        sync.inside().write("work.txt", "work\n");
        sparse("x", TIB);
        String before = sync.inside().status();
        assertThatThrownBy(() -> sync.workspace().salvage("s1", project.folder(), sync.guest()))
                .isInstanceOfSatisfying(
                        SyncException.class, e -> assertThat(e.code()).isEqualTo(SyncException.TOO_LARGE))
                .hasMessageContainingAll("x (1.1 TB)", "refs/sandbox/salvage/s1");
        assertThat(sync.inside().status()).isEqualTo(before);
        assertThat(project.git(
                        "--git-dir=" + sync.workspace().repository(project.folder()),
                        "show",
                        "refs/sandbox/salvage/s1:work.txt"))
                .isEqualTo("work");
    }

    @Test
    void pipesDoNotBlockAFetchAndAreNamedInPlaceOfGitFiles() throws Exception {
        sync.inside().write("work.txt", "work\n");
        Command.of("mkfifo", sync.inside().folder().resolve("pipe").toString()).run();
        assertThat(diff().files()).extracting(FileChange::path).containsExactly("work.txt");
        Files.createDirectories(sync.inside().folder().resolve("deep"));
        Command.of("mkfifo", sync.inside().folder().resolve("deep/.gitignore").toString())
                .run();
        assertThatThrownBy(this::diff).hasMessageContainingAll("deep/.gitignore", "not a regular file");
    }

    @Test
    void aStalledMachineIsGivenUpAndItsFileIsNamed() throws Exception {
        begin(new StallLimit(Duration.ofMinutes(1), Duration.ofSeconds(1), Duration.ofMinutes(1), 0));
        assertStalled("echo belljar-at src/huge.bin >&2; sleep 600", "made no progress for 1 s", "src/huge.bin");
        assertStalled("cat >/dev/null; exec >&-; sleep 600", "made no progress for 1 s");
    }

    @Test
    void aMachineThatSendsAByteNowAndThenIsGivenUp() throws Exception {
        begin(new StallLimit(Duration.ofMinutes(1), Duration.ofSeconds(30), Duration.ofSeconds(2), 64));
        assertStalled("while sleep 0.3; do printf x; done", "sent only");
    }

    @Test
    void anEndlessFetchIsGivenUpAtTheTimeLimit() throws Exception {
        begin(new StallLimit(Duration.ofSeconds(2), Duration.ofSeconds(30), Duration.ofSeconds(30), 64));
        assertStalled("while :; do echo more and more; sleep 0.01; done", "took longer than 2 s");
    }

    private void assertStalled(String script, String... words) {
        LocalGuest slow = new LocalGuest(sync.guest().workspace(), temp) {
            @Override
            public GuestExec exec(ExecCommand command) throws GuestException {
                return run(List.of("sh", "-c", script));
            }
        };
        long begin = System.nanoTime();
        assertThatThrownBy(() -> sync.workspace().diff("s1", project.folder(), slow))
                .isInstanceOfSatisfying(
                        SyncException.class, e -> assertThat(e.code()).isEqualTo(SyncException.STALLED))
                .hasMessageContainingAll(words);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void theFetchOfASnapshotEndsInTimeWhateverTheMachineSends() throws Exception {
        for (String script :
                List.of("while :; do echo more and more; sleep 0.01; done", "cat > /dev/null; sleep 600")) {
            LocalGuest slow = new ScriptedGuest(temp, script);
            long begin = System.nanoTime();
            assertThatThrownBy(
                            () -> sync.workspace().keep("s1", project.folder(), slow, "m1", Duration.ofMillis(1_500)))
                    .isInstanceOfSatisfying(
                            SyncException.class, e -> assertThat(e.code()).isEqualTo(SyncException.STALLED));
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
        }
        String bare = "--git-dir=" + sync.workspace().repository(project.folder());
        assertThat(project.git(bare, "for-each-ref")).doesNotContain("m1");
        assertThat(sync.workspace()
                        .keep("s1", project.folder(), sync.guest(), "m1", Duration.ofMinutes(1))
                        .tip())
                .isNotEmpty();
        assertThat(project.git(bare, "for-each-ref")).contains("m1");
    }

    /// A git that works for longer than the limit without output is not given up, and the file that it reads
    /// is reported.
    @Test
    void aSlowFetchThatMakesProgressIsWaitedFor() throws Exception {
        begin(new StallLimit(Duration.ofMinutes(1), Duration.ofSeconds(5), Duration.ofSeconds(30), 8));
        sync.inside().write("work.txt", "work\n");
        Path tools = Files.createDirectories(temp.resolve("tools"));
        Path git = Files.writeString(tools.resolve("git"), """
            #!/bin/bash
            case " $* " in
                *" add "*) exec 9<work.txt; SECONDS=0; while [ $SECONDS -lt 9 ]; do :; done; exec 9<&- ;;
            esac
            PATH=${PATH#*:} exec git "$@"
            """);
        Files.setPosixFilePermissions(git, java.nio.file.attribute.PosixFilePermissions.fromString("rwx------"));
        LocalGuest slow = new LocalGuest(sync.guest().workspace(), temp) {
            @Override
            public GuestExec exec(ExecCommand command) throws GuestException, InterruptedException {
                Map<String, String> environment = new java.util.HashMap<>(command.env());
                environment.put("PATH", tools + ":" + System.getenv("PATH"));
                return super.exec(new ExecCommand(
                        command.argv(),
                        command.cwd(),
                        environment,
                        command.user(),
                        false,
                        0,
                        0,
                        command.timeoutMillis()));
            }
        };
        AtomicReference<String> seen = new AtomicReference<>("");
        assertThat(sync.workspace()
                        .salvage(
                                "s1",
                                project.folder(),
                                slow,
                                (bytes, file) -> seen.accumulateAndGet(file, (old, now) -> now.isEmpty() ? old : now)))
                .isPresent();
        assertThat(seen.get()).isEqualTo("work.txt");
    }

    @Test
    void theEnvironmentSetsTheLargestFile() throws Exception {
        assertThat(FetchLimits.from(Map.of()).file()).isEqualTo(100L << 20);
        assertThat(FetchLimits.from(Map.of("BELLJAR_MAX_FILE_MIB", "7")).file()).isEqualTo(7L << 20);
        for (String wrong : List.of("0", "-1", "many", "99999")) {
            assertThatThrownBy(() -> FetchLimits.from(Map.of("BELLJAR_MAX_FILE_MIB", wrong)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(wrong);
        }
    }
}
