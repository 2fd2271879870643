package dev.belljar.contract.problem;

/// A stable code of something that can go wrong, `area.what`, with the HTTP status it travels under.
///
/// Codes are open: each edge declares its own as constants, and those that both sides look for are here. They never
/// change meaning.
public record ProblemCode(String code, int status) {
    public static final ProblemCode NOT_FOUND = new ProblemCode("sandbox.not-found", 404);
    public static final ProblemCode BAD_REQUEST = new ProblemCode("request.invalid", 400);
    public static final ProblemCode UNAUTHORIZED = new ProblemCode("request.unauthorized", 401);
    public static final ProblemCode FORBIDDEN = new ProblemCode("request.forbidden", 403);
    public static final ProblemCode CONFLICT = new ProblemCode("sandbox.conflict", 409);
    public static final ProblemCode INTERNAL = new ProblemCode("internal.error", 500);
    public static final ProblemCode UNAVAILABLE = new ProblemCode("agent.unavailable", 503);

    /// A start under emulation waits until a person accepts that; whoever asks them looks for this code.
    public static final ProblemCode EMULATION_NOT_ACCEPTED = new ProblemCode("host.emulation-not-accepted", 409);

    public ProblemCode {
        if (!code.matches("[a-z]+\\.[a-z0-9-]+")) {
            throw new IllegalArgumentException("problem code \"" + code + "\": expected area.what in lower case");
        }
    }
}
