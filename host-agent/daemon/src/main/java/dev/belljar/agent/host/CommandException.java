package dev.belljar.agent.host;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A program could not be started, did not end in time, or failed.
public final class CommandException extends BelljarException {
    private static final long serialVersionUID = 1L;
    private static final ProblemCode NOT_STARTED = new ProblemCode("command.not-started", 500);
    private static final ProblemCode TIMED_OUT = new ProblemCode("command.timed-out", 504);
    private static final ProblemCode FAILED = new ProblemCode("command.failed", 500);
    private static final ProblemCode UNCONFINED = new ProblemCode("command.unconfined", 500);
    private static final int LAST_WORDS = 2_000;

    private CommandException(ProblemCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }

    static CommandException notStarted(List<String> argv, Throwable cause) {
        return new CommandException(
                NOT_STARTED,
                argv.getFirst() + " could not be started: " + cause.getMessage(),
                "Install the package that contains " + argv.getFirst() + "; `belljar doctor` shows its name.",
                cause);
    }

    static CommandException timedOut(List<String> argv, Duration limit) {
        return new CommandException(
                TIMED_OUT, argv.getFirst() + " did not finish within " + limit.toSeconds() + " s", null, null);
    }

    static CommandException failed(List<String> argv, int exit, String words) {
        String last = words.length() > LAST_WORDS ? words.substring(words.length() - LAST_WORDS) : words;
        return new CommandException(
                FAILED, "%s exited with code %d: %s".formatted(String.join(" ", argv), exit, last.strip()), null, null);
    }

    static CommandException unconfined(String what, String hint) {
        return new CommandException(UNCONFINED, what, hint, null);
    }

    /// True when the program could not be started, most often because it is not installed.
    public boolean missing() {
        return code().equals(NOT_STARTED);
    }
}
