package dev.belljar.agent.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class ImageBuilderTest {
    private static final BuildProgress NOBODY = (percent, words) -> {};

    @TempDir
    Path folder;

    private FakeHome home;
    private ImageStore store;
    private ImageBuilder builder;

    @BeforeEach
    void fakeHome() throws IOException {
        home = new FakeHome(folder.resolve("home"));
        store = new ImageStore(folder.resolve("images"));
        builder = new ImageBuilder(home.script(), store, DiskReserve.NONE, Duration.ofSeconds(60));
    }

    @Test
    void aBuildReportsItsProgressAndReturnsTheBundle() throws Exception {
        List<String> messages = new CopyOnWriteArrayList<>();

        GuestBundle bundle = builder.build((percent, words) -> messages.add(percent + " " + words));

        assertThat(messages).containsExactly("10 Asking the mirror", "100 Ready");
        assertThat(bundle.digest()).isEqualTo(FakeHome.KEY);
        assertThat(bundle.bootImage().kernel()).hasContent("kernel");
        assertThat(bundle.bootImage().parameters()).containsExactly("panic=-1");
        bundle.verify();
    }

    @Test
    void anExistingBundleIsNotBuiltAgain() throws Exception {
        builder.build(NOBODY);
        builder.build(NOBODY);

        assertThat(home.builds()).isEqualTo(1);
    }

    @Test
    void newInputsBuildASecondBundle() throws Exception {
        builder.build(NOBODY);
        String other = FakeHome.KEY.replace('0', 'f');
        home.key(other);

        assertThat(builder.build(NOBODY).digest()).isEqualTo(other);
        assertThat(store.find(FakeHome.KEY)).isPresent();
    }

    @Test
    void aTruncatedBundleIsRebuilt() throws Exception {
        GuestBundle bundle = builder.build(NOBODY);
        Files.writeString(bundle.bootImage().base(), "dis");

        assertThat(store.find(FakeHome.KEY)).isEmpty();
        assertThat(builder.build(NOBODY).bootImage().base()).hasContent("disk");
    }

    @Test
    void twoBuildsAtOnceBecomeOne() throws Exception {
        home.does("sleep 0.5\n" + FakeHome.WHOLE);
        ImageBuilder another =
                new ImageBuilder(home.script(), new ImageStore(folder.resolve("images")), DiskReserve.NONE);
        try (ExecutorService both = Executors.newFixedThreadPool(2)) {
            List<Callable<GuestBundle>> builds = List.of(() -> builder.build(NOBODY), () -> builder.build(NOBODY));
            for (Future<GuestBundle> bundle : both.invokeAll(builds)) {
                assertThat(bundle.get().digest()).isEqualTo(FakeHome.KEY);
            }
        }
        assertThat(another.build(NOBODY).digest()).isEqualTo(FakeHome.KEY);
        assertThat(home.builds()).isEqualTo(1);
    }

    @Test
    void failureCarriesTheLastLines() throws Exception {
        home.does("echo 'E: Unable to locate package' >&2; exit 100");

        ImageException failure = catchThrowableOfType(ImageException.class, () -> builder.build(NOBODY));

        assertThat(failure.code()).isEqualTo(ImageException.BUILD_FAILED);
        assertThat(failure).hasMessageContaining("E: Unable to locate package").hasMessageContaining("100");
        assertThat(store.find(FakeHome.KEY)).isEmpty();
    }

    @Test
    void missingToolIsNamedWithItsPackage() throws Exception {
        home.does("echo 'missing mkfs.erofs erofs-utils' >&2; echo 'not there' >&2; exit 3");

        ImageException failure = catchThrowableOfType(ImageException.class, () -> builder.build(NOBODY));

        assertThat(failure.code()).isEqualTo(ImageException.TOOL_MISSING);
        assertThat(failure).hasMessageContaining("mkfs.erofs");
        assertThat(failure.hint()).contains("erofs-utils");
    }

    @Test
    void aFullDiskErrorSaysWhereAndHowMuch() throws Exception {
        home.does("echo 'build-image: /var/tmp has 3 MiB free' >&2; exit 4");

        ImageException failure = catchThrowableOfType(ImageException.class, () -> builder.build(NOBODY));

        assertThat(failure.code()).isEqualTo(ImageException.NO_SPACE);
        assertThat(failure).hasMessageContaining("/var/tmp has 3 MiB free");
    }

    @Test
    void aSuccessfulBuildWithoutABundleFails() throws Exception {
        home.does("echo 'progress 100 Ready'");

        assertThatThrownBy(() -> builder.build(NOBODY)).isInstanceOf(ImageException.class);
    }

    @Test
    void inputsThatChangeWhileBuildingAreAFailure() throws Exception {
        home.does("echo ffffffffffffffffffffffffffffffff >\"$here/key\"\n" + FakeHome.WHOLE);

        assertThatThrownBy(() -> builder.build(NOBODY)).hasMessageContaining("source files changed");
    }

    @Test
    void aMissingScriptErrorNamesTheHome() {
        ImageBuilder lost = new ImageBuilder(new BuildScript(folder.resolve("nowhere")), store, DiskReserve.NONE);

        ImageException failure = catchThrowableOfType(ImageException.class, () -> lost.build(NOBODY));

        assertThat(failure.code()).isEqualTo(ImageException.NO_SCRIPT);
        assertThat(failure).hasMessageContaining("nowhere");
        assertThat(failure.hint()).contains("BELLJAR_HOME");
    }

    @Test
    void cancelLetsTheScriptCleanUpAndLeavesNoProcess() throws Exception {
        home.does("""
                mkdir -p "$1.partial-$$"
                trap 'rm -rf "$1.partial-$$"; touch "$here/cleaned"; exit 143' TERM
                sleep 1000 & echo $! >"$here/pid"
                echo 'progress 5 Waiting'
                wait
                """);

        cancelOnceWaiting();

        assertThat(home.left("cleaned")).exists();
        assertEnds(home.left("pid"));
        assertThat(folder.resolve("images").toFile().list()).containsExactly(".lock");
    }

    @Test
    void cancelKillsAScriptThatIgnoresSignalsWithItsChildren() throws Exception {
        builder = new ImageBuilder(home.script(), store, DiskReserve.NONE, Duration.ofMillis(300));
        home.does("""
                trap '' TERM
                (trap '' TERM; echo $BASHPID >"$here/pid"; echo 'progress 5 Waiting'; while true; do sleep 1; done)
                """);

        cancelOnceWaiting();

        assertEnds(home.left("pid"));
    }

    @Test
    void cancelKillsTheChildrenOfAScriptThatIsGoneAtOnce() throws Exception {
        home.does("sleep 1000 & echo $! >\"$here/pid\"; echo 'progress 5 Waiting'; wait");

        cancelOnceWaiting();

        assertEnds(home.left("pid"));
    }

    @Test
    void afterACancelledBuildTheNextOneSucceeds() throws Exception {
        home.does("echo 'progress 5 Waiting'; sleep 1000");
        cancelOnceWaiting();
        home.does(FakeHome.WHOLE);

        assertThat(builder.build(NOBODY).digest()).isEqualTo(FakeHome.KEY);
    }

    /// Waits for the end of the process whose pid is in the file.
    private static void assertEnds(Path pidFile) throws Exception {
        long pid = Long.parseLong(Files.readString(pidFile).strip());
        Awaitility.await()
                .atMost(Durations.TWO_MINUTES)
                .until(() -> ProcessIdentity.of(pid).isEmpty());
    }

    private void cancelOnceWaiting() throws Exception {
        try (ExecutorService one = Executors.newSingleThreadExecutor()) {
            Thread[] worker = new Thread[1];
            Future<?> build = one.submit(() -> {
                worker[0] = Thread.currentThread();
                return builder.build((percent, words) -> worker[0].interrupt());
            });
            assertThatThrownBy(build::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(InterruptedException.class);
        }
    }
}
