package dev.belljar.agent.sync.accept;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.AnotherJvm;
import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.repository.HostRepository;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the maximum number of concurrent largest reviews fits into the host agent's heap.
@Tag("slow")
@Timeout(600)
class ReviewHeapTest {
    /// The memory that the rest of the host agent may use at the same time.
    private static final int REST_MIB = 192;

    private static final Pattern HEAP = Pattern.compile("-Xmx(\\d+)m -XX:MaxDirectMemorySize");

    @TempDir
    private Path temp;

    private Path repository = Path.of("");

    @BeforeEach
    void make() throws Exception {
        repository = temp.resolve("repository.git");
        new HostRepository(repository, ConfinementLauncher.here()).create(temp, "sha1");
    }

    /// A review in a separate process with little memory.
    static final class Program {
        private Program() {}

        public static void main(String[] words) throws Exception {
            HostRepository repository = new HostRepository(Path.of(words[0]), ConfinementLauncher.here());
            WorkReview review = new WorkReview(repository, OperationDeadline.in(Duration.ofMinutes(5)));
            var diff = review.diff(words[1], words[2]);
            var own = review.own(words[1], words[2], Set.of());
            System.out.println(
                    "reviewed " + diff.files().size() + " " + own.files().size());
        }
    }

    @Test
    void reviewsOfManyNewFoldersFitIntoTheHeap() throws Exception {
        StringBuilder path = new StringBuilder();
        fits(20_000, file -> {
            path.setLength(0);
            for (int folder = 0; folder < 20; folder++) {
                path.append(folder == 0 ? "" : "/").append("\\377%05x%02d".formatted(file, folder));
            }
            return path.toString();
        });
    }

    @Test
    void reviewsOfLongPathsFitIntoTheHeap() throws Exception {
        String folder = "x".repeat(250) + "/";
        fits(20_000, file -> folder.repeat(12) + "%05d".formatted(file));
    }

    private interface Paths {
        String of(int file);
    }

    private void fits(int files, Paths paths) throws Exception {
        ByteArrayOutputStream in = new ByteArrayOutputStream();
        write(in, "commit refs/heads/base\ncommitter A <a@b> 1700000000 +0000\ndata 1\n.\n\n");
        write(in, "commit refs/heads/tip\ncommitter A <a@b> 1700000000 +0000\ndata 1\n.\nfrom refs/heads/base\n");
        for (int file = 0; file < files; file++) {
            String text = "text " + file;
            write(in, "M 100644 inline \"%s\"\ndata %d\n%s\n".formatted(paths.of(file), text.length(), text));
        }
        Command.Output _ = git().input(in.toByteArray()).check();
        int each = (heapMiB() - REST_MIB) / ReviewSlots.MOST;
        List<String> options = List.of("-Xmx" + each + "m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError");
        try (AnotherJvm jvm =
                AnotherJvm.of(Program.class, temp, options, repository.toString(), commit("base"), commit("tip"))) {
            String said = jvm.awaitWord("reviewed ");
            System.out.println(said + " with " + each + " MiB");
            assertThat(said).matches("reviewed [1-9]\\d+ [1-9]\\d+");
        }
    }

    private Command git() {
        return Command.of("git", "-C", repository.toString(), "fast-import", "--quiet")
                .timeout(Duration.ofMinutes(5));
    }

    private String commit(String branch) throws Exception {
        return Command.of("git", "-C", repository.toString(), "rev-parse", branch)
                .check()
                .text()
                .strip();
    }

    private static void write(ByteArrayOutputStream to, String text) {
        to.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }

    /// The heap size that the launcher of the host agent sets.
    private static int heapMiB() throws Exception {
        Path top = Path.of("").toAbsolutePath();
        while (!Files.exists(top.resolve("installers/launch"))) {
            top = Objects.requireNonNull(top.getParent());
        }
        Matcher heap = HEAP.matcher(Files.readString(top.resolve("installers/launch")));
        assertThat(heap.find()).isTrue();
        return Integer.parseInt(heap.group(1));
    }
}
