package dev.belljar.client.console;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.text.FileErrors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;

/// Describes the failure of a command as a problem, so that every failure has a code.
final class CommandFailure {
    /// A file of the user could not be read or written.
    private static final ProblemCode FILE = new ProblemCode("command.file-failed", 400);

    private static final ProblemCode DEFECT = new ProblemCode("command.failed", 500);

    private CommandFailure() {}

    /// The problem of the failure of this command.
    static Problem problem(Exception failure, String command) {
        return switch (failure) {
            case BelljarException known -> withHelp(known.problem(), command);
            case UncheckedIOException file -> file(Objects.requireNonNull(file.getCause()));
            case IOException file -> file(file);
            default ->
                Problem.of(
                        DEFECT,
                        "command failed",
                        "`%s` failed because of a defect in Belljar: %s".formatted(command, failure),
                        "Please report this message.");
        };
    }

    /// A problem about the arguments, if it has no other advice, points to the help.
    private static Problem withHelp(Problem problem, String command) {
        return problem.hint() == null && problem.code().equals(ProblemCode.BAD_REQUEST.code())
                ? new Problem(
                        problem.type(),
                        problem.title(),
                        problem.status(),
                        problem.detail(),
                        problem.code(),
                        "See `%s --help`.".formatted(command),
                        problem.field())
                : problem;
    }

    private static Problem file(IOException failure) {
        return Problem.of(FILE, "file failed", FileErrors.sentence(failure), null);
    }
}
