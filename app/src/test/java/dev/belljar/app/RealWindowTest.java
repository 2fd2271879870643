package dev.belljar.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentClient;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.request.sandbox.DestroySandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the real window on a real display with a real host agent, by keyboard only. No machine boots: QEMU
/// is not on the path, and the card says so.
@Tag("vm")
class RealWindowTest {
    private static final List<String> PROGRAMS = List.of("sh", "setsid", "git", "env");

    @TempDir
    private Path home;

    private final List<ShownWindow> windows = new ArrayList<>();
    private WindowEnvironment environment;
    private Display display;

    @BeforeEach
    void open() throws IOException {
        display = Display.open();
        environment = withFewPrograms();
    }

    @AfterEach
    void close() throws Exception {
        Optional<AgentClient> agent = environment.agent();
        if (agent.isPresent()) {
            try (AgentClient client = agent.get()) {
                client.call(HostApi.SHUTDOWN);
            }
        }
        windows.forEach(ShownWindow::close);
        display.close();
    }

    @Test
    void aProjectIsAddedByKeyboardAndItsCardIsShown() throws Exception {
        ShownWindow window = window();
        addByKeyboard(window, "tally");
        // Only a card shows the path, besides the dialog, which is closed by then.
        window.await("All projects | 1", "~/tally");
    }

    @Test
    void twoWindowsAtOnceShowTheSameAndOutliveEachOther() throws Exception {
        ShownWindow first = window();
        addByKeyboard(first, "tally");
        first.await("All projects | 1", "~/tally");
        ShownWindow second = window();
        second.await("live", "All projects | 1", "~/tally");
        try (AgentClient client = environment.agent().orElseThrow()) {
            Path other = Files.createDirectory(home.resolve("abacus"));
            Files.writeString(other.resolve("README"), "abacus\n");
            client.call(SandboxApi.CREATE, new CreateSandbox(other.toString(), null, 512, 1, 1024, null, true, false));
            first.await("All projects | 2", "~/abacus");
            second.await("All projects | 2", "~/abacus");
            first.close();
            client.call(SandboxApi.DESTROY.at("tally"), new DestroySandbox(false));
            second.await("All projects | 1", "~/abacus");
        }
    }

    private void addByKeyboard(ShownWindow window, String name) throws Exception {
        Path project = Files.createDirectory(home.resolve(name));
        Files.writeString(project.resolve("README"), name + "\n");
        window.await("live");
        Optional<String> palette = Optional.empty();
        for (int i = 0; palette.isEmpty() && i < 20; i++) {
            display.press("Belljar", "ctrl+k");
            palette = window.find(3, "Actions", "Retention");
        }
        assertThat(palette).as("the palette opened by Ctrl K").isPresent();
        display.type(project.toString());
        window.await("Add project", project.toString());
        display.press("Belljar", "Return");
        window.await("Add " + name, "This folder is not a git repository");
        display.press("Belljar", "Return");
    }

    private ShownWindow window() throws IOException {
        ShownWindow window = ShownWindow.open(environment, home.resolve("window" + windows.size() + ".log"));
        windows.add(window);
        return window;
    }

    /// A host agent in this environment finds no QEMU.
    private WindowEnvironment withFewPrograms() throws IOException {
        WindowEnvironment made = new WindowEnvironment(home, display);
        for (String program : PROGRAMS) {
            Files.createSymbolicLink(made.programs().resolve(program), found(program));
        }
        // Emulation is accepted: otherwise the missing QEMU refuses the sandbox before it is created.
        return made.with("PATH", made.programs().toString()).with("BELLJAR_EMULATION", "accept");
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
}
