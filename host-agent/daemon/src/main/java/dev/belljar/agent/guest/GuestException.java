package dev.belljar.agent.guest;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// The guest could not be reached, refused a request, or broke the protocol.
public final class GuestException extends BelljarException {
    public static final ProblemCode UNREACHABLE = new ProblemCode("guest.unreachable", 503);
    public static final ProblemCode REFUSED = new ProblemCode("guest.refused", 422);
    public static final ProblemCode BROKEN = new ProblemCode("guest.protocol-broken", 502);
    public static final ProblemCode SOURCE = new ProblemCode("guest.source-broken", 500);
    private static final long serialVersionUID = 1L;

    public GuestException(ProblemCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }

    /// The guest broke the protocol.
    public static GuestException broken(String message) {
        return new GuestException(BROKEN, message, null, null);
    }

    /// The guest, or a program in it, refused the request.
    public static GuestException refused(String message, @Nullable String hint) {
        return new GuestException(REFUSED, message, hint, null);
    }

    /// The guest cannot be reached, or stopped answering.
    public static GuestException linkBroke(String why) {
        String prefix = "the connection to the guest agent was lost";
        return unreachable(why.startsWith(prefix) ? why : prefix + ": " + why, null);
    }

    public static GuestException unreachable(String message, @Nullable Throwable cause) {
        return new GuestException(
                UNREACHABLE,
                message,
                "The sandbox may be starting, paused or stopping. Try again in a few seconds.",
                cause);
    }
}
