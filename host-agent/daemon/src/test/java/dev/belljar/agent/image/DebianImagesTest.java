package dev.belljar.agent.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.vm.BootImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
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
class DebianImagesTest {
    @TempDir
    Path folder;

    private FakeHome home;
    private DebianImages images;

    @BeforeEach
    void fakeHome() throws IOException {
        home = new FakeHome(folder.resolve("home"));
        images = new DebianImages(home.script(), new ImageStore(folder.resolve("images")), DiskReserve.NONE, false);
    }

    @Test
    void theImageIsMissingBeforeTheFirstBuild() {
        assertThat(images.status().state()).isEqualTo("missing");
        assertThat(images.ready()).isEmpty();
    }

    @Test
    void awaitBuildsTheImage() throws Exception {
        List<Integer> messages = new CopyOnWriteArrayList<>();

        BootImage image = images.await((percent, step) -> messages.add(percent));

        assertThat(image.initrd()).hasContent("first");
        assertThat(messages).containsExactly(10, 100);
        assertThat(images.status().state()).isEqualTo("ready");
        assertThat(images.status().key()).isEqualTo(FakeHome.KEY);
        assertThat(images.ready()).contains(image);
        assertThat(images.key()).contains(FakeHome.KEY);
        assertThat(images.withKey(FakeHome.KEY)).contains(image);
        assertThat(images.withKey("0".repeat(32))).isEmpty();
    }

    @Test
    void aRefreshAddsAnImageAndKeepsTheOldOne() throws Exception {
        images.await((percent, step) -> {});
        assertThat(images.refresh().state()).isEqualTo("building");
        String fresh = ready();
        assertThat(fresh).isNotEqualTo(FakeHome.KEY);
        assertThat(images.withKey(FakeHome.KEY)).isPresent();
        images.close();
        images = new DebianImages(home.script(), new ImageStore(folder.resolve("images")), DiskReserve.NONE, false);
        assertThat(images.key()).as("after a restart").contains(fresh);
    }

    @Test
    void aRefreshThatFailsLeavesTheImageAsItIs() throws Exception {
        images.await((percent, step) -> {});
        home.does("echo no mirror >&2; exit 1");
        images.refresh();
        assertThat(ready()).isEqualTo(FakeHome.KEY);
        assertThat(images.status().problem()).isNotNull();
    }

    @Test
    void securityUpdatesAreReported() throws Exception {
        images.await((percent, step) -> {});
        assertThat(images.status().checked()).isNull();
        Files.writeString(home.left("updates"), "note\nupdate openssl 3.0.1 3.0.22\n");
        assertThat(images.check().updates()).containsExactly("openssl 3.0.1 3.0.22");
        assertThat(images.status().checked()).isNotNull();
        Files.delete(home.left("updates"));
        assertThatThrownBy(() -> images.check()).isInstanceOf(ImageException.class);
    }

    private String ready() throws InterruptedException {
        Awaitility.await()
                .atMost(Durations.TWO_MINUTES)
                .until(() -> !images.status().state().equals("building"));
        return images.key().orElse("none");
    }

    @Test
    void concurrentWaitersShareOneBuild() throws Exception {
        home.does("sleep 0.5\n" + FakeHome.WHOLE);
        try (ExecutorService many = Executors.newFixedThreadPool(4)) {
            Callable<BootImage> wait = () -> images.await((percent, step) -> {});
            for (Future<BootImage> image : many.invokeAll(List.of(wait, wait, wait, wait))) {
                assertThat(image.get().kernel()).hasContent("kernel");
            }
        }
        assertThat(home.builds()).isEqualTo(1);
    }

    @Test
    void aRunningBuildReportsItsProgress() throws Exception {
        home.does("echo 'progress 42 Installing'; while [ ! -e \"$here/go\" ]; do sleep 0.05; done\n" + FakeHome.WHOLE);
        assertThat(images.build().state()).isEqualTo("building");
        Awaitility.await()
                .atMost(Durations.TWO_MINUTES)
                .until(() -> images.status().percent() >= 42);

        assertThat(images.status().step()).isEqualTo("Installing");

        Files.createFile(home.left("go"));
        images.await((percent, step) -> {});
    }

    @Test
    void aFailureIsKeptUntilTheNextTry() throws Exception {
        home.does("echo 'progress 42 Installing'; echo 'no mirror' >&2; exit 1");
        assertThatThrownBy(() -> images.await((percent, step) -> {})).isInstanceOf(ImageException.class);

        assertThat(images.status().state()).isEqualTo("failed");
        assertThat(images.status().percent()).isEqualTo(42);
        assertThat(images.status().step()).isEqualTo("Installing");
        assertThat(images.status().problem())
                .satisfies(problem -> assertThat(problem.code()).isEqualTo("image.build-failed"));

        home.does(FakeHome.WHOLE);
        images.await((percent, step) -> {});
        assertThat(images.status().problem()).isNull();
    }

    @Test
    void aDeletedCacheIsNoticed() throws Exception {
        BootImage image = images.await((percent, step) -> {});
        Files.delete(image.base());

        assertThat(images.ready()).isEmpty();
        assertThat(images.status().state()).isEqualTo("missing");
    }

    @Test
    void closingCancelsTheBuild() throws Exception {
        home.does("touch \"$here/going\"; sleep 1000");
        images.build();
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> Files.exists(home.left("going")));

        images.close();

        assertThat(images.status().state()).isEqualTo("failed");
    }

    @Test
    void aCancelledBuildLeavesTheImageMissingAndIsNoFailure() throws Exception {
        home.does("echo 'Get:1 bookworm git' >&2; touch \"$here/going\"; sleep 1000");
        images.build();
        Awaitility.await()
                .atMost(Durations.TWO_MINUTES)
                .until(() -> Files.exists(home.left("going"))
                        && !images.status().log().isEmpty());
        assertThat(images.status().log()).containsExactly("Get:1 bookworm git");
        assertThat(images.status().started()).isPositive();

        assertThat(images.cancel().state()).isEqualTo("missing");
        assertThat(images.status().problem()).isNull();
        assertThat(images.cancel().state()).as("nothing is being built").isEqualTo("missing");

        home.does(FakeHome.WHOLE);
        images.await((percent, step) -> {});
        assertThat(images.status().state()).isEqualTo("ready");
    }

    @Test
    void aFailedBuildKeepsTheEndOfItsOutput() throws Exception {
        home.does("for i in $(seq 1 60); do echo \"line $i\"; done; exit 1");
        assertThatThrownBy(() -> images.await((percent, step) -> {})).isInstanceOf(ImageException.class);
        assertThat(images.status().log()).hasSize(40).endsWith("line 60");
    }
}
