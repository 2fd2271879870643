package dev.belljar.agent.mirror;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;

/// Says why guests cannot be made to use a mirror of this host.
public final class MirrorException extends BelljarException {
    static final ProblemCode NONE = new ProblemCode("mirror.none", 404);
    static final ProblemCode AMBIGUOUS = new ProblemCode("mirror.ambiguous", 422);
    static final ProblemCode UNUSABLE = new ProblemCode("mirror.unusable", 422);
    static final ProblemCode UNSAVED = new ProblemCode("mirror.not-saved", 507);
    private static final long serialVersionUID = 1L;

    MirrorException(ProblemCode code, String message) {
        super(code, message, "`belljar mirror list` lists the mirrors with their ids.", null);
    }
}
