package dev.belljar.agent.guest;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// The guest could not be reached, refused, or said what it may not say.
public final class GuestException extends BelljarException {
    public static final ProblemCode UNREACHABLE = new ProblemCode("guest.unreachable", 503);
    public static final ProblemCode REFUSED = new ProblemCode("guest.refused", 422);
    public static final ProblemCode BROKEN = new ProblemCode("guest.protocol-broken", 502);
    private static final long serialVersionUID = 1L;

    public GuestException(ProblemCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }
}
