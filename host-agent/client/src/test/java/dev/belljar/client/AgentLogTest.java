package dev.belljar.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the log of a started host agent, with launchers that end at once.
class AgentLogTest {
    @TempDir
    private Path folder;

    private Path log() {
        return folder.resolve("run/belljar/agent.log");
    }

    private void start() throws Exception {
        Path launcher = folder.resolve("launcher");
        Files.writeString(launcher, "#!/bin/sh\necho words of this start\nexit 3\n");
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("XDG_RUNTIME_DIR", folder.resolve("run").toString());
        environment.put("BELLJAR_LAUNCHER", launcher.toString());
        assertThatThrownBy(() -> new AgentStarter(environment).findOrStart())
                .isInstanceOf(AgentException.class)
                .hasMessageContaining("it exited with code 3: words of this start");
    }

    private void longLog(int bytes) throws Exception {
        Files.createDirectories(folder.resolve("run/belljar"));
        Files.write(log(), new byte[bytes]);
        Files.setPosixFilePermissions(log(), PosixFilePermissions.fromString("rw-r--r--"));
    }

    private static String mode(Path file) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void onlyItsUserMayReadTheLog() throws Exception {
        start();
        assertThat(mode(log())).isEqualTo("rw-------");
    }

    @Test
    void aShortLogIsAppendedToAndMadePrivate() throws Exception {
        longLog((int) AgentLog.LONG);
        start();
        assertThat(mode(log())).isEqualTo("rw-------");
        assertThat(Files.size(log())).isGreaterThan(AgentLog.LONG);
    }

    @Test
    void aLongLogIsRotatedAndOneOldLogIsKept() throws Exception {
        for (int i = 1; i < 3; i++) {
            longLog((int) AgentLog.LONG + i);
            start();
            assertThat(log()).hasContent("words of this start");
            assertThat(Files.size(log().resolveSibling("agent.log.1"))).isEqualTo(AgentLog.LONG + i);
        }
    }
}
