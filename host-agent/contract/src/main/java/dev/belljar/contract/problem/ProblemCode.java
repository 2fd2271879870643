package dev.belljar.contract.problem;

/// A stable code of an error, `area.what`, with its HTTP status.
///
/// The set of codes is open: each package declares its own as constants; codes that host agent and clients both
/// test for are declared here. A code never changes its meaning.
public record ProblemCode(String code, int status) {
    public static final ProblemCode NOT_FOUND = new ProblemCode("sandbox.not-found", 404);
    public static final ProblemCode BAD_REQUEST = new ProblemCode("request.invalid", 400);
    public static final ProblemCode NO_ROUTE = new ProblemCode("request.no-route", 404);
    public static final ProblemCode UNAUTHORIZED = new ProblemCode("request.unauthorized", 401);
    public static final ProblemCode FORBIDDEN = new ProblemCode("request.forbidden", 403);
    public static final ProblemCode CONFLICT = new ProblemCode("sandbox.conflict", 409);
    public static final ProblemCode INTERNAL = new ProblemCode("internal.error", 500);
    public static final ProblemCode UNAVAILABLE = new ProblemCode("agent.unavailable", 503);

    /// A start under emulation is refused until the user accepts emulation; clients test for this code to ask
    /// the user.
    public static final ProblemCode EMULATION_NOT_ACCEPTED = new ProblemCode("host.emulation-not-accepted", 409);

    /// A program or file that a request names does not exist in the guest; `exec` has an exit code for it.
    public static final ProblemCode NO_SUCH_FILE = new ProblemCode("guest.no-such-file", 422);

    public ProblemCode {
        if (!code.matches("[a-z]+\\.[a-z0-9-]+")) {
            throw new IllegalArgumentException("problem code \"" + code + "\": expected area.what in lower case");
        }
    }
}
