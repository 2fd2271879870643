package dev.belljar.agent.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.AnotherJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// No git that looks at a machine's objects runs outside of its confinement, from the fetch to the person's branch.
class ConfinedGitTest {
    /// What looks at names alone.
    private static final Set<String> NAMES =
            Set.of("config", "rev-parse", "for-each-ref", "symbolic-ref", "worktree", "version");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    @Test
    void fetchPlanAndAcceptStartOnlyConfinedGitsOverObjects() throws Exception {
        GitFixture project = GitFixture.sample(temp.resolve("project"));
        SyncFixture sync = new SyncFixture(temp);
        sync.start(project.folder());
        GitFixture inside = sync.inside();
        inside.write("work.txt", "work\n").write("Makefile", "all:\n").commit("Work");
        new ScriptedGuest(temp).handOver(inside, inside.head());
        Path plain = temp.resolve("plain");
        Path programs = programs(plain);
        try (AnotherJvm jvm = AnotherJvm.of(
                ReviewingJvm.class, programs, temp.toString(), project.folder().toString(), "accept")) {
            jvm.awaitWord("accepted 1");
        }
        assertThat(project.git("show", "belljar/shop:work.txt")).isEqualTo("work");
        List<String> started = Files.readAllLines(plain);
        assertThat(started)
                .as("the test's own git was used where none is confined")
                .isNotEmpty();
        assertThat(started).allSatisfy(line -> {
            assertThat(NAMES).contains(line.split(" ", 2)[0]);
            assertThat(line.replace("HEAD^{commit}", "")).doesNotContain("^{").doesNotContain("%(tree)");
        });
    }

    /// A git that writes its words down: what is confined sees no program of a test, and takes the system's.
    private Path programs(Path log) throws Exception {
        Path folder = Files.createDirectories(temp.resolve("programs"));
        Path git = folder.resolve("git");
        Files.writeString(git, """
                #!/bin/sh
                PATH=${PATH#*:}
                words=
                skip=
                for word; do
                  case $skip$word in
                    -c) skip=yes; continue;;
                    yes*) skip=; continue;;
                  esac
                  words="$words $word"
                done
                # The machine's own git, which runs here too, has nothing of Belljar's environment.
                [ -z "$GIT_ASKPASS" ] || echo "${words# }" >> 'LOG'
                exec git "$@"
                """.replace("LOG", log.toString()));
        Files.setPosixFilePermissions(git, PosixFilePermissions.fromString("rwxr-xr-x"));
        return folder;
    }
}
