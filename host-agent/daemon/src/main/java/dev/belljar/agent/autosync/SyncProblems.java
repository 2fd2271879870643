package dev.belljar.agent.autosync;

import dev.belljar.agent.sync.WorkStanding.ConflictKind;
import dev.belljar.agent.sync.WorkStanding.StandingConflict;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import java.util.List;
import java.util.stream.Collectors;

/// The problems that the status of a sync names.
final class SyncProblems {
    private static final ProblemCode CONFLICT = new ProblemCode("sync.conflict", 409);
    private static final ProblemCode UNOBSERVED = new ProblemCode("sync.unobserved", 422);
    private static final ProblemCode FAILED = new ProblemCode("sync.failed", 500);

    private SyncProblems() {}

    /// `target` is the sandbox's branch in the project.
    static Problem conflict(String sandbox, String target, List<StandingConflict> conflicts) {
        return Problem.of(
                CONFLICT,
                "sync conflict",
                conflicts.stream().map(StandingConflict::words).collect(Collectors.joining("; ")),
                conflicts.stream()
                        .map(conflict -> hint(conflict.kind(), sandbox, target))
                        .distinct()
                        .collect(Collectors.joining(" ")));
    }

    private static String hint(ConflictKind kind, String sandbox, String target) {
        return switch (kind) {
            case OTHER_COMMITS ->
                "Rename that branch (`git branch -m %s NAME`), or sync to another one (`--branch`).".formatted(target);
            case SAME_FILES ->
                "Push your commits (`belljar push %s --merge`), or resolve the conflicts when you merge %s."
                        .formatted(sandbox, target);
            case NOT_MERGED ->
                ("Finish the merge in the sandbox (`git status` there says how), or give up with `git merge --abort`."
                                + " If no merge was begun, run `belljar push %s --merge`.")
                        .formatted(sandbox);
        };
    }

    static Problem unobserved(String sandbox) {
        return Problem.of(
                UNOBSERVED,
                "sync unobserved",
                "file changes in this sandbox cannot be observed, so the changes are fetched only on request",
                ("Fetch the changes with `belljar sync %1$s --accept none`. `belljar doctor %1$s` says why they"
                                + " cannot be observed.")
                        .formatted(sandbox));
    }

    static Problem failed(RuntimeException e) {
        return Problem.of(
                FAILED,
                "sync failed",
                "the changes could not be fetched because of an internal error: " + e,
                "Belljar will try again automatically. Please report this problem.");
    }
}
