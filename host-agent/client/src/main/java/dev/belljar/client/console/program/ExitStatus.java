package dev.belljar.client.console.program;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;

/// The exit codes of the command line, by kind of failure. A code never changes its meaning.
///
/// A command that runs a program in a sandbox passes on the program's own code, and uses the last five for what came
/// between.
public enum ExitStatus {
    SUCCESS(0, "The command succeeded."),
    PROBLEM(
            1,
            "A problem occurred. Standard error says what went wrong and how to solve it, with an error code in"
                    + " brackets."),
    USAGE(2, "Usage error."),
    NOT_FOUND(3, "Something that the command names does not exist."),
    CONFLICT(4, "The command is not possible in the present state."),
    REFUSED(5, "The host agent does not permit it."),
    UNAVAILABLE(6, "The host agent does not respond and could not be started."),
    TIMED_OUT(124, "The program in the sandbox was terminated because it reached its time limit."),
    NOT_RUN(125, "Belljar could not run the program, for example because the sandbox is not running."),
    NOT_STARTED(126, "The program was found but could not be started."),
    NO_PROGRAM(127, "The program was not found in the sandbox."),
    SIGNAL(128, "With the number of the signal added: the program was killed by this signal.");

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int ABSENT = 404;
    private static final int OTHER_STATE = 409;

    private final int code;
    private final String words;

    ExitStatus(int code, String words) {
        this.code = code;
        this.words = words;
    }

    public int code() {
        return code;
    }

    /// When a command ends with it, as a sentence.
    public String words() {
        return words;
    }

    /// The exit code for a problem.
    public static ExitStatus of(Problem problem) {
        if (problem.code().equals(ProblemCode.UNAVAILABLE.code())) {
            return UNAVAILABLE;
        }
        // An older host agent does not know the operation: nothing that the user named is missing.
        if (problem.code().equals(ProblemCode.NO_ROUTE.code())) {
            return PROBLEM;
        }
        return switch (problem.status()) {
            case UNAUTHORIZED, FORBIDDEN -> REFUSED;
            case ABSENT -> NOT_FOUND;
            case OTHER_STATE -> CONFLICT;
            default -> PROBLEM;
        };
    }

    /// The exit code of a command that was to run a program in a sandbox, as similar programs use it.
    public static ExitStatus ofProgram(BelljarException failure) {
        return switch (failure.code().code()) {
            case "guest.no-such-file" -> NO_PROGRAM;
            case "guest.refused" -> NOT_STARTED;
            default -> NOT_RUN;
        };
    }
}
