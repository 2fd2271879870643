package dev.belljar.agent.snapshot;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// Says that a snapshot does not exist or cannot be used for the request.
public final class SnapshotException extends BelljarException {
    public static final ProblemCode NOT_FOUND = new ProblemCode("snapshot.not-found", 404);
    private static final long serialVersionUID = 1L;

    private SnapshotException(ProblemCode code, String message, @Nullable String hint) {
        super(code, message, hint, null);
    }

    static SnapshotException notFound(String id) {
        return new SnapshotException(
                NOT_FOUND,
                "no snapshot has the id \"" + id + "\"",
                "`belljar snapshots` lists all snapshots with their ids.");
    }
}
