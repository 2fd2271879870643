package dev.belljar.agent.sync;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// Says why a project could not be captured or delivered, or its work not fetched or accepted.
public final class SyncException extends BelljarException {
    public static final ProblemCode NOT_A_REPOSITORY = new ProblemCode("sync.not-a-repository", 422);
    public static final ProblemCode NO_PROJECT = new ProblemCode("sync.project-missing", 410);
    public static final ProblemCode NOT_YOURS = new ProblemCode("sync.not-yours", 422);
    public static final ProblemCode GIT = new ProblemCode("sync.git-failed", 500);
    public static final ProblemCode MOVED_ON = new ProblemCode("sync.moved-on", 409);
    public static final ProblemCode REVIEW_REQUIRED = new ProblemCode("sync.review-required", 422);
    public static final ProblemCode REFUSED = new ProblemCode("sync.refused", 422);
    public static final ProblemCode CONFLICTS = new ProblemCode("sync.conflicts", 409);
    public static final ProblemCode LOST = new ProblemCode("sync.repository-lost", 500);
    public static final ProblemCode UNREADABLE = new ProblemCode("sync.unreadable", 500);
    public static final ProblemCode TOO_LARGE = new ProblemCode("sync.too-large", 500);
    public static final ProblemCode STALLED = new ProblemCode("sync.stalled", 504);
    public static final ProblemCode DISK_FULL = new ProblemCode("sync.disk-full", 507);
    public static final ProblemCode OVER_QUOTA = new ProblemCode("sync.over-quota", 507);
    private static final long serialVersionUID = 1L;

    public SyncException(ProblemCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }
}
