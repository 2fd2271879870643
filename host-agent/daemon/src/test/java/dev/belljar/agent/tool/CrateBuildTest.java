package dev.belljar.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.AnotherJvm;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.ProcessIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests a build on this host with a fake cargo, fast or slow.
@Timeout(120)
class CrateBuildTest {
    @TempDir
    private Path folder;

    private Path programs;
    private String version = "1.95.0";

    @BeforeEach
    void make() throws Exception {
        programs = Files.createDirectories(folder.resolve("bin"));
    }

    /// The part of a host agent that builds Zellij.
    static final class Program {
        private Program() {}

        public static void main(String[] words) throws Exception {
            Path folder = Path.of(words[0]);
            Crate crate = new Crate("zellij", "1.2.3", "zellij", 10, 95);
            CrateBuild build = new CrateBuild(folder.resolve("cache"), crate, DiskReserve.NONE);
            build.run(new HostBuild(List.of(folder.resolve("bin"))), (percent, step) -> System.out.println(step));
            System.out.println("built " + build.store().find(true).orElseThrow().digest());
        }
    }

    @Test
    void aBuildAndWhatItStartedEndWithAHostAgentThatIsKilled() throws Exception {
        cargo("sleep 600 & echo $! >%1$s/helper; echo $$ >%1$s/cargo; echo Compiling >&2; wait");
        try (AnotherJvm agent = AnotherJvm.of(Program.class, programs, folder.toString())) {
            agent.awaitWord("Compiling");
            ProcessIdentity cargo = process("cargo");
            ProcessIdentity helper = process("helper");
            agent.kill();
            cargo.ended().get(50, TimeUnit.SECONDS);
            helper.ended().get(50, TimeUnit.SECONDS);
        }
    }

    @Test
    void aBuiltProgramAppearsWhole() throws Exception {
        cargo("mkdir -p %1$s/cache/.1.2.3.new/root/bin; cp /usr/bin/env %1$s/cache/.1.2.3.new/root/bin/zellij");
        try (AnotherJvm agent = AnotherJvm.of(Program.class, programs, folder.toString())) {
            agent.awaitWord("built "
                    + ToolFile.of(Path.of("/usr/bin/env").toRealPath(), "").digest());
        }
        assertThat(folder.resolve("cache/.1.2.3.new")).doesNotExist();
        assertThat(folder.resolve("cache/1.2.3-on-host/zellij")).exists();
    }

    @Test
    void anOldCargoIsRefusedBeforeItBuilds() throws Exception {
        version = "1.65.0";
        cargo("touch %1$s/built");
        try (AnotherJvm agent = AnotherJvm.of(Program.class, programs, folder.toString())) {
            assertThat(agent.awaitEnd(Duration.ofSeconds(60))).isNotEqualTo(-1);
            assertThat(agent.rest()).contains("1.65.0");
        }
        assertThat(folder.resolve("built")).doesNotExist();
    }

    private void cargo(String script) throws Exception {
        Path file = Files.writeString(
                programs.resolve("cargo"),
                "#!/bin/sh\n[ \"$1\" != --version ] || { echo 'cargo " + version + " (f2d3ce0bd 2026-03-21)'; exit; }\n"
                        + script.formatted(folder) + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private ProcessIdentity process(String name) throws Exception {
        return ProcessIdentity.of(
                        Long.parseLong(Files.readString(folder.resolve(name)).strip()))
                .orElseThrow();
    }
}
