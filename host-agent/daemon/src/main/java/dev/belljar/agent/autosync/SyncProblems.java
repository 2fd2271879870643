package dev.belljar.agent.autosync;

import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;

/// The problems that the status of a sync names.
final class SyncProblems {
    private static final ProblemCode CONFLICT = new ProblemCode("sync.conflict", 409);
    private static final ProblemCode UNOBSERVED = new ProblemCode("sync.unobserved", 422);
    private static final ProblemCode FAILED = new ProblemCode("sync.failed", 500);

    private SyncProblems() {}

    static Problem conflict(String sandbox, String why) {
        return Problem.of(
                CONFLICT,
                "sync conflict",
                why,
                "Review the work of sandbox %s, and merge it or rename the branch.".formatted(sandbox));
    }

    static Problem unobserved() {
        return Problem.of(
                UNOBSERVED,
                "sync unobserved",
                "file changes in this sandbox cannot be observed, so its work is fetched only on request",
                null);
    }

    static Problem failed(RuntimeException e) {
        return Problem.of(
                FAILED, "sync failed", "the work could not be fetched because of an internal error: " + e, null);
    }
}
