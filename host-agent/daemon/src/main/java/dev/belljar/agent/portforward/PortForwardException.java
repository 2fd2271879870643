package dev.belljar.agent.portforward;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// Says why a port forward cannot be opened or closed.
public final class PortForwardException extends BelljarException {
    public static final ProblemCode PORT_TAKEN = new ProblemCode("route.port-taken", 409);
    public static final ProblemCode PORT_INVALID = new ProblemCode("route.port-invalid", 422);
    public static final ProblemCode NO_FORWARD = new ProblemCode("route.not-forwarded", 404);
    public static final ProblemCode UNWRITABLE = new ProblemCode("route.unrecorded", 507);
    private static final long serialVersionUID = 1L;

    public PortForwardException(ProblemCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }

    /// Checks the number of a TCP port.
    ///
    /// @throws PortForwardException `route.port-invalid` when the number is not a port
    public static int port(String what, int number) throws PortForwardException {
        if (number < 1 || number > 65_535) {
            throw new PortForwardException(
                    PORT_INVALID, "%s %d: expected a port from 1 to 65535".formatted(what, number), null, null);
        }
        return number;
    }
}
