package dev.belljar.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentStarter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The real window on a real display with a real host agent, by keyboard alone. No machine boots: there is
/// no QEMU
/// on the path, and the card says so.
@Tag("vm")
class RealWindowTest {
    private static final long PATIENCE_SECONDS = 180;
    private static final List<String> PROGRAMS = List.of("sh", "setsid", "git", "env");

    @TempDir
    private Path home;

    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    private Map<String, String> environment = Map.of();
    private Display display;
    private Process window;

    @BeforeEach
    void open() throws IOException {
        display = Display.open();
        environment = environment();
        ProcessBuilder builder = new ProcessBuilder(
                        java(),
                        "-Xmx512m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dprism.order=sw",
                        "-cp",
                        classPath(),
                        WatchedWindow.class.getName(),
                        "--theme",
                        "light")
                .redirectError(home.resolve("window.log").toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        window = builder.start();
        Thread.ofVirtual().name("words").start(this::read);
    }

    @AfterEach
    void close() throws Exception {
        Optional<AgentClient> agent = new AgentStarter(environment).find();
        if (agent.isPresent()) {
            try (AgentClient client = agent.get()) {
                client.shutdown();
            }
        }
        window.destroy();
        display.close();
    }

    @Test
    void aProjectIsAddedByKeyboardAndItsCardIsThere() throws Exception {
        Path project = Files.createDirectory(home.resolve("tally"));
        Files.writeString(project.resolve("README"), "tally\n");
        await("live");
        Optional<String> palette = Optional.empty();
        for (int i = 0; palette.isEmpty() && i < 20; i++) {
            display.press("Belljar", "ctrl+k");
            palette = look(3, "Light or dark");
        }
        assertThat(palette).as("the palette opened by Ctrl K").isPresent();
        display.type(project.toString());
        await("Add project", project.toString());
        display.press("Belljar", "Return");
        await("Add tally", "This folder is not a git repository");
        display.press("Belljar", "Return");
        // Its path, which only a card shows besides the dialog that is gone by then.
        await("All projects | 1", project.toString());
    }

    private String await(String... words) throws InterruptedException {
        Optional<String> found = look(PATIENCE_SECONDS, words);
        assertThat(found).as("a window with %s", List.of(words)).isPresent();
        return found.orElseThrow();
    }

    /// The window's words once all of these are among them; empty when that takes too long.
    private Optional<String> look(long seconds, String... words) throws InterruptedException {
        seen.clear();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() < deadline) {
            String line = seen.poll(200, TimeUnit.MILLISECONDS);
            if (line != null && List.of(words).stream().allMatch(line::contains)) {
                return Optional.of(line);
            }
        }
        return Optional.empty();
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(window.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                seen.add(line);
            }
        } catch (IOException e) {
            seen.add("the window ended: " + e.getMessage());
        }
    }

    private Map<String, String> environment() throws IOException {
        Path programs = Files.createDirectory(home.resolve("bin"));
        for (String program : PROGRAMS) {
            Files.createSymbolicLink(programs.resolve(program), found(program));
        }
        Path launcher = programs.resolve("belljar");
        Files.writeString(
                launcher,
                "#!/bin/sh\nexec '%s' -Xmx256m --enable-native-access=ALL-UNNAMED -cp '%s' dev.belljar.agent.HostAgent\n"
                        .formatted(java(), classPath()));
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
        Path runtime = Files.createDirectory(
                home.resolve("run"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Map<String, String> all = new HashMap<>();
        all.put("DISPLAY", display.name());
        all.put("GDK_BACKEND", "x11");
        all.put("NO_AT_BRIDGE", "1");
        all.put("HOME", home.toString());
        all.put("PATH", programs.toString());
        all.put("XDG_RUNTIME_DIR", runtime.toString());
        all.put("XDG_DATA_HOME", home.resolve("data").toString());
        all.put("XDG_CACHE_HOME", home.resolve("cache").toString());
        all.put("XDG_CONFIG_HOME", home.resolve("config").toString());
        all.put("BELLJAR_LAUNCHER", launcher.toString());
        all.put("BELLJAR_PORT", "0");
        return all;
    }

    private static Path found(String program) throws IOException {
        for (String folder : System.getenv("PATH").split(":")) {
            Path file = Path.of(folder, program);
            if (Files.isExecutable(file)) {
                return file;
            }
        }
        throw new IOException(program + ": expected on the path");
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}
