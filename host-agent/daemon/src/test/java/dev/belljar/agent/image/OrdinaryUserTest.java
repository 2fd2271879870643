package dev.belljar.agent.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.agent.host.Command;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The real `build-image`, run by a user other than root: as `nobody` if this test runs as root, else as its
/// user.
///
/// The base, whose build takes minutes, comes from the cache; everything else is built again.
@Tag("vm")
class OrdinaryUserTest {
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final String NOBODY = "65534";

    private Path home = Path.of("");
    private Path debian = Path.of("");

    /// Makes a home folder that the other user can read and write, with a copy of the scripts: a checkout may be
    /// private.
    @BeforeEach
    void homeOfTheOther() throws Exception {
        home = Files.createTempDirectory(Path.of("/var/tmp"), "belljar-ordinary-");
        copy(checkout().resolve("microvm-nix"), home.resolve("microvm-nix"));
        debian = home.resolve("microvm-nix/debian");
        Files.createDirectories(home.resolve("images"));
        giveAway();
    }

    @AfterEach
    void remove() throws Exception {
        Command.Output _ = Command.of("rm", "-rf", home.toString()).check();
    }

    @Test
    void aBundleIsBuiltFromTheCachedBaseWithoutPrivileges() throws Exception {
        String base = asOther("--base-key").check().text().strip();
        Path cached = cache().resolve("base-" + base);
        assumeTrue(Files.isDirectory(cached), "this base was never built here: " + cached);
        copy(cached, home.resolve("images/base-" + base));
        giveAway();
        Path out = home.resolve("images/out");

        Command.Output built = asOther(out.toString()).run();

        assertThat(built.exit()).as(built.errorText()).isZero();
        assertThat(built.text()).contains("progress 100");
        GuestBundle.open(out).verify();
        assertThat(Files.getOwner(out.resolve("manifest.json")).getName()).isNotEqualTo("root");
        try (Stream<Path> left = Files.list(home.resolve("images"))) {
            assertThat(left.map(file -> file.getFileName().toString())).noneMatch(name -> name.contains("partial"));
        }
    }

    @Test
    void aMissingUserRangeErrorSaysHowToAddOne() throws Exception {
        assumeTrue(
                Command.of("grep", "-qE", "^(nobody|65534|" + System.getProperty("user.name") + "):", "/etc/subuid")
                                .run()
                                .exit()
                        != 0,
                "this user has a range: the build would go on");

        Command.Output refused = asOther(home.resolve("images/out").toString()).run();

        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.errorText()).contains("/etc/subuid", "usermod --add-subuids");
        assertThat(home.resolve("images/out")).doesNotExist();
    }

    private Command asOther(String word) {
        List<String> words = new ArrayList<>();
        if (root()) {
            words.addAll(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
        }
        words.addAll(
                List.of("env", "HOME=" + home, debian.resolve("build-image").toString(), word));
        return Command.of(words).in(home).timeout(LIMIT);
    }

    private void giveAway() throws Exception {
        if (root()) {
            Command.Output _ = Command.of("chown", "-R", NOBODY + ":" + NOBODY, home.toString())
                    .check();
        }
    }

    private static boolean root() {
        return System.getProperty("user.name").equals("root");
    }

    private static Path cache() {
        String cache = System.getenv().getOrDefault("XDG_CACHE_HOME", System.getProperty("user.home") + "/.cache");
        return Path.of(cache, "belljar", "images");
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Files.createDirectories(to.resolve(from.relativize(folder).toString()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(
                        file,
                        to.resolve(from.relativize(file).toString()),
                        java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static Path checkout() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder.getParent() != null && !Files.exists(folder.resolve("microvm-nix/debian/build-image"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
