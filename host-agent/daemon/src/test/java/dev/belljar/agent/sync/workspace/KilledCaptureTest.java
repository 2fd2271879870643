package dev.belljar.agent.sync.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.AnotherJvm;
import dev.belljar.agent.host.ProcessIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that a host agent that is killed during the capture of a large project leaves no running git.
@Timeout(120)
class KilledCaptureTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temp;

    /// The part of a host agent that captures a project.
    static final class Program {
        private Program() {}

        public static void main(String[] words) throws Exception {
            new GitWorkspace(Path.of(words[0])).capture("s1", Path.of(words[1]), false);
            System.out.println("captured");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"add", "pack-objects"})
    void gitAndWhatItStartedEndWithTheHostAgent(String verb) throws Exception {
        GitFixture project = GitFixture.sample(temp.resolve("project"));
        project.write("new.txt", "new\n");
        try (AnotherJvm agent = agent(verb, project)) {
            Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> Files.exists(temp.resolve("begun")));
            ProcessIdentity git = process("git");
            ProcessIdentity helper = process("helper");
            agent.kill();
            git.ended().get(30, TimeUnit.SECONDS);
            helper.ended().get(30, TimeUnit.SECONDS);
        }
        SyncFixture next = new SyncFixture(temp);
        next.start(project.folder());
        assertThat(next.inside().status()).contains("new.txt");
    }

    @Test
    void aCaptureThatIsNotKilledEnds() throws Exception {
        GitFixture project = GitFixture.sample(temp.resolve("project"));
        try (AnotherJvm agent = agent("nothing", project)) {
            agent.awaitWord("captured");
        }
    }

    private AnotherJvm agent(String verb, GitFixture project) throws Exception {
        Path programs = Files.createDirectories(temp.resolve("programs"));
        Path git = Files.writeString(programs.resolve("git"), """
            #!/bin/sh
            case " $* " in
                *" %1$s "*)
                    sleep 600 &
                    echo $! >'%2$s/helper'; echo $$ >'%2$s/git'; : >'%2$s/begun'; wait ;;
            esac
            PATH=${PATH#*:}
            exec git "$@"
            """.formatted(verb, temp));
        Files.setPosixFilePermissions(git, PosixFilePermissions.fromString("rwx------"));
        return AnotherJvm.of(
                Program.class,
                programs,
                temp.resolve("data").toString(),
                project.folder().toString());
    }

    private ProcessIdentity process(String name) throws Exception {
        String pid = Files.readString(temp.resolve(name)).strip();
        return ProcessIdentity.of(Long.parseLong(pid)).orElseThrow();
    }
}
