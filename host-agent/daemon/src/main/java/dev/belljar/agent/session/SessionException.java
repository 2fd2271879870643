package dev.belljar.agent.session;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// Says why a machine's session is not available, or that it violated the protocol.
public final class SessionException extends BelljarException {
    public static final ProblemCode LOST = new ProblemCode("session.lost", 502);
    public static final ProblemCode BROKEN = new ProblemCode("session.protocol-broken", 502);
    public static final ProblemCode REFUSED = new ProblemCode("session.refused", 502);
    public static final ProblemCode NOT_STARTED = new ProblemCode("session.not-started", 502);
    private static final long serialVersionUID = 1L;

    SessionException(ProblemCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }

    /// The session violated the protocol.
    static SessionException broken(String message) {
        return new SessionException(BROKEN, "Zellij in the guest violated the protocol: " + message, null, null);
    }

    /// The session has ended or cannot be reached.
    public static SessionException lost(String message, @Nullable Throwable cause) {
        return new SessionException(LOST, message, "Open a terminal to start the session again.", cause);
    }

    /// The machine has no such session.
    public static SessionException gone(String what) {
        return lost(what + " no longer exists", null);
    }

    /// Zellij does not accept the token.
    static SessionException refused() {
        return new SessionException(REFUSED, "Zellij in the guest no longer accepts Belljar's token", null, null);
    }

    /// No program keeps the session, so it cannot be watched.
    public static SessionException unwatched() {
        return new SessionException(
                NOT_STARTED,
                "the guest has neither Zellij nor tmux, so every terminal is a separate shell",
                "`belljar terminal` without --watch opens a shell.",
                null);
    }

    /// The session could not be begun; `words` are from the guest.
    public static SessionException notStarted(String words) {
        return new SessionException(
                NOT_STARTED,
                "the session could not be started: " + words,
                "Use `belljar shell` to open a plain shell.",
                null);
    }
}
