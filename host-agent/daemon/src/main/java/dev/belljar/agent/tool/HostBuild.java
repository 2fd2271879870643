package dev.belljar.agent.tool;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Builds a crate on this host, at low priority: the build scripts of all its crates run as this user, so it
/// needs the user's explicit request. The build ends with the host agent, even if that is killed.
final class HostBuild implements CrateBuild.Place {
    private final List<Path> path;

    /// `path` is searched for cargo.
    HostBuild(List<Path> path) {
        this.path = path;
    }

    @Override
    public boolean onHost() {
        return true;
    }

    @Override
    public void require(Crate crate, Path in) throws ToolException, CommandException, InterruptedException {
        RustToolchain.requireCargo(crate, path, in);
    }

    @Override
    public void build(Crate crate, Path folder, Path target, ToolProgress progress)
            throws IOException, CommandException, ToolException, InterruptedException {
        Path root = folder.resolve("root");
        Command cargo = Command.of(List.of(
                        "nice",
                        "-n",
                        "19",
                        "cargo",
                        "install",
                        "--locked",
                        "--version",
                        crate.version(),
                        "--root",
                        root.toString(),
                        "--target-dir",
                        folder.resolve("target").toString(),
                        crate.name()))
                .in(folder)
                .env(CrateBuild.PROFILE);
        CargoOutput output = new CargoOutput(crate, progress);
        Process process = cargo.startTied();
        try {
            Thread.ofVirtual().name("tool-build-out").start(() -> drain(process));
            Thread reader =
                    Thread.ofVirtual().name("tool-build-err").start(() -> output.read(process.getErrorStream()));
            reader.join();
            if (process.waitFor() != 0) {
                throw ToolException.notBuilt(crate, output.last());
            }
            Files.move(root.resolve("bin").resolve(crate.program()), target);
        } finally {
            Command.killTied(process);
        }
    }

    private static void drain(Process process) {
        try (InputStream out = process.getInputStream()) {
            out.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The build was killed; its exit code says the rest.
        }
    }
}
