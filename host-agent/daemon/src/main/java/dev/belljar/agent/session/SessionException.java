package dev.belljar.agent.session;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// A machine's session cannot be had, or said what it may not say.
public final class SessionException extends BelljarException {
    public static final ProblemCode LOST = new ProblemCode("session.lost", 502);
    public static final ProblemCode BROKEN = new ProblemCode("session.protocol-broken", 502);
    public static final ProblemCode REFUSED = new ProblemCode("session.refused", 502);
    public static final ProblemCode NOT_STARTED = new ProblemCode("session.not-started", 502);
    private static final long serialVersionUID = 1L;

    SessionException(ProblemCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }

    /// It said what it may not say.
    static SessionException broken(String message) {
        return new SessionException(BROKEN, "the machine's Zellij: " + message, null, null);
    }

    /// It is not there any more, or not reached.
    public static SessionException lost(String message, @Nullable Throwable cause) {
        return new SessionException(LOST, message, "It is begun again when a terminal is opened.", cause);
    }

    /// There is no such thing in the machine.
    public static SessionException gone(String what) {
        return lost(what + " is not there any more", null);
    }

    /// It does not know the token.
    static SessionException refused() {
        return new SessionException(REFUSED, "the machine's Zellij does not know its token any more", null, null);
    }

    /// Nothing keeps it, so there is none that others could look at.
    public static SessionException unwatched() {
        return new SessionException(
                NOT_STARTED,
                "the machine has neither Zellij nor tmux: every terminal in it is a shell of its own",
                "There is nothing to watch. `belljar terminal` without --watch opens a shell.",
                null);
    }

    /// It could not be begun; `words` are the machine's.
    public static SessionException notStarted(String words) {
        return new SessionException(
                NOT_STARTED,
                "the machine's session could not be begun: " + words,
                "`belljar shell` opens a plain shell.",
                null);
    }
}
