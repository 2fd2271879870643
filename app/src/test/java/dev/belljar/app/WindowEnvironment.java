package dev.belljar.app;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentStarter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A home folder on a display, in which a window starts its own host agent, from the classes of this test.
final class WindowEnvironment {
    private final Path home;
    private final Map<String, String> variables = new HashMap<>();

    WindowEnvironment(Path home, Display display) throws IOException {
        this.home = home;
        Path launcher = Files.createDirectory(home.resolve("bin")).resolve("belljar");
        Files.writeString(
                launcher,
                "#!/bin/sh\nexec '%s' -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dlogback.statusListenerClass=ch.qos.logback.core.status.NopStatusListener --enable-native-access=ALL-UNNAMED -cp '%s' dev.belljar.agent.HostAgent\n"
                        .formatted(java(), classPath()));
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
        Path runtime = Files.createDirectory(
                home.resolve("run"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        variables.put("DISPLAY", display.name());
        variables.put("GDK_BACKEND", "x11");
        variables.put("NO_AT_BRIDGE", "1");
        variables.put("HOME", home.toString());
        variables.put("XDG_RUNTIME_DIR", runtime.toString());
        variables.put("XDG_DATA_HOME", home.resolve("data").toString());
        variables.put("XDG_CACHE_HOME", home.resolve("cache").toString());
        variables.put("XDG_CONFIG_HOME", home.resolve("config").toString());
        variables.put("BELLJAR_LAUNCHER", launcher.toString());
        variables.put("BELLJAR_PORT", "0");
    }

    /// Sets an environment variable.
    WindowEnvironment with(String name, String value) {
        variables.put(name, value);
        return this;
    }

    Map<String, String> variables() {
        return Map.copyOf(variables);
    }

    /// The folder of the programs that come first on the path.
    Path programs() {
        return home.resolve("bin");
    }

    /// The data folder of the host agent.
    Path data() {
        return home.resolve("data/belljar");
    }

    /// The log of the host agent; empty if the window has not started one.
    String agentLog() throws IOException {
        Path log = home.resolve("run/belljar/agent.log");
        return Files.exists(log) ? Files.readString(log) : "";
    }

    /// A client of the host agent if one runs.
    Optional<AgentClient> agent() throws InterruptedException {
        return new AgentStarter(variables).find();
    }

    /// A process of Java with the classes of this test and only the variables of this environment.
    ProcessBuilder java(String main, String... words) {
        List<String> command = new ArrayList<>(List.of(
                java(),
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                "-Dprism.order=sw",
                "-Dlogback.statusListenerClass=ch.qos.logback.core.status.NopStatusListener",
                "-cp",
                classPath(),
                main));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(variables);
        return builder;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}
