package dev.belljar.client.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentStarter;
import dev.belljar.contract.operation.HostApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the window and the command line, opened at the same time, start one host agent.
@Tag("vm")
@Timeout(180)
class TwoStartersTest {
    private static final String REFUSED = "another host agent is using this data folder";

    /// A launcher that lets no host agent begin before two were started.
    private static final String LAUNCHER = """
            #!/bin/bash
            touch "FOLDER/started.$$"
            until [ "$(ls "FOLDER" | grep -c '^started')" -ge 2 ]; do sleep 0.05; done
            exec "JAVA" -Xmx256m -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED -Dbelljar.test="FOLDER" -cp "CLASSES" dev.belljar.agent.HostAgent
            """;

    @TempDir
    Path folder;

    @Test
    void twoStartersShareOneHostAgent() throws Exception {
        Map<String, String> environment = environment();
        try (ExecutorService both = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<AgentClient> window = both.submit(() -> new AgentStarter(environment).findOrStart());
            Future<AgentClient> line = both.submit(() -> new AgentStarter(environment).findOrStart());
            try (AgentClient one = window.get();
                    AgentClient other = line.get()) {
                long pid = one.call(HostApi.HEALTH).pid();
                assertThat(other.call(HostApi.HEALTH).pid()).isEqualTo(pid);
                // The second host agent may report the first only after the first has answered both starters.
                Path log = folder.resolve("run/belljar/agent.log");
                Awaitility.await()
                        .atMost(Durations.TWO_MINUTES)
                        .until(() -> Files.readString(log).contains(REFUSED));
                one.call(HostApi.SHUTDOWN);
                ProcessHandle.of(pid)
                        .ifPresent(agent ->
                                agent.onExit().orTimeout(60, TimeUnit.SECONDS).join());
            }
        }
    }

    /// Ends the host agents of both starters; none may outlive the test.
    @AfterEach
    void endHostAgents() {
        ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains("-Dbelljar.test=" + folder))
                .forEach(process -> {
                    process.destroyForcibly();
                    process.onExit().orTimeout(60, TimeUnit.SECONDS).join();
                });
    }

    private Map<String, String> environment() throws IOException {
        Map<String, String> environment = new HashMap<>(System.getenv());
        for (String kind : List.of("data", "cache", "run")) {
            String name =
                    "XDG_" + (kind.equals("run") ? "RUNTIME_DIR" : kind.toUpperCase(java.util.Locale.ROOT) + "_HOME");
            environment.put(name, Files.createDirectories(folder.resolve(kind)).toString());
        }
        environment.put("BELLJAR_PORT", "0");
        environment.put("BELLJAR_LAUNCHER", launcher().toString());
        return environment;
    }

    private Path launcher() throws IOException {
        Path started = Files.createDirectories(folder.resolve("started"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Path launcher = folder.resolve("launcher");
        Files.writeString(
                launcher,
                LAUNCHER.replace("FOLDER", started.toString())
                        .replace("JAVA", java)
                        .replace("CLASSES", path));
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
        return launcher;
    }
}
