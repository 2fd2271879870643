package dev.belljar.client.command.environment;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The argument PATH: a project's folder.
final class ProjectPath {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "PATH",
            description = "The project's folder (default: the current folder).")
    @Nullable
    Path path;

    @Spec(Spec.Target.MIXEE)
    CommandSpec command = CommandSpec.create();

    /// The absolute path.
    Path absolute() {
        Path given = path;
        if (given == null) {
            return Path.of("").toAbsolutePath();
        }
        if (given.toString().isEmpty()) {
            throw new ParameterException(
                    command.commandLine(), "The folder is empty: expected a path, such as . for the current folder.");
        }
        return given.toAbsolutePath().normalize();
    }
}
