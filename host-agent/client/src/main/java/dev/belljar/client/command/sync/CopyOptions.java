package dev.belljar.client.command.sync;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/// The options of commands that copy files out of a sandbox into a folder of this computer.
final class CopyOptions extends CopyLimits {
    @Option(
            names = "--to",
            paramLabel = "DIR",
            defaultValue = ".",
            description = "Folder on this computer to copy to (default: the current folder).")
    Path to = Path.of(".");

    @Override
    boolean onlyForCopies() {
        return super.onlyForCopies() || !to.equals(Path.of("."));
    }
}
