package dev.belljar.agent.vm.launch;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.console.ConsoleText;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Finds QEMU's programs each time they are needed, so that the host agent need not be restarted after their
/// installation.
public final class QemuBinary {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String HINT =
            "Install the Debian packages qemu-system-x86 and qemu-utils: sudo apt install qemu-system-x86 qemu-utils";

    private final List<Path> folders;
    /// Cached, because the version is needed for every view of every sandbox and running a program each time is
    /// slow.
    private final AtomicReference<@Nullable Version> version = new AtomicReference<>();

    private QemuBinary(List<Path> folders) {
        this.folders = List.copyOf(folders);
    }

    /// QEMU as found on this process's PATH.
    public static QemuBinary onPath() {
        return on(System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
    }

    /// QEMU as found in these folders, in the PATH's own notation.
    public static QemuBinary on(String path) {
        return new QemuBinary(Arrays.stream(path.split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(Path::of)
                .toList());
    }

    /// The emulator.
    ///
    /// @throws VmException when it is not installed
    public Path system() throws VmException {
        return find("qemu-system-x86_64");
    }

    /// The disk tool.
    ///
    /// @throws VmException when it is not installed
    public Path image() throws VmException {
        return find("qemu-img");
    }

    /// The emulator's version, such as `7.2.22 (Debian 1:7.2+dfsg-7)`.
    ///
    /// @throws VmException when it is not installed or cannot be run
    public String version() throws VmException, InterruptedException {
        Path system = system();
        try {
            Program program = Program.of(system);
            Version known = version.get();
            if (known == null || !known.of().equals(program)) {
                known = new Version(program, ask(system));
                version.set(known);
            }
            return known.text();
        } catch (IOException | CommandException e) {
            throw new VmException(VmException.NO_QEMU, system + ": cannot be run: " + e.getMessage(), HINT, e);
        }
    }

    private static String ask(Path system) throws CommandException, InterruptedException {
        String first = Command.of(system.toString(), "--version")
                .timeout(PATIENCE)
                .check()
                .text()
                .lines()
                .findFirst()
                .orElse("unknown");
        return ConsoleText.clean(first).replaceFirst("^QEMU emulator version ", "");
    }

    /// The identity of a program file; a replaced file has another size or time.
    private record Program(Path path, FileTime modified, long size) {
        static Program of(Path path) throws IOException {
            return new Program(path, Files.getLastModifiedTime(path), Files.size(path));
        }
    }

    private record Version(Program of, String text) {}

    private Path find(String program) throws VmException {
        return folders.stream()
                .map(folder -> folder.resolve(program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new VmException(
                        VmException.NO_QEMU,
                        "the program " + program + " was not found in "
                                + String.join(
                                        ":",
                                        folders.stream().map(Path::toString).toList()),
                        HINT,
                        null));
    }
}
