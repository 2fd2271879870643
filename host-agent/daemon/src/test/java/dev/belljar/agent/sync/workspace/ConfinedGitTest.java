package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.AnotherJvm;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.repository.HostRepository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that every git that reads a machine's objects is confined, from the fetch to the user's branch.
class ConfinedGitTest {
    /// Git commands that read only names.
    private static final Set<String> NAMES =
            Set.of("config", "rev-parse", "for-each-ref", "symbolic-ref", "worktree", "version");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    @Test
    void fetchPlanAcceptAndDeliverStartOnlyConfinedGitsOverObjects() throws Exception {
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
        assertThat(temp.resolve("again/workspace/README.md")).hasContent("# Sample\n");
        List<String> started = Files.readAllLines(plain);
        assertThat(started)
                .as("the test's own git was used where none is confined")
                .isNotEmpty();
        assertThat(started).allSatisfy(line -> {
            assertThat(NAMES).contains(line.split(" ", 2)[0]);
            assertThat(line.replace("HEAD^{commit}", "")).doesNotContain("^{").doesNotContain("%(tree)");
        });
    }

    /// The files beside the refs are read by the git that captures a plain folder, and by any git of the user
    /// there.
    @Test
    void theGitThatMovesRefsWritesNothingElse() throws Exception {
        GitFixture project = GitFixture.sample(temp.resolve("project"));
        SyncFixture sync = new SyncFixture(temp);
        sync.start(project.folder());
        Path own = sync.workspace().repository(project.folder());
        HostRepository repository = new HostRepository(own, ConfinementLauncher.here());
        String capture = repository.ref(RefNames.capture("s1")).orElseThrow();
        Files.createDirectories(own.resolve("info"));
        for (String name : List.of(
                "info/attributes", "config.worktree", "commondir", "objects/info/alternates", "HEAD", "config")) {
            Path file = own.resolve(name);
            String before = Files.exists(file) ? Files.readString(file) : "";
            repository.moving().run(new byte[0], "log", "-1", "--format=tformat:evil", "--output=" + file, capture);
            assertThat(Files.exists(file) ? Files.readString(file) : "")
                    .as(name)
                    .isEqualTo(before);
        }
        Path ref = own.resolve("refs/x");
        repository.moving().check(new byte[0], "log", "-1", "--format=tformat:evil", "--output=" + ref, capture);
        assertThat(ref).hasContent("evil\n");
        Files.delete(ref);
        // It still moves and deletes refs, also those that `git gc` of the user packed.
        new GitFixture(own).git("pack-refs", "--all");
        repository.update(List.of("delete " + RefNames.capture("s1"), "update refs/belljar/s2/capture " + capture));
        assertThat(new GitFixture(own).git("for-each-ref", "--format=%(objectname) %(refname)"))
                .isEqualTo(capture + " refs/belljar/s2/capture");
    }

    /// Makes a git that logs its arguments. A confined command cannot see it, and runs the system's git.
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
